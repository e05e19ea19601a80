# A page without games in a real browser: what it says, sample games, and a record dropped on it.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
cd "$work"
"$KIFU" generate one.kifu --games 1 --seed 1 --quiet >/dev/null
cp -r one.kifu shogi.kifu
"$KIFU" remove shogi.kifu 'ply:0' --quiet >/dev/null
cp -r shogi.kifu other.kifu
cp -r shogi.kifu fixed.kifu
"$KIFU" export one.kifu --to csa -o one.csa --quiet
start_server shogi.kifu --allow-import
first=$url
start_server other.kifu --allow-import
second=$url
start_server fixed.kifu
third=$url
mkdir none
cd none
start_server --allow-import
node "$TOP/tests/web/empty.mjs" "$first" "$pictures" "$second" "$third" "$work/one.csa" "$url"
