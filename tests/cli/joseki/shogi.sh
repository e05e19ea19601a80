# Sequences of shogi: every one is found by its moves, in as many games, by either side.
"$KIFU" generate games.kifu --games 200 --seed 3 --quiet
"$KIFU" joseki games.kifu --top 4 --quiet
"$KIFU" joseki games.kifu --encoding moves --top 30 --json --quiet >found.json
jq -r '[.games, (.moves | join(" "))] | @tsv' found.json | while IFS=$'\t' read -r games moves; do
    found=$("$KIFU" search games.kifu "either(seq:\"$moves\")" --count --json | jq .games)
    [[ $found == "$games" ]] || echo "$moves: $games games, $found found"
done
jq -c 'select((.sfens | length) != (.moves | length) + 1 or .placed > .frequency or .surroundings)' found.json
for threads in 1 3; do
    "$KIFU" joseki games.kifu --encoding moves --top 30 --json --quiet -j $threads | cmp - found.json && echo same
done
"$KIFU" joseki games.kifu --encoding moves --gallery page.html
echo "exit $?"
