#!/bin/bash
# The models of people's moves without a search: positions judged a second, all legal moves each.
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

# A network of 256 channels and 12 blocks with random weights: time does not depend on them.
told=$("$B/bench/measure_network" 256 12 5) || exit 3
for kernel in v4:AVX-512 v3:AVX2 'base:any processor'; do
    batch=$(field "${kernel%%:*}_batch" <<<"$told")
    [[ -n $batch ]] || continue # not on this processor
    printf 'network 256x12, %s: %.1f positions/s with one thread, eight at a time; %.1f one at a time\n' "${kernel#*:}" \
        "$(awk "BEGIN { print 1000 / $batch }")" "$(awk "BEGIN { print 1000 / $(field "${kernel%%:*}_single" <<<"$told") }")"
done
