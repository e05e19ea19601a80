#!/bin/bash
# How fast games of Go come into a database with all its indexes, and how large it is.
#
# The corpus is go/pro-to-2005.tar.zst of KIFU_DATA.  Beside it stand Kombilo, by the figures that its
# author gives (39 s of CPU and 5.4 kB a game for 33,999 games, another machine), and reading and
# playing a part of the games with @sabaki/sgf and @sabaki/go-board, which is where a page or a
# script of a user's own would begin.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release}
KIFU=${KIFU:-$B/kifu}
KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
. bench/bars.bash
games_file=$KIFU_DATA/go/pro-to-2005.tar.zst
sample_share=50
[[ -f $games_file ]] || { echo "skipped: no go/pro-to-2005.tar.zst under KIFU_DATA"; exit 77; }
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

calculate() {
    awk "BEGIN { print $1 }"
}

# Best of three: seconds, CPU and peak memory of the run that took the least CPU.
measure_import() { # JOBS
    local seconds cpu peak
    best=
    for _ in 1 2 3; do
        rm -rf "$scratch/db.kifu"
        "$B/bench/run_timed" "$scratch/took" "$KIFU" import "$scratch/db.kifu" "$games_file" --jobs "$1" \
            --quiet --progress none >/dev/null || return 1
        read -r seconds cpu peak <"$scratch/took"
        [[ -n $best ]] && awk "BEGIN { exit !($best_cpu <= $cpu) }" || best=$seconds best_cpu=$cpu best_peak=$peak
    done
    printf 'sgf, %d games, --jobs %d: %.2f s, CPU %.2f s, %.0f games/s; peak memory %.0f MB\n' "$games" "$1" \
        "$best" "$best_cpu" "$(calculate "$games / $best")" "$(calculate "$best_peak / 1e6")"
}

print_sizes() {
    local json part n all=0 index=0
    json=$("$KIFU" info "$scratch/db.kifu" --json) || return 1
    printf 'bytes a game:'
    for part in games facts hashes metadata; do
        n=$(field "$part" <<<"${json#*\"bytes\"}")
        printf ' %s %.1f' "$part" "$(calculate "$n / $games")"
        all=$((all + n))
        [[ $part != facts && $part != hashes ]] || index=$((index + n))
    done
    printf '\n'
    bar "indexes, bytes a game" "$(calculate "$index / $games")" "<=" 1150 "B"
    bar "the whole database, bytes a game" "$(calculate "$all / $games")" "<=" 1700 "B; Kombilo 5400"
}

# Every so many-th game, with a zero byte behind each.
compare_with_sabaki() {
    local rate
    mkdir "$scratch/files" && tar -C "$scratch/files" -I zstd -xf "$games_file" || return 1
    find "$scratch/files" -name '*.sgf' | LC_ALL=C sort | awk "NR % $sample_share == 0" |
        while read -r file; do cat "$file" && printf '\0'; done >"$scratch/sample"
    rate=$(node bench/sabaki_bench.mjs "$scratch/sample" play 2>/dev/null)
    if [[ -z $rate ]]; then
        echo "no ratio to @sabaki: node or tests/oracle/node_modules missing (scripts/deps bench)"
        return 0
    fi
    printf '@sabaki/sgf and @sabaki/go-board, read and played only: %.0f games/s; ours with everything: %.0f times that\n' \
        "$rate" "$(calculate "$games / $one_core_cpu / $rate")"
}

rm -rf "$scratch/db.kifu"
"$KIFU" import "$scratch/db.kifu" "$games_file" --quiet --progress none >/dev/null || exit 3
json=$("$KIFU" info "$scratch/db.kifu" --json) || exit 3
games=$(field games <<<"${json%%\"bytes\"*}")
measure_import 1 || exit 3
one_core_cpu=$best_cpu
bar "games a second of one core, all indexes" "$(calculate "$games / $best_cpu")" ">=" 10000 "games/s"
bar "CPU of Kombilo (39 s), times ours" "$(calculate "39 / $best_cpu")" ">=" 5 "x"
measure_import "$(nproc)" || exit 3
bar "peak memory beyond the database written" \
    "$(calculate "($best_peak - $(du -sb "$scratch/db.kifu" | cut -f1)) / 1048576")" "<=" 256 "MiB"
print_sizes
compare_with_sabaki
