# What a search is worth to a network: weights are fitted to positions that it has not seen, into a file of
# their own; the same with any number of threads, and from a file of answers, without searching again.
cp "$TOP/tests/cli/natural/tiny.network" .
kifu generate games.kifu --games 12 --quiet
fit() {
    kifu natural values pro=games.kifu --network tiny.network --held-out 999 --reserve 0 --nodes 200 --positions 40 "$@"
}
fit -o one.values --jobs 1 --answers kept --json | jq -c '[.weights, .positions, .likelihood < 0]'
size=$(wc -c <kept)
fit -o three.values --jobs 3 --answers kept --quiet | wc -l
cmp one.values three.values && echo "the same weights"
[ "$(wc -c <kept)" = "$size" ] && echo "nothing searched again"
eval_search() {
    kifu natural eval pro=games.kifu --reserve 999 --positions 40 --nodes 200 --network tiny.network --json --quiet "$@"
}
eval_search --method network+search --values one.values --jobs 1 >one
eval_search --method network+search --values one.values --jobs 3 | cmp - one && echo "the same with three threads"
jq -c '[.method, .class, .positions, .nodes, .lined == .positions]' one
eval_search --method network+search | cmp -s - one || echo "other weights are installed"
eval_search --method network,network+search --values one.values | jq -s -c 'map(.method) | unique'
eval_search --method network,network+search --values one.values | grep '"network+search"' | cmp - one
# The likelier the moves, the better: fitted weights beat the network alone on what they were fitted to.
fit -o fitted.values --json | jq -s -c 'map({key: .weights, value: .likelihood}) | from_entries | .after > .before'
# Errors.
fit -o other.values --into model 2>&1
echo "status $?"
head -c 100 one.values >cut.values
eval_search --method network+search --values cut.values 2>&1
kifu --lang ja natural eval pro=games.kifu --reserve 999 --method network+search --network tiny.network --values tiny.network --quiet 2>&1
echo "status $?"
