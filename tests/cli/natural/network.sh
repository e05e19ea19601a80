# A network's figures: the same with any number of threads and on every processor; mirror images count;
# without a file, with a damaged one and with something else there is an error.
cp "$TOP/tests/cli/natural/tiny.network" .
kifu generate pro.kifu --games 6 --seed 1 --quiet
kifu generate net.kifu --games 6 --seed 2 --quiet
eval_network() {
    kifu natural eval pro=pro.kifu online=net.kifu --reserve 999 --positions 101 --network tiny.network --json --quiet "$@"
}
eval_network --method network --jobs 1 >one
eval_network --method network --jobs 3 >three
cmp one three && echo "the same with three threads"
for cpu in base v3; do
    KIFU_CPU=$cpu eval_network --method network | cmp - one && echo "the same by $cpu"
done
jq -c '[.method, .class, .positions, .nodes, .lined == .positions, .likelihood < -2]' one
eval_network --method network --no-mirror | cmp -s - one || echo "mirror images count"
# Beside another method each has its own rows; with a file it is among the default ones.
eval_network --method model,network | jq -s -c 'map(.method) | unique'
eval_network --method model,network | grep '"network"' | cmp - one
kifu natural eval pro=pro.kifu --reserve 999 --positions 8 --nodes 50 --network tiny.network --json --quiet |
    jq -s -c 'map(.method) | unique | index("network") != null'
eval_network --method network --by phase | jq -s -c '[.[] | select(.class == "mean")] | length'
# The network that comes with the program.
kifu natural eval pro=pro.kifu --reserve 999 --positions 3 --method network --json --quiet | jq -r .method | sort -u
# Errors.
head -c 9000 tiny.network >cut.network
kifu natural eval pro=pro.kifu --reserve 999 --method network --network cut.network --quiet 2>&1
kifu --lang ja natural eval pro=pro.kifu --reserve 999 --method network --network pro.kifu/MANIFEST --quiet 2>&1
kifu natural eval pro=pro.kifu --reserve 999 --method network --network nowhere.network --quiet 2>&1
echo "status $?"
