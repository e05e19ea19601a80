# One split of games for every command: the three parts make up the whole, in each command.
kifu generate games.kifu --games 90 --seed 3 --quiet
kifu generate other.kifu --games 40 --seed 4 --quiet
flow() { kifu flow games.kifu other.kifu --min-count 3 --top 0 --quiet "$@" | sed -n 1,2p; }
flow
for part in train held-out reserved; do flow --part $part; done
# Sums over the parts: of the number of times that a sequence occurs, of positions.
joseki() { kifu joseki games.kifu --method nf --min-length 1 --top 100000 --json --quiet "$@" |
    jq -s -c 'map({key: (.symbols | tostring), value: .frequency}) | from_entries'; }
positions() { kifu calibrate games.kifu --json --mate-nodes 0 --quiet "$@" | jq -s '.[0].positions'; }
learnt() { kifu train games.kifu -o w.weights --force --epochs 1 --held-out 0 "$@" 2>&1 >/dev/null |
    sed -n 's/.*training on \([0-9]*\) .*/\1/p'; }
judged() { kifu natural eval pro=games.kifu --method model --positions 0 --from-ply 1 --json --quiet "$@" |
    jq -s '.[0].positions'; }
for count in positions learnt; do
    sum=0
    for part in train held-out reserved; do sum=$((sum + $($count --part $part))); done
    echo "$count: $sum of $($count)"
done
for part in train held-out reserved; do echo "eval: $(judged --part $part)"; done
echo "eval: $(judged) of $(kifu search games.kifu '' --count --json | jq '.positions - .games')"
for part in train held-out reserved; do joseki --part $part; done |
    jq -s -c 'map(to_entries[]) | group_by(.key)[] | select(length == 3) |
        {key: .[0].key, value: (map(.value) | add)}' | jq -s -c from_entries >parts.json
joseki | jq -c --slurpfile parts parts.json '. as $all | $parts[0] | to_entries | map(select($all[.key] != .value)) | length'
jq length parts.json
echo "files and mistakes"
kifu flow games.kifu other.kifu --min-count 3 -o train.flow --part train --quiet >/dev/null
grep -n '^part' train.flow
kifu flow games.kifu other.kifu --min-count 3 -o all.flow --quiet >/dev/null
grep -c '^part' all.flow
for wrong in 'flow games.kifu other.kifu --part training' 'natural train games.kifu -o m --part reserved' \
    'natural values games.kifu -o m --part train --lang ja'; do
    # shellcheck disable=SC2086  # words
    kifu $wrong 2>&1
    echo "exit $?"
done
