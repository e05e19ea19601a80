#!/bin/bash
# The database: how large it is, how fast games come in, how fast positions are found.
#
# Corpora are generated games (seed 1, from real openings where there are any), of 10,000 to a
# million, and all real games of KIFU_DATA; they are made once and kept in build/bench-corpora.
# BENCH_SMALL=1 leaves out what is larger than 10,000 games: for trying this script.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release}
. bench/corpora.bash
. bench/bars.bash
sizes=(10k 100k 240k 1m) main=240k
[[ -z ${BENCH_SMALL:-} ]] || sizes=(10k) main=10k
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# --- The corpora --------------------------------------------------------------------------------

describe_corpora() {
    local real
    echo "-- corpora: generated games beside real ones"
    real=$(real_paths | paste -sd,)
    "$B/bench/corpus_stats" --openings "$1" ${real:+"real=$real"} "generated=20000" |
        grep -E '^ |^games|^plies|percentile|median|^postings a game|pairs|^duplicate|first (1000|4000) |keys that|^moves:|distance' |
        grep -vE ' (pawn|lance|knight|silver|bishop|rook|gold|king|horse|dragon|\+|drop )'
    "$KIFU" census "$(corpus "$main")" --json --progress none >"$scratch/census" || return 1
    local games plies positions distinct
    games=$(sed 's/,"positions".*//' "$scratch/census" | field games)
    plies=$(field plies <"$scratch/census")
    positions=$(sed 's/,"frequencies".*//' "$scratch/census" | field positions)
    distinct=$(sed 's/,"frequencies".*//' "$scratch/census" | field distinct)
    echo "$main: $games games"
    bar "plies a game" "$(awk "BEGIN { print $plies / $games }")" ">=" 100 ""
    bar "duplicate positions" "$(awk "BEGIN { print 100 * (1 - $distinct / $positions) }")" "<=" 20 "%"
}

# --- Sizes --------------------------------------------------------------------------------------

print_sizes() { # NAME DB
    local json games part
    json=$("$KIFU" info "$2" --json) || return 1
    games=$(field games <<<"${json%%\"bytes\"*}")
    printf '%s: %d games, bytes a game:' "$1" "$games"
    local total=0 facts=0 n
    for part in games facts hashes metadata; do
        n=$(field "$part" <<<"${json#*\"bytes\"}")
        printf ' %s %.1f' "$part" "$(awk "BEGIN { print $n / $games }")"
        total=$((total + n))
        [[ $part != facts ]] || facts=$n
    done
    printf '\n'
    bar "facts, bytes a game" "$(awk "BEGIN { print $facts / $games }")" "<=" 380 "B"
    local most=900 # of games with the headers of real ones 100 more
    [[ $1 != *real* ]] || most=1000
    [[ $1 == *with* ]] ||
        bar "the whole database, bytes a game" "$(awk "BEGIN { print $total / $games }")" "<=" "$most" "B"
}

# --- Import -------------------------------------------------------------------------------------

# A tar of generated games in a format, one file a game.
import_input() { # FORMAT GAMES
    local tar=$CORPORA/$1-$2.tar
    if [[ ! -f $tar ]]; then
        mkdir "$scratch/$1" &&
            "$KIFU" generate - --games "$2" --to csa --progress none |
            "$KIFU" convert - --to "$1" -o "$scratch/$1/" --quiet --progress none &&
            tar -C "$scratch/$1" -cf "$tar.part" . && mv "$tar.part" "$tar"
        rm -rf "${scratch:?}/$1"
    fi
    echo "$tar"
}

measure_import() { # FORMAT GAMES BAR
    local tar jobs seconds cpu peak best best_cpu segment
    tar=$(import_input "$1" "$2")
    for jobs in 1 "$(nproc)"; do
        best=
        for _ in 1 2 3; do
            rm -rf "$scratch/db.kifu"
            "$B/bench/run_timed" "$scratch/took" "$KIFU" import "$scratch/db.kifu" "$tar" --jobs "$jobs" \
                --quiet --progress none >/dev/null || return 1
            read -r seconds cpu peak <"$scratch/took"
            [[ -n $best ]] && awk "BEGIN { exit !($best_cpu <= $cpu) }" || best=$seconds best_cpu=$cpu
        done
        segment=$(du -sb "$scratch/db.kifu" | cut -f1)
        printf '%s, %d games, --jobs %d: %.2f s, CPU %.2f s, %.0f games/s; peak memory %.0f MB, database %.0f MB\n' \
            "$1" "$2" "$jobs" "$best" "$best_cpu" "$(awk "BEGIN { print $2 / $best }")" \
            "$(awk "BEGIN { print $peak / 1e6 }")" "$(awk "BEGIN { print $segment / 1e6 }")"
        [[ $jobs -ne 1 || -z $3 ]] ||
            bar "games a second of one core, all indexes" "$(awk "BEGIN { print $2 / $best_cpu }")" ">=" "$3" "games/s"
    done
    bar "peak memory beyond the database written" \
        "$(awk "BEGIN { print ($peak - $segment) / 1048576 }")" "<=" 256 "MiB"
}

# ------------------------------------------------------------------------------------------------

dbs=()
for size in "${sizes[@]}"; do
    dbs+=("$(corpus "$size")") || exit 3
done
if openings >/dev/null; then
    describe_corpora "$(openings)"
else
    echo "corpora: no real games in $KIFU_DATA; generated games begin with Kifu's own book"
fi
echo "-- sizes"
for i in "${!sizes[@]}"; do
    print_sizes "${sizes[i]} generated" "${dbs[i]}"
done
if have_real; then
    print_sizes "all real games, comments and variations aside" "$(corpus real-bare)"
    print_sizes "all real games, with comments and variations" "$(corpus real)"
fi
echo "-- import"
measure_import csa 20000 15000
measure_import kif 20000 8000
[[ -n ${BENCH_SMALL:-} ]] || measure_import csa 100000 ""
echo "-- search, $main generated games: the paper's methods and ours, one thread"
"$B/bench/measure_search" compare "$(corpus "$main")" || exit 3
echo "-- a plain replay of $main games, all cores"
"$B/bench/measure_search" scan "$(corpus "$main")" || exit 3
echo "-- growth"
"$B/bench/measure_search" growth "${dbs[@]}" || exit 3
