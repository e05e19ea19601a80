# Files dropped on the page in a real browser, and games played there saved to the database.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
mkdir -p "$work/in/folder/deeper"
cd "$work"
"$KIFU" generate sample.kifu --games 20 --seed 1 --quiet >/dev/null
"$KIFU" generate other.kifu --games 5 --seed 2 --quiet >/dev/null
"$KIFU" generate more.kifu --games 60 --seed 3 --quiet >/dev/null
"$KIFU" export more.kifu --to csa -o in/many.csa --quiet
"$KIFU" generate few.kifu --games 3 --seed 4 --quiet >/dev/null
"$KIFU" export few.kifu --to csa -o in/folder/deeper/三局.csa --quiet
echo 'no record at all' >in/folder/rubbish.txt
printf 'V2.2\nPI\n+\n+7776FU\n-3334FU\n+7775FU\n-8384FU\n%%TORYO\n' >in/folder/illegal.csa
printf 'V2.2\nPI\n+\n+7776FU\n-8384FU\n+7775FU\n' >in/another.csa
printf 'startpos moves %s\n' zz yy xx ww vv >in/odd.usi
echo secret >in/folder/.hidden
"$KIFU" generate packed.kifu --games 7 --seed 5 --quiet >/dev/null
"$KIFU" export packed.kifu --to csa -o packed.csa --quiet
gzip -c packed.csa >in/packed.csa.gz
"$KIFU" chaturanga simulate --games 2 --seed 1 -o in/two.chatur >/dev/null
"$KIFU" import four.kifu in/two.chatur --quiet >/dev/null
for ((i = 0; i < 100; i++)); do
    sed "s/^\\\$EVENT:.*/\$EVENT:number $i/" in/many.csa
    echo /
done >long.csa
# Seconds of work, so that it can be stopped in the middle by a browser that gets little of the processor.
for ((i = 0; i < 32; i++)); do cat long.csa; done >in/long.csa
start_server sample.kifu other.kifu --allow-import
shogi=$url
start_server four.kifu --allow-import
node "$TOP/tests/web/import.mjs" "$shogi" "$pictures" "$work/in" "$url"
