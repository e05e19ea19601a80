# A bad move costs the rest of that game and is reported with line and byte; --strict makes it count.
printf 'PI\n+\n+7776FU\n-3335FU\n+2726FU\n%%TORYO\n/\nPI\n+\n+5756FU\n' >bad.csa
"$KIFU" convert bad.csa --to usi 2>&1
echo "exit $?"
"$KIFU" convert bad.csa --to usi --strict >out 2>&1
echo "exit $?"
"$KIFU" convert bad.csa --to usi --report report.json >out 2>&1
cat report.json
