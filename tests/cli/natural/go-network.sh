# A network's figures of Go: the same with any number of threads and on every processor; images count; without a file,
# with one of shogi and with another method there is an error.
cp "$TOP/tests/cli/natural/tiny-go.network" "$TOP/tests/cli/natural/tiny.network" .
kifu generate pro.kifu --game go --games 6 --seed 1 --quiet
kifu generate club.kifu --game go --games 6 --seed 2 --quiet
eval_network() {
    kifu natural eval pro=pro.kifu amateur=club.kifu --reserve 999 --positions "${positions:-101}" --network tiny-go.network --json --quiet "$@"
}
eval_network --jobs 1 >one
eval_network --method network --jobs 3 >three
cmp one three && echo "the same with three threads"
for cpu in base v3; do
    KIFU_CPU=$cpu eval_network | cmp - one && echo "the same by $cpu"
done
jq -c '[.method, .class, .positions, .top1 <= .top3, .top3 <= .top5, .lined == .positions, .likelihood < -2, (.thirds | map(.positions) | add) == .positions]' one
eval_network --images 2 | cmp - one && echo "two images by default"
eval_network --no-mirror >alone
eval_network --images 1 | cmp - alone && cmp -s alone one || echo "images count"
# All positions are as many as there are rows.
positions=0 eval_network | jq -c 'select(.class == "mean") | .positions'
kifu natural positions pro=pro.kifu amateur=club.kifu --reserve 999 --part reserved -o all.rows --json | jq -c .positions
positions=0 eval_network --from-ply 11 | jq -c 'select(.class == "mean") | .positions'
kifu natural eval pro=pro.kifu --reserve 999 --positions 10 --network tiny-go.network --quiet | cut -c1-30
# Errors.
eval_network --method model 2>&1
eval_network --by phase 2>&1
kifu natural eval pro=pro.kifu --reserve 999 --network tiny.network --quiet 2>&1
kifu --lang ja natural eval pro=pro.kifu --reserve 999 --network nowhere.network --quiet 2>&1
echo "status $?"
