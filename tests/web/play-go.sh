# Playing Go on the page in a real browser, against a network with random weights.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/sample.kifu" --game go --games 20 --seed 1 --quiet >/dev/null
install_alone "$TOP/tests/cli/gtp/tiny.network"
start_server "$work/sample.kifu"
node "$TOP/tests/web/play-go.mjs" "$url" "$pictures"
