# Playing shogi on the page in a real browser, against the engine and persons.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/sample.kifu" --games 20 --seed 1 --quiet >/dev/null
start_server "$work/sample.kifu"
node "$TOP/tests/web/play.mjs" "$url" "$pictures"
