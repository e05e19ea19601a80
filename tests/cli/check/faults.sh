# A sound database; a byte that changed; a segment that is gone.
printf 'PI\n+\n+7776FU\n-3334FU\n%%TORYO\n/\nPI\n+\n+2726FU\n' >games.csa
"$KIFU" import --quiet games.kifu games.csa >/dev/null
"$KIFU" check games.kifu
"$KIFU" check games.kifu --json | sed 's/"bytes":[0-9]*/"bytes":0/'
printf 'x' | dd of=games.kifu/s000001.seg bs=1 seek=100 conv=notrunc 2>/dev/null
"$KIFU" check games.kifu
echo "exit $?"
"$KIFU" check games.kifu --json --lang ja | sed 's/"bytes":[0-9]*/"bytes":0/'
rm games.kifu/s000001.seg
"$KIFU" check games.kifu
echo "exit $?"
"$KIFU" check nowhere 2>&1
echo "exit $?"
