# How the page is used, in a real browser: the board, the answer and the game within the window, hands on the board, a phone, the
# dark, the notation.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/shogi.kifu" --games 600 --castles all --seed 3 --quiet
day=0
first=('７六歩(77)' '２六歩(27)' '５六歩(57)')
for name in 'Kenji Aoki' 'Aoki Kenji' 'AOKI Kenji'; do # one person
    printf '開始日時：2020/01/0%d\n手合割：平手\n先手：%s\n後手：Haruto Ito\n手数----指手---------\n   1 %s\n   2 ３四歩(33)\n   3 投了\n' $((++day)) "$name" "${first[day - 1]}" >"$work/$day.kif"
done
"$KIFU" import "$work/shogi.kifu" "$work"/[123].kif --quiet >/dev/null
"$KIFU" generate "$work/go.kifu" --game go --games 200 --seed 1 --quiet
start_server "$work/shogi.kifu" "$work/go.kifu"
node "$TOP/tests/web/board-first.mjs" "$url" "$pictures"
