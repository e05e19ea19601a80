# The page in a real browser, on a database of generated games.  KIFU_PICTURES=FOLDER keeps the
# screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$TOP/scripts/demo-database" "$KIFU" "$work/sample.kifu"
start_server "$work/sample.kifu"
node "$TOP/tests/web/browser.mjs" "$url" "$pictures"
