# Wrong use.
kifu generate games.kifu; echo $?
kifu generate games.kifu --games 0; echo $?
kifu generate games.kifu --games 1 --to csa; echo $?
test -e games.kifu || echo "nothing was made"
kifu generate games.kifu --games 1 --nodes 100; echo $?
kifu generate games.kifu --games 1 --engine --castles all; echo $?
kifu generate games.kifu --games 1 --engine --game go; echo $?
kifu generate games.kifu --games 1 --engine --weights missing.weights; echo $?
