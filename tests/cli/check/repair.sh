# A database is damaged in several ways and repaired: what is kept, what is said, what is left over.
for i in 1 2 3 4 5 6; do
    # shellcheck disable=SC2016  # CSA headers begin with a dollar
    printf 'N+player %d\n$EVENT:event %d\n$START_TIME:2020/01/0%d\nPI\n+\n+%d7%d6FU\n-3334FU\n%%TORYO\n' $i $i $i $i $i >$i.csa
done
"$KIFU" import --quiet games.kifu 1.csa 2.csa 3.csa >/dev/null
"$KIFU" import --quiet games.kifu 4.csa 5.csa 6.csa --tag late >/dev/null
"$KIFU" remove games.kifu player:2 --quiet >/dev/null
"$KIFU" export games.kifu --to csa --quiet -o before.csa

echo "-- nothing to do"
"$KIFU" check games.kifu --repair
"$KIFU" check games.kifu --repair --json

echo "-- a byte that changed"
cp -r games.kifu byte.kifu
printf 'x' | dd of=byte.kifu/s000001.seg bs=1 seek=100 conv=notrunc 2>/dev/null
"$KIFU" check byte.kifu | grep kept
"$KIFU" check byte.kifu --repair
echo "exit $?"
"$KIFU" check byte.kifu --quiet
"$KIFU" export byte.kifu --to csa --quiet -o - | cmp - before.csa
ls byte.kifu

echo "-- no MANIFEST"
cp -r games.kifu none.kifu
rm none.kifu/MANIFEST
"$KIFU" search none.kifu player:1 2>&1
"$KIFU" import none.kifu 1.csa 2>&1
"$KIFU" check none.kifu 2>&1
"$KIFU" check none.kifu --repair
cmp none.kifu/MANIFEST games.kifu/MANIFEST
"$KIFU" search none.kifu player:2 --count --json | grep -o '"games":[0-9]*'

echo "-- a segment is gone"
cp -r games.kifu gone.kifu
rm gone.kifu/s000002.seg
"$KIFU" check gone.kifu --repair 2>&1
echo "exit $?"
"$KIFU" search gone.kifu player:player --count --json | grep -o '"games":[0-9]*'
"$KIFU" show gone.kifu:4 2>&1
echo "-- its files are read again, under new ids"
"$KIFU" import --quiet gone.kifu 4.csa 5.csa 6.csa --tag late | sed 's/, [0-9.]* s$//'
"$KIFU" check gone.kifu

echo "-- removals are gone"
cp -r games.kifu back.kifu
rm back.kifu/s000003.seg
"$KIFU" check back.kifu --repair --json
"$KIFU" search back.kifu player:2 --count --json | grep -o '"games":[0-9]*'

echo "-- into a new folder"
cp -r back.kifu bad.kifu
rm bad.kifu/MANIFEST
printf 'x' | dd of=bad.kifu/s000001.seg bs=1 seek=100 conv=notrunc 2>/dev/null
cp -r bad.kifu was.kifu
chmod a-w bad.kifu
"$KIFU" check bad.kifu --repair -o new.kifu
echo "exit $?"
chmod u+w bad.kifu
diff -r bad.kifu was.kifu
ls new.kifu
"$KIFU" check new.kifu
"$KIFU" check new.kifu --repair -o copy.kifu
"$KIFU" check bad.kifu --repair -o new.kifu 2>&1
echo "exit $?"
"$KIFU" check bad.kifu -o other.kifu 2>&1
echo "exit $?"
"$KIFU" check bad.kifu --repair -o again.kifu --json | tail -n 1 | grep -o '"corrected.*'

echo "-- no database"
mkdir empty
"$KIFU" check empty --repair 2>&1
echo "exit $?"
ls empty
