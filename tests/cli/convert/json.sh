# One line a game, everything about it; also for what was rejected.
printf "N+Alice\nPI\n+\n+7776FU\n'** 55\n%%TORYO\n" >a.csa
echo rubbish >b.csa
"$KIFU" convert a.csa b.csa --to csa --json
