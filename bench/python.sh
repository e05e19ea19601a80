# Python against C: how much longer a search takes from Python, and how fast it reads records.
#
# A search is one for a rare whole position, 20,000 times in each of five runs of either program, which
# take turns; the smallest median counts.
# shellcheck source-path=SCRIPTDIR
set -eu
cd "$TOP"
source bench/corpora.bash
python=${PYTHON:-/usr/bin/python3}
[[ -f $B/python/kifu/_kifu.abi3.so ]] || { echo "the Python package is not built: make python"; exit 77; }
export PYTHONPATH=$B/python
db=$(corpus 10k)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

query=$("$python" bench/python_calls.py position "$db")
for _ in 1 2 3 4 5; do
    "$B/bench/measure_library" "$db" "$query" 20000 >>"$work/c"
    "$python" bench/python_calls.py search "$db" "$query" 20000 >>"$work/python"
done
"$KIFU" export "$db" "moves>=1" --to csa -o "$work/games.csa" --quiet 2>/dev/null ||
    "$KIFU" export "$db" --to csa -o "$work/games.csa" --quiet
c=$(sort -n "$work/c" | head -n 1) py=$(sort -n "$work/python" | head -n 1)
echo "search for a rare position, median: C $c µs, Python $py µs"
awk -v c="$c" -v py="$py" 'BEGIN { printf "    Python / C: %.2f; Python - C: %.1f µs (at most 20)\n", py / c, py - c; exit py - c > 20 }' || failed=1
c=$("$B/bench/measure_library" --read "$work/games.csa") py=$("$python" bench/python_calls.py read "$work/games.csa")
echo "reading CSA from memory: C $c games/s, Python $py games/s of one processor"
awk -v c="$c" -v py="$py" 'BEGIN { printf "    Python / C: %.2f\n", py / c }'
read -r legal push < <("$python" bench/python_calls.py boards "$db") || true
[[ -z ${legal:-} ]] || echo "boards: $legal legal moves/s, $push moves made and taken back/s"
read -r in_c by_loop < <("$python" bench/python_calls.py perft)
echo "perft of the start, one processor: $in_c million/s in C, $by_loop million/s by a loop over legal_moves"
read -r plain shuffled rate < <("$python" bench/python_calls.py batches "$db")
echo "batches with all features: $plain µs of processor time a row, $shuffled µs shuffled (at most 2); $rate rows/s by the clock"
awk -v us="$shuffled" 'BEGIN { exit us > 2 }' || failed=1
exit "${failed:-0}"
