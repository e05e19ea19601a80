# What the page answers, in a real browser: who won, what was played next, and names that are typed; on generated
# games of shogi and of Go.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$TOP/scripts/demo-database" "$KIFU" "$work/sample.kifu"
"$KIFU" generate "$work/go.kifu" --game go --games 300 --seed 1 --quiet
start_server "$work/sample.kifu"
shogi=$url
start_server "$work/go.kifu"
node "$TOP/tests/web/answers.mjs" "$shogi" "$pictures" "$url"
