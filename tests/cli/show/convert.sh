# The game, or the position at a ply, in another format: in its usual charset.
printf 'N+先手の人\nPI\n+\n+7776FU\n-3334FU\n%%TORYO\n' >game.csa
"$KIFU" show game.csa --as usi
"$KIFU" show game.csa --as usi --ply 1
"$KIFU" show game.csa --as kif --quiet | iconv -f CP932 -t UTF-8
"$KIFU" show game.csa -o game.kif --quiet && iconv -f CP932 -t UTF-8 game.kif | grep 先手
"$KIFU" show game.csa --as bod --ply 2 --json --quiet
echo '-- in another character set'
"$KIFU" show game.csa --as kif --quiet | iconv -f CP932 -t UTF-8 | grep 先手
"$KIFU" show game.csa --as kif --quiet --charset UTF-8 | grep 先手
"$KIFU" show game.csa --as kif --quiet --charset EUC-JP -o euc.kif && iconv -f EUC-JP -t UTF-8 euc.kif | grep 先手
"$KIFU" show game.csa --as kif --charset Klingon 2>&1; echo "exit $?"
"$KIFU" show game.csa --charset UTF-8 2>&1; echo "exit $?"
