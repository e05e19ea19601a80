# Calibration on the page in a real browser: effects and curves of two classes of games, against the command; conditions,
# databases, files, blind spots, fits; and databases that have nothing to calibrate.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/sample.kifu" --games 1500 --castles all --seed 1 --quiet >/dev/null
"$KIFU" generate "$work/self-play.kifu" --games 400 --castles all --seed 2 --quiet >/dev/null
"$KIFU" calibrate people="$work/sample.kifu" engines="$work/self-play.kifu" --preset common --effects alone --json --quiet >"$work/command.json"
# a game that nobody won
printf '手合割：平手\n手数----指手---------\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n' >"$work/open.kif"
"$KIFU" import "$work/open.kifu" "$work/open.kif" --quiet >/dev/null
"$KIFU" generate "$work/go.kifu" --game go --games 3 --quiet >/dev/null
start_server "$work/sample.kifu" "$work/self-play.kifu"
shogi=$url
start_server "$work/open.kifu"
open=$url
start_server "$work/go.kifu"
node "$TOP/tests/web/calibrate.mjs" "$shogi" "$pictures" "$open" "$url" "$work/command.json"
