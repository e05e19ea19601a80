#!/bin/bash
# Drawn patterns of Go, beside Kombilo: the table that its author published in 2017, with the
# questions drawn again from their descriptions.
#
# Kombilo's figures are of 33,999 professional games on its author's machine (one thread, processor
# time, a busy machine); ours of the 33,226 games of pro-to-2005 on this one.  The two collections
# share most of their games and differ in the rest, and so do the machines: the ratios say which
# order of magnitude to expect, no more.  Nirensei against nirensei (each player has both star
# points of one side, nothing else is on the board) was found in 1,594 of Kombilo's games.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release} KIFU=${KIFU:-$B/kifu} KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
games=$KIFU_DATA/go/pro-to-2005.tar.zst
if [[ ! -f $games ]]; then
    echo "skipped: there is no $games"
    exit 77
fi
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

field() { # NAME: the first number called NAME in the JSON on standard input
    sed -n "s/.*\"$1\":\([0-9.e+-]*\).*/\1/p" | head -n 1
}

bar() { # WHAT MEASURED RELATION REQUIRED UNIT
    awk -v what="$1" -v x="$2" -v relation="$3" -v y="$4" -v unit="$5" 'BEGIN {
        met = relation == "<=" ? x <= y : x >= y
        printf "  bar: %-44s %10.1f %s (required %s %s: %s)\n", what, x, unit, relation, y, met ? "met" : "NOT MET" }'
}

"$B/bench/run_timed" "$scratch/import" "$KIFU" import "$scratch/pro.kifu" "$games" --jobs 1 --quiet \
    >/dev/null || exit 1
read -r _ cpu peak <"$scratch/import"
json=$("$KIFU" info "$scratch/pro.kifu" --json) || exit 1
count=$(field games <<<"${json%%\"bytes\"*}")
printf '%d games, bytes a game:' "$count"
index=0
for part in games facts hashes metadata; do
    n=$(field "$part" <<<"${json#*\"bytes\"}")
    printf ' %s %.1f' "$part" "$(awk "BEGIN { print $n / $count }")"
    [[ $part == games ]] || index=$((index + n))
done
echo "; peak memory of the import $((peak >> 20)) MB"
bar "import with all indexes, s of processor time" "$cpu" "<=" 7.8 "s; Kombilo 39"
bar "bytes of index a game" "$(awk "BEGIN { print $index / $count }")" "<=" 1150 "B; Kombilo 5400"
"$B/bench/measure_patterns" "$scratch/pro.kifu"
