#!/bin/bash
# What the page asks while somebody edits, at the server: bench/measure_page.c says what that is.
#
# 240,000 generated games of shogi (seed 1, from real openings where there are any) and of Go.
# Times are processor time of the server's process for one request.  With a time limit, as the page
# asks first, an answer may be from a part of the games; "whole" is without one.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release}
. bench/corpora.bash
size=240k
[[ -z ${BENCH_SMALL:-} ]] || size=10k
# Measured in the same way, with 940 such questions, on the machine of docs/bench.md, load 10 to 20.
cat <<'END'
for comparison, 240k as it was when every request searched for itself, CPU, ms:
                            mean       p50       p90       p99     worst  within 50 ms
  search                   37.40      2.69    117.19    430.89    565.91        80.4 %
  moves                    76.95      2.88    210.25   1142.90   1596.08        78.3 %
  facets                   48.13      2.66    173.84    517.05    652.21        79.1 %
  facets/names            276.68    213.82    645.84    985.08   1160.28        21.4 %
  all after a change      439.19    244.10   1076.13   2730.20   3485.25        21.3 %
END
for game in "" go-; do
    db=$(corpus "$game$size") || exit 3
    echo "-- $game$size, as the page asks"
    "$B/bench/measure_page" stream "$db" || exit 3
    echo "-- $game$size, whole answers"
    "$B/bench/measure_page" whole "$db" || exit 3
done
