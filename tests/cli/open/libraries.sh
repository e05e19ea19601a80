# A library of another game is not served, and one behind a link is served once.
export HOME=$PWD/home XDG_RUNTIME_DIR=$PWD/run
unset XDG_DATA_HOME XDG_CACHE_HOME DISPLAY WAYLAND_DISPLAY BROWSER
mkdir -p home/.local/share/kifu run
trap 'kifu open --stop --quiet' EXIT
try() {
    kifu open --no-browser "$@" 2>&1 | sed -E "s|$PWD|.|; s/:[0-9]+\//:PORT\//"
    echo "status ${PIPESTATUS[0]}"
}
kifu import other.kifu "$TOP/docs/samples/opening.sgf" --quiet >/dev/null
cp -r other.kifu home/.local/share/kifu/shogi.kifu
try
rm -r home/.local/share/kifu/shogi.kifu
kifu generate real.kifu --games 2 --quiet
ln -s "$PWD/real.kifu" home/.local/share/kifu/shogi.kifu
try real.kifu home/.local/share/kifu/shogi.kifu
kifu open --status | sed -nE "s|^\t$PWD|\t.|p"
echo "- records of two games, and one page in the foreground"
kifu open --stop --quiet
mkdir both
cp "$TOP/docs/samples/"{opening.sgf,shikenbisha.usi} both/
kifu open --no-browser --quiet --foreground both >url 2>said &
until [[ -s url ]]; do sleep 0.05; done
cat said
echo "- more than a page can serve"
kifu open --stop --quiet
wait
for ((i = 0; i < 257; i++)); do mkdir "db$i.kifu" && cp real.kifu/* "db$i.kifu/"; done
try db*.kifu
kifu open --status | grep -c '\.kifu$'
