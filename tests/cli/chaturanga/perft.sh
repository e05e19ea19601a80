# The figures that were counted by another program: depths 1 and 2, by distinct rolls and weighted.
for order in asc any; do
    for depth in 0 1 2; do
        kifu chaturanga perft $depth --order $order
        kifu chaturanga perft $depth --order $order --weighted
    done
done
kifu chaturanga perft 1 --order any --rules doubles=samekind
kifu chaturanga perft startpos sum=no 1 --json
