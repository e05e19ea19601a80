# Playing Go on the page in a real browser, against a network with random weights.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/sample.kifu" --game go --games 20 --seed 1 --quiet >/dev/null
# An installation of its own: the network is found beside the program.
mkdir -p "$work/with/bin" "$work/with/share/kifu/natural"
cp "$KIFU" "$work/with/bin/kifu"
cp "$TOP/tests/cli/gtp/tiny.network" "$work/with/share/kifu/natural/go.network"
KIFU=$work/with/bin/kifu
start_server "$work/sample.kifu"
node "$TOP/tests/web/play-go.mjs" "$url" "$pictures"
