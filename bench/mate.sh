#!/bin/bash
# Mate problems: `kifu mate` beside libosl's Dfpn, on the same files in the same run.
#
# CPU time of one thread; the programs take turns and the best of three counts, because a shared
# machine only ever adds time.  libosl makes a new table for each problem; what that takes is
# measured apart and taken off, so that searches are compared.  BENCH_SMALL=1: 200 problems each.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release} KIFU=${KIFU:-$B/kifu} KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
. bench/bars.bash
problems=$KIFU_DATA/shogi/mates
[[ -f $problems/nshogi-mate-11-ply.sfen ]] || { echo "mate: skipped: no mate problems in $KIFU_DATA"; exit 77; }
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
count=1000
[[ -z ${BENCH_SMALL:-} ]] || count=200
trap 'rm -rf "$scratch"' EXIT
# Debian's library is built with OSL_SMP, on which the layout of its classes depends.
peer=$scratch/osl_dfpn
if ! g++ -O2 -DNDEBUG -DOSL_SMP -o "$peer" bench/osl_dfpn.cc -losl 2>"$scratch/why"; then
    echo "libosl's Dfpn is not measured: $(grep -m 1 -o 'error: .*\|cannot find.*\|not found' "$scratch/why")"
    peer=
fi

# solve FILE [OPTION]...: sets mates, nodes, length and the CPU seconds it took.
solve() {
    local file=$1
    shift
    "$B/bench/run_timed" "$scratch/took" "$KIFU" mate "$file" --json --jobs 1 --progress none --quiet "$@" \
        >"$scratch/answers" || return 1
    read -r _ cpu _ <"$scratch/took"
    read -r mates nodes length < <(sed 's/.*"result":"\([a-z]*\)","length":\([0-9]*\).*"nodes":\([0-9]*\).*/\1 \2 \3/' "$scratch/answers" |
        awk '$1 == "mate" { m++; l += $2; n += $3 } END { print m, n, l / m }')
}

lesser() { awk "BEGIN { print ($1 == 0 || $2 < $1) ? $2 : $1 }"; }

for plies in 7 9 11; do
    file=$scratch/$plies.sfen
    head -n "$count" "$problems/nshogi-mate-$plies-ply.sfen" >"$file"
    total=$(wc -l <"$file") best=0 theirs=0 whole=0
    for _ in 1 2 3; do
        solve "$file" || exit 3
        best=$(lesser "$best" "$cpu")
        [[ -n $peer ]] || continue
        read -r _ peer_mates peer_nodes peer_whole peer_cpu < <("$peer" "$file" 1000000) || exit 3
        theirs=$(lesser "$theirs" "$peer_cpu") whole=$(lesser "$whole" "$peer_whole")
    done
    printf '%d plies, %d problems: kifu mate solves %d, %d nodes, mean length %.1f, CPU %.2f s\n' \
        "$plies" "$total" "$mates" "$nodes" "$length" "$best"
    [[ -z $peer ]] || printf '    libosl Dfpn solves %d, %d nodes, CPU %.2f s (%.2f s with its tables)\n' \
        "$peer_mates" "$peer_nodes" "$theirs" "$whole"
    bar "problems not solved" "$((total - mates))" "<=" 0 ""
    [[ -z $peer || $plies -ne 11 ]] ||
        bar "CPU time, % of libosl's" "$(awk "BEGIN { print 100 * $best / $theirs }")" "<=" 100 "%"
done
solve "$scratch/11.sfen" --shortest || exit 3
printf '11 plies with --shortest: solves %d, mean length %.2f, CPU %.2f s\n' "$mates" "$length" "$cpu"
