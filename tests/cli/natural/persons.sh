# Persons beside people: a row for each person and class that has positions, the same each time; fitted to games held out.
exec 2>&1
network=$TOP/tests/cli/natural/tiny.network
kifu generate pro.kifu --games 3 --seed 1 --quiet
kifu generate net.kifu --games 3 --seed 2 --quiet
persons() { kifu natural persons pro=pro.kifu online=net.kifu --network "$network" --quiet "$@"; }
persons --reserve 999 --positions 9 --json >one
jq -c '[.person, .class, .positions, .top1 <= .top3, .likelihood < 0, .expected.seen <= 1, .played.seen == .expected.seen]' one
persons --reserve 999 --positions 9 --json | cmp - one && echo same
persons --reserve 999 --positions 9 --seed 2 --json | jq -c .likelihood | cmp - <(jq -c .likelihood one) && echo "the seed is of the intervals"
# One of each class, not all; where the move that was played was not searched nobody knows what it lost.
persons --reserve 999 --positions 1 --json | jq -s -c 'map(.positions) | unique'
persons --reserve 999 --positions 1 | grep -q '      -     -      -     -      -     -$' && echo "no mean of nothing"
persons --reserve 999 --from-ply 300; echo $?
# Fitted: what is printed has the terms of person.h.
persons --fit --held-out 999 --reserve 0 --person club-player --nodes 50 --positions 90 |
    jq -c '[.person, .nodes, (.weights | length), .fitted.positions, .fitted.likelihood >= .crossed.likelihood, (.resignation | length), (.time | length)]'
persons --fit --held-out 999 --reserve 0 --from-ply 300; echo $?
kifu natural persons; echo $?
persons --positions 3 --held-out 999 --reserve 0; echo $?
persons --count 3; echo $?
