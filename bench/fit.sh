#!/bin/bash
# Weights fitted by logistic regression: regression_fit() beside R's glm.fit on the same examples,
# one thread each, processor time of the fit alone (the best of three of ours; R's once, it takes
# long); then sparse examples, made anew in every pass.
#
# BENCH_SMALL=1: a tenth of the examples.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release}
. bench/bars.bash
rows=10000000
[[ -z ${BENCH_SMALL:-} ]] || rows=1000000
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export OPENBLAS_NUM_THREADS=1

value() { # NAME FILE
    awk -v name="$1" '$1 == name { print $2 }' "$2"
}
ratio() { awk "BEGIN { print $1 / $2 }"; }

features=4 best=0
for turn in 1 2 3; do
    # R reads the same examples from a file
    file=()
    [[ $turn -ne 1 ]] || ! command -v Rscript >/dev/null || file=("$scratch/examples")
    "$B/bench/measure_fit" dense $rows $features "${file[@]}" >"$scratch/ours" || exit 3
    cpu=$(value cpu "$scratch/ours")
    best=$(awk "BEGIN { print ($best == 0 || $cpu < $best) ? $cpu : $best }")
done
printf '%d examples, %d features: CPU %.2f s, %d steps, %.0f ns an example\n' \
    $rows $features "$best" "$(value steps "$scratch/ours")" "$(awk "BEGIN { print 1e9 * $best / $rows }")"
if command -v Rscript >/dev/null; then
    LC_ALL=C.UTF-8 Rscript --vanilla bench/glm_fit.R "$scratch/examples" $rows $features >"$scratch/theirs" || exit 3
    rm "$scratch/examples"
    theirs=$(value cpu "$scratch/theirs")
    printf "    R's glm.fit: CPU %.2f s, %d steps; %.0f MB\n" \
        "$theirs" "$(value steps "$scratch/theirs")" "$(value peak_mb "$scratch/theirs")"
    paste -d ' ' <(grep ^weight "$scratch/ours") <(grep ^weight "$scratch/theirs") |
        awk '{ a = ($2 - $5) / $6; b = ($3 - $6) / $6; a = a < 0 ? -a : a; b = b < 0 ? -b : b
               x = a > x ? a : x; y = b > y ? b : y }
             END { printf "    weights differ by %.1e of their errors at most, errors by %.1e of themselves\n", x, y }'
    bar "CPU time of glm.fit, times ours" "$(ratio "$theirs" "$best")" ">=" 10 "x"
else
    echo "    R is not installed: not compared"
fi

nonzero=40 threads=2
"$B/bench/measure_fit" sparse $rows 1000 $nonzero $threads >"$scratch/sparse" || exit 3
printf '%d examples, 1000 features, %d of them not 0: %.0f s with %d threads, CPU %.0f s, %d steps\n' $rows $nonzero \
    "$(value seconds "$scratch/sparse")" $threads "$(value cpu "$scratch/sparse")" "$(value steps "$scratch/sparse")"
printf '    making them anew takes %.0f ns an example in every pass; weights are off by %.5f (root of the mean square)\n' \
    "$(value making_ns "$scratch/sparse")" "$(value off "$scratch/sparse")"
bar "peak memory" "$(value peak_mb "$scratch/sparse")" "<=" 100 "MB"
bar "minutes" "$(awk "BEGIN { print $(value seconds "$scratch/sparse") / 60 }")" "<=" 10 "min"
