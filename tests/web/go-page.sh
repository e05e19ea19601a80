# The page with games of Go in a real browser, on a database of generated ones.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/sample.kifu" --game go --games 300 --seed 1 --quiet
install_alone "$TOP/tests/cli/natural/tiny-go.network"
start_server "$work/sample.kifu"
node "$TOP/tests/web/go-page.mjs" "$url" "$pictures"
