# Every view of the page (views.mjs), for shogi, Go and chaturanga, on a desk, a tablet and a phone.  KIFU_PICTURES=FOLDER
# keeps pictures of all of them in both colours and languages, with an index.html; `make pictures` does that.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
install_alone "$TOP/tests/cli/natural/tiny-go.network" "$TOP/tests/cli/natural/tiny.network" # the large ones take long to read
cd "$work"
"$KIFU" generate shogi.kifu --games 1200 --castles all --seed 1 --quiet
"$KIFU" generate engines.kifu --games 12 --engine --nodes 50 --max-plies 44 --seed 2 --quiet
"$KIFU" generate go.kifu --game go --games 200 --seed 1 --quiet
"$KIFU" chaturanga simulate --players P1 -n 40 --seed 3 -o four.chatur --progress=none >/dev/null
"$KIFU" import four.kifu four.chatur --quiet >/dev/null
mkdir none
cd none
start_server --allow-import
none=$url
cd ..
start_server shogi.kifu engines.kifu go.kifu four.kifu --allow-import
node "$TOP/tests/web/tour.mjs" "$pictures" "games=$url" "none=$none"
