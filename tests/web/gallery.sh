# The gallery of `kifu joseki` in a real browser, from a file, on games made for it.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() {
    echo "$*" >&2
    exit 77
}
command -v node >/dev/null || skip "no node: scripts/deps test"
CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
[[ -n $CHROMIUM ]] || skip "no chromium: scripts/deps test"
[[ -d $TOP/web/node_modules/playwright-core ]] || skip "no playwright-core in web/node_modules: scripts/deps test"
export CHROMIUM
pictures=${KIFU_PICTURES:-$work}
mkdir -p "$pictures"
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
{
    planted 80
    planted 40 '3 3 2 5 5 2 1 3 2 8 1 2 8 3 4 6'
} | sed 's/PB\[Black 1\]/PB[<\/script><b>Hostile<\/b>]/' >"$work/games.sgf"
"$KIFU" import "$work/games.kifu" "$work/games.sgf" --quiet >/dev/null
"$KIFU" joseki "$work/games.kifu" --encoding er --method nf --top 300 --gallery "$work/gallery.html" --json --quiet >/dev/null
node "$TOP/tests/web/gallery.mjs" "$work/gallery.html" "$pictures"
