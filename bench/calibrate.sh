#!/bin/bash
# Calibration, part by part; each is a function below, and a name in PARTS.
#
#   samples    positions of a database as columns: marks (progress, check, hanging captures), static
#              values of the paper's function, results
#
# CPU time, the least of three runs, because a shared machine only ever adds time.  BENCH_SMALL=1: the
# 10,000 generated games in place of the 100,000.  BENCH_PARTS="samples ...": only these.
# shellcheck disable=SC2317  # parts are called by their names
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release} KIFU=${KIFU:-$B/kifu} KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
. bench/bars.bash
. bench/corpora.bash
PARTS=(samples)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
db=$(corpus "$([[ -n ${BENCH_SMALL:-} ]] && echo 10k || echo 100k)") || exit 3

per_second() { # POSITIONS SECONDS
    awk "BEGIN { printf \"%.2f\", $1 / $2 / 1e6 }"
}

# Beside the same values of each position by itself, and beside opening the columns that were kept.
samples() {
    local told rows sheets kept afresh afresh_rows
    told=$("$B/bench/measure_sheets" 3 "$db") || return 3
    rows=$(field positions <<<"$told") sheets=$(field sheets <<<"$told") kept=$(field kept <<<"$told")
    afresh=$(field afresh <<<"$told") afresh_rows=$(field afresh_positions <<<"$told")
    printf '%d positions as columns: CPU %.2f s with one thread; the second time, from the files kept: %.3f s\n' \
        "$rows" "$sheets" "$kept"
    printf '  value and progress alone, each position by itself: %s million positions/s\n' \
        "$(per_second "$afresh_rows" "$afresh")"
    bar "million static samples a second and core" "$(per_second "$rows" "$sheets")" ">=" 1 "M/s"
}

status=0
for part in ${BENCH_PARTS:-"${PARTS[@]}"}; do
    echo "-- $part"
    "$part" || status=$?
done
exit $status
