#!/bin/bash
# What people ask: 400 questions of each game, by kind; bench/measure_asked.c says what they are.
#
# Generated games (seed 1, from real openings where there are any) of shogi, in three sizes, and of Go.
# BENCH_SMALL=1 leaves out what is larger than 10,000 games: for trying this script.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release}
. bench/corpora.bash
sizes=(10k 240k 1m go-10k go-240k)
[[ -z ${BENCH_SMALL:-} ]] || sizes=(10k go-10k)
for size in "${sizes[@]}"; do
    db=$(corpus "$size") || exit 3
    echo "-- $size"
    "$B/bench/measure_asked" times "$db" || exit 3
done
