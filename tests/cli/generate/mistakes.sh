# Wrong use.
kifu generate games.kifu; echo $?
kifu generate games.kifu --games 0; echo $?
kifu generate games.kifu --games 1 --to csa; echo $?
test -e games.kifu || echo "nothing was made"
