# Two queries on one database are two databases; a query may leave some plies of a game.
kifu generate people.kifu --games 60 --seed 1 --quiet
kifu generate programs.kifu --games 60 --seed 2 --quiet
for side in people programs; do
    kifu export $side.kifu --to csa -o $side.csa --quiet
    kifu import all.kifu $side.csa --tag $side --quiet >/dev/null
done
bare() { jq -c 'del(.examples)'; }
kifu flow people.kifu programs.kifu --min-count 2 --json | bare >two
kifu flow all.kifu --human-query tag:people --computer-query tag:programs --min-count 2 --json | bare >one
cmp two one && wc -l <one | awk '{ print ($1 > 100) }'
echo 'black and white of one database; half of the moves each'
kifu flow people.kifu --human-query turn:s --computer-query turn:g --min-count 5 --top 0 --classes two/moved | head -n 4
kifu flow people.kifu programs.kifu --human-query 'ply:40..49' --computer-query 'ply:40..49' --min-count 5 --top 0 --classes two/moved | sed -n 1,4p
