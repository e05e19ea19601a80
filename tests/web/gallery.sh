# The gallery of `kifu joseki` in a real browser, from a file, on games made for it.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
{
    planted 80
    planted 40 '3 3 2 5 5 2 1 3 2 8 1 2 8 3 4 6'
} | sed 's/PB\[Black 1\]/PB[<\/script><b>Hostile<\/b>]/' >"$work/games.sgf"
"$KIFU" import "$work/games.kifu" "$work/games.sgf" --quiet >/dev/null
"$KIFU" joseki "$work/games.kifu" --encoding er --method nf --top 300 --gallery "$work/gallery.html" --json --quiet >/dev/null
node "$TOP/tests/web/gallery.mjs" "$work/gallery.html" "$pictures"
