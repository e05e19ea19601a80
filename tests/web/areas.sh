# Further areas of the page in a real browser: three boards, facets, the tree of openings, variations
# and the engine; and the same on a database of Go.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$TOP/scripts/demo-database" "$KIFU" "$work/sample.kifu"
printf '手合割：平手\n手数----指手---------\n   1 ７六歩(77) (0:12/00:00:12)\n*はじめの一手\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n変化：3手\n   3 ６六歩(67)\n   4 ８四歩(83)\n変化：4手\n   4 ３五歩(34)\n' >"$work/tree.kif"
"$KIFU" import "$work/tree.kifu" "$work/tree.kif" --quiet >/dev/null
start_server "$work/sample.kifu" "$work/tree.kifu"
shogi=$url
node "$TOP/tests/web/areas.mjs" "$shogi" "$pictures"
