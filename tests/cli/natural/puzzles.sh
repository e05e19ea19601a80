# A page of puzzles: the same for the same seed, at most one of a game, moves that a search confirms.
exec 2>&1
network=$TOP/tests/cli/natural/tiny.network
kifu generate db.kifu --games 8 --seed 4 --quiet
puzzles() { kifu natural puzzles db.kifu --network "$network" --nodes 300 "$@"; }
puzzles -o p.html
kifu natural found db.kifu --network "$network" --quiet
puzzles 'ply:20..' -o one.html --count 3
puzzles 'ply:20..' -o two.html --count 3 --quiet && cmp one.html two.html && echo same
puzzles 'ply:20..' -o other.html --count 3 --seed 2 --quiet && ! cmp -s one.html other.html && echo other
grep -c 'http-equiv="Content-Security-Policy"' one.html
grep -oE 'https?://[^"<\\ ]*' one.html | sort -u # a name space, asked of nobody
sed -n 's/.*id="data">\(.*\)<\/script>.*/\1/p' one.html >data.json
jq -c '[.class, .nodes, (.items | length)]' data.json
jq -c '.items | map(.source) | unique | length' data.json
jq -c '.items[] | [.ply >= 20, .turn == "black" or .turn == "white", .move.en != .missed.en, .found.pro > .found.amateur,
    (.worth != "gap" or .gap >= 150), (.svg.en | startswith("<svg")), (.svg.ja | length > 1000)] | all' data.json
# Thresholds by query, the class by name.
puzzles 'found.pro>=0.001 ply:30..' -o q.html --count 1 --class online --quiet && grep -o '"class":"online"' q.html
puzzles 'found.pro>=0.99' -o none.html
# Ctrl-C ends a search that would take days.
timeout -s INT -k 300 2 kifu natural puzzles db.kifu 'ply:20..' --network "$network" --nodes 9000000000000 -o none.html --quiet
echo "status $?"
puzzles 'ply:20..' -o none.html --class pro
puzzles 'ply:20..'
puzzles 'ply:20..' -o one.html
puzzles 'found.pro>=' -o none.html
[ -e none.html ] || echo "nothing was written"
