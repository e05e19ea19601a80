#!/bin/bash
# The model of people's moves without a search: positions judged a second, all legal moves each.
#
# Positions of real games from the 41st move on (else of generated ones), one thread, CPU time, the
# least of five runs; the bar is for two threads, which share nothing but the model.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release} KIFU=${KIFU:-$B/kifu} KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
. bench/bars.bash
. bench/corpora.bash
db=$(corpus "$(have_real && echo real || echo 10k)") || exit 3
told=$("$B/bench/measure_natural" - 5 "$db") || exit 3
positions=$(field positions <<<"$told")
rate=$(awk "BEGIN { printf \"%.0f\", $positions / $(field seconds <<<"$told") }")
printf '%d positions with %.0f moves each: %d/s with one thread, %.0f/s without AVX2\n' "$positions" \
    "$(awk "BEGIN { print $(field moves <<<"$told") / $positions }")" "$rate" \
    "$(awk "BEGIN { print $positions / $(field base <<<"$told") }")"
bar "thousand positions a second, two threads" "$(awk "BEGIN { print 2 * $rate / 1000 }")" ">=" 100 "k/s"
