# Working with games on the page, in a real browser: saved searches, tags, edits, players and comparisons; on generated
# games of shogi and of Go.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/games.kifu" --games 400 --castles all --seed 3 --quiet
"$KIFU" generate "$work/go.kifu" --game go --games 300 --seed 1 --quiet
start_server "$work/games.kifu" --allow-import
shogi=$url
start_server "$work/go.kifu"
node "$TOP/tests/web/work.mjs" "$shogi" "$pictures" "$url"
