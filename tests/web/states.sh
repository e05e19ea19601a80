# What the page shows besides answers, in a real browser: which database is looked at, nothing found, no server, no such
# address, a slow answer, and the printed sheet.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/sample.kifu" --games 400 --castles all --seed 3 --quiet
"$KIFU" generate "$work/club.kifu" --games 50 --seed 4 --quiet
"$KIFU" generate "$work/go.kifu" --game go --games 60 --seed 1 --quiet
start_server "$work/sample.kifu" "$work/club.kifu" "$work/go.kifu" "$work/later.kifu" --allow-import
several=$url
start_server "$work/sample.kifu"
node "$TOP/tests/web/states.mjs" "$url" "$pictures" "$several"
