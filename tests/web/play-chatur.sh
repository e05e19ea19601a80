# Chaturanga at one screen, in a real browser: persons, programs, dice, the exchange of rajas.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" chaturanga simulate --players P1 -n 3 --seed 1 -o "$work/games.chatur" --progress=none >/dev/null
"$KIFU" import "$work/games.kifu" "$work/games.chatur" --quiet >/dev/null
start_server "$work/games.kifu"
node "$TOP/tests/web/play-chatur.mjs" "$url" "$pictures"
