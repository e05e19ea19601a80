# What a stranger wants to know, found on the page in a real browser with clicks counted: from the front page, with the mouse and
# words typed.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/shogi.kifu" --games 1500 --castles all --seed 1 --quiet
"$KIFU" generate "$work/go.kifu" --game go --games 100 --seed 1 --quiet
mkdir -p "$work/mine/2026"
kif() { # NAME DATE MOVES...: a record of Hanako's, who has Black
    printf '開始日時：%s\n手合割：平手\n先手：Hanako Mori\n後手：%s\n手数----指手---------\n' "$2" "$1"
    printf '%s\n' "${@:3}" | awk '{printf "%4d %s\n", NR, $0}'
}
kif 'Taro Hayashi' 2026/02/03 '７六歩(77)' '３四歩(33)' '５五角(88)' '同　角(22)' '９六歩(97)' '８四歩(83)' '３六歩(37)' '８五歩(84)' '７八金(69)' '３二金(41)' '投了' >"$work/mine/2026/a.kif"
kif 'Jiro Kobayashi' 2026/01/20 '２六歩(27)' '８四歩(83)' '２五歩(26)' '８五歩(84)' '７八金(69)' '３二金(41)' '投了' >"$work/mine/b.kif"
start_server "$work/shogi.kifu" "$work/go.kifu" --allow-import
node "$TOP/tests/web/tasks.mjs" "$url" "$pictures" "$work/mine"
