# The same games whatever the number of threads; figures by name; records that can be read again.
kifu chaturanga simulate --players P0,P0,P0,P1 --games 100 --json --jobs 1 --progress none >one
kifu chaturanga simulate --players P0,P0,P0,P1 --games 100 --json --jobs 3 --progress none -o games.chatur >three
cmp one three && echo same
sed 's/,"turns".*//' one
kifu import games.kifu games.chatur --progress none --json | grep -o '"games":[0-9]*,"added":[0-9]*'
kifu chaturanga simulate --players P2:set+double,P4,team:depth=1,mcts:nodes=20 --games 2 --seed 7 --rules order=any --json --progress none | sed 's/,"turns".*//'
kifu chaturanga simulate --players P0,P1
echo "exit $?"
kifu chaturanga simulate --players P17
echo "exit $?"
kifu chaturanga simulate --players P2:never
echo "exit $?"
# records to standard output: the figures go elsewhere
kifu chaturanga simulate -n 3 -o games.chatur --force -q >figures
kifu chaturanga simulate -n 3 -o - --progress none 2>aside | cmp - games.chatur && cmp aside figures && [[ ! -e - && ! -e games.chatur.part ]] && echo "the same records"
