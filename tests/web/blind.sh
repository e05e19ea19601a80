# The page of `kifu natural blind` in a real browser, from a file: rated, saved, summed up.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/games.kifu" --games 12 --seed 1 --quiet
"$KIFU" natural blind "$work/games.kifu" --reserve 999 --nodes 300 --positions 6 -o "$work/test.html" --quiet
node "$TOP/tests/web/blind.mjs" "$work/test.html" "$pictures" "$work/answers.json"
"$KIFU" natural ratings "$work/test.html.key.json" "$work/answers.json" --json |
    grep -q '"phase":"all","ratings":6,"raters":1,"positions":6' && echo "ok 3 - the saved answers are summed up"
