#!/bin/bash
# Mining: what both encodings and the four methods of the paper cost, step by step, and how that grows.
#
# The corpus is go/pro-to-2005.tar.zst of KIFU_DATA, a quarter of its games, half, and all; twice as
# much is all of them and as many symbols again, spliced from pieces of 3 to 8 symbols that are taken
# from anywhere: there are no more games, and the same ones twice would be one long repetition.  Column
# "shared" says how repetitive a text is: symbols that neighbours in the order of suffixes share.
# Seconds are of all processors together; memory is the most that the process had.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release}
KIFU=${KIFU:-$B/kifu}
KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
games=$KIFU_DATA/go/pro-to-2005.tar.zst
[[ -f $games ]] || { echo "skipped: no go/pro-to-2005.tar.zst under KIFU_DATA"; exit 77; }
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
"$KIFU" import "$scratch/pro.kifu" "$games" --quiet --progress none >/dev/null || exit 3

measure() { # QUARTERS THREADS FILE
    "$B/bench/mine_cost" "$scratch/pro.kifu" "$1" "$2" >"$scratch/$3" || exit 3
}

figure() { # FILE ENCODING STEP
    awk -v e="$2" -v step="$3" '$1 == e && $2 == step { print $3 }' "$scratch/$1"
}

bar() { # WHAT MEASURED REQUIRED UNIT
    awk -v what="$1" -v x="$2" -v y="$3" -v unit="$4" 'BEGIN {
        printf "  bar: %-44s %10.1f %s (required <= %s: %s)\n", what, x, unit, y, x <= y ? "met" : "NOT MET" }'
}

echo "-- CPU seconds by step"
printf '%-10s %10s %8s %8s %8s %8s %8s %8s %8s %8s %8s\n' corpus symbols shared encode index nf entropy sfp msfp all 'µs/sym'
for quarters in 1 2 4 8; do
    measure $quarters 2 "cost.$quarters"
    for e in es er; do
        row=("$(awk -v q=$quarters 'BEGIN { print q / 4 }') x $e" "$(figure cost.$quarters $e symbols)" "$(figure cost.$quarters $e shared)")
        for step in encode index nf entropy sfp msfp; do
            row+=("$(figure cost.$quarters $e $step)")
        done
        # reading the games takes the same for every size, so it stays out of the sum
        total=$(awk 'BEGIN { for (i = 1; i < ARGC; i++) sum += ARGV[i]; printf "%.3f", sum }' "${row[@]:4}")
        printf '%-10s %10s %8s %8s %8s %8s %8s %8s %8s %8s %8s\n' "${row[@]}" "$total" \
            "$(awk -v t="$total" -v n="${row[1]}" 'BEGIN { printf "%.3f", t / n * 1e6 }')"
    done
done
measure 4 1 threads.1
measure 4 3 threads.3
same=$(for file in threads.1 cost.4 threads.3; do figure $file all found; done | sort -u | wc -l)
echo "the same sequences, 8 lists of 25,000, by 1, 2 and 3 threads: $([[ $same == 1 ]] && echo yes || echo NO)"
bar "both encodings, four methods, CPU" "$(figure cost.4 all cpu)" 15 s
bar "both encodings, four methods, memory" "$(awk -v b="$(figure cost.4 all bytes)" 'BEGIN { print b / 1e6 }')" 1500 MB
[[ $same == 1 ]]
