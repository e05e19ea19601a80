# A game of a database by its id.
printf 'N+Alice\nPI\n+\n+7776FU\n/\nN+Bob\nPI\n+\n+2726FU\n-8384FU\n' >games.csa
"$KIFU" import --quiet games.kifu games.csa >/dev/null
"$KIFU" show games.kifu:1 --as usi
"$KIFU" show games.kifu:0 --as csa --quiet | grep Alice
"$KIFU" show games.kifu --game 1 --as usi
"$KIFU" show games.kifu:2 2>&1
echo "exit $?"
"$KIFU" show games.kifu:1 --json | jq -c '[.game, .plies]'
"$KIFU" show games.csa --game 1 --json | jq -c '[.game, .plies]'
"$KIFU" show games.csa --json | jq -c '[.game, .black]'
