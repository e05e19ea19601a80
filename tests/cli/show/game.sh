# One game of a file; a bad record is reported, and what could be read is shown.
printf 'PI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n/\nPI\n+\n+5756FU\n-3335FU\n' >three.csa
"$KIFU" show three.csa --json --lang en
"$KIFU" show three.csa --game 1 --json --lang en
"$KIFU" show three.csa --game 2 --json --lang ja 2>&1
