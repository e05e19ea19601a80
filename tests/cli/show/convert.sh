# The game, or the position at a ply, in another format: in its usual charset.
printf 'N+先手の人\nPI\n+\n+7776FU\n-3334FU\n%%TORYO\n' >game.csa
"$KIFU" show game.csa --as usi
"$KIFU" show game.csa --as usi --ply 1
"$KIFU" show game.csa --as kif --quiet | iconv -f CP932 -t UTF-8
"$KIFU" show game.csa -o game.kif --quiet && iconv -f CP932 -t UTF-8 game.kif | grep 先手
"$KIFU" show game.csa --as bod --ply 2 --json --quiet
