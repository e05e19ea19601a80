# A directory mirrors the operand; nothing is overwritten without --force, no two games share a name.
mkdir -p in/sub
printf 'PI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n' >in/two.csa
printf 'PI\n+\n+7776FU\n' >in/sub/one.csa
printf 'startpos moves 5g5f\n' >in/sub/one.usi
"$KIFU" convert in --to usi -o out/ 2>&1
find out -type f | LC_ALL=C sort | xargs grep -H .
echo keep >out/in/two.usi
"$KIFU" convert in/two.csa --to usi -o out/in 2>&1
echo "exit $?"
cat out/in/two.usi
"$KIFU" convert in/two.csa --to usi -o out/in --force --quiet
cat out/in/two.usi
