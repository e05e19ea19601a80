#!/bin/bash
# The search: positions a second with one thread and with two, by the default evaluation.
#
# `kifu bench engine` searches a fixed set of positions, most of them of middle games.  Seconds are
# those of the clock; a busy machine measures badly.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release} KIFU=${KIFU:-$B/kifu}
. bench/bars.bash
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
depth=14
[[ -z ${BENCH_SMALL:-} ]] || depth=9

# rate THREADS: nodes in a second of the clock, the best of three runs; sets best.
rate() {
    best=0
    for _ in 1 2 3; do
        "$B/bench/run_timed" "$scratch/took" "$KIFU" bench engine --depth "$depth" --hash 64 --threads "$1" --json \
            >"$scratch/told" || exit 3
        read -r wall _ <"$scratch/took"
        best=$(awk -v n="$(field nodes <"$scratch/told")" -v s="$wall" -v b="$best" \
            'BEGIN { r = n / s; print (r > b ? r : b) }')
    done
}

rate 1
one=$best
rate 2
printf 'depth %d: %.2f million nodes/s with one thread, %.2f with two\n' "$depth" \
    "$(awk "BEGIN { print $one / 1e6 }")" "$(awk "BEGIN { print $best / 1e6 }")"
bar "million nodes a second, one thread" "$(awk "BEGIN { print $one / 1e6 }")" ">=" 1.5 "M/s"
bar "two threads, times one" "$(awk "BEGIN { print $best / $one }")" ">=" 1.6 "x"
