# All readings fitted together, in a reduced run: what is printed, whatever the figures are.
fit() { kifu chaturanga readings --games 20 --rounds 1 --survivors 2 --seed 3 --progress none "$@"; }
fit --json --jobs 1 >one
fit --json --jobs 3 >three
cmp one three && echo "the same with any number of threads"
jq -r .table one | sort | uniq -c
jq -s '[.[] | select(.table == "posterior").posterior] | add | . > 0.99 and . < 1.01' one
jq -r 'select(.table == "departures") | .departure' one | head -n 5
jq -c 'select(.table == "figures") | [.figure, .paper]' one | head -n 7
jq -r 'select(.table == "fit") | keys_unsorted | join(" ")' one
fit --markdown | grep -c '^|'
kifu chaturanga readings --games 19; echo $?
kifu chaturanga readings P1; echo $?
