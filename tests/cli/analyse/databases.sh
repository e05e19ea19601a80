# Games of databases: by id, all of them, those of a query; the same for any number of threads; the
# same as from a file.
analyse() { kifu analyse --weights material --nodes 200 --mate-nodes 50 --quiet "$@"; }
kifu generate db.kifu --games 6 --seed 3 --quiet
analyse db.kifu --json --jobs 1 >one
analyse db.kifu --json --jobs 3 | cmp - one && echo "threads do not matter"
jq -c 'select(has("game")) | .game' one | paste -sd ' '
analyse db.kifu:4 --json | cmp - <(sed -n 5p one) && echo "a game by itself is the same"
kifu export db.kifu id:4 --to csa -o four.csa --quiet
analyse four.csa --json | jq -c .moves | cmp - <(sed -n 5p one | jq -c .moves) && echo "so is its record"
analyse db.kifu id:2 --json | jq -c .game
analyse db.kifu result:s --json --limit 1 | jq -c 'select(has("game")) | .result'
analyse db.kifu --limit 2 -o out/ --plot out/ | grep -c '^#'
ls out
echo "--- a report of each with --full"
analyse db.kifu --limit 2 --full | grep -c '^Kifu (material), 200 nodes a position'
echo "--- from an annotated game the values come back, each to the position that it is of"
kifu import again.kifu out/0.kif --quiet >/dev/null
kifu export again.kifu --to csa --quiet | grep -c "^'\*\* " >values
sed -n 1p one | jq '[.moves[], .last] | map(select(has("value") or (has("mate") and .mate != 0))) | length' | cmp - values && echo "all of them"
echo "--- nothing to do"
analyse db.kifu result:d player:nobody; echo $?
kifu analyse db.kifu player:nobody; echo $?
