#!/bin/bash
# Self-play: games that `kifu generate --engine` makes in a second of one core, into a database.
#
# CPU time, of one thread and of two: what a machine with two free cores makes in a second of the
# clock is twice the second figure.  BENCH_SMALL=1: a tenth of the games.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release} KIFU=${KIFU:-$B/kifu}
. bench/bars.bash
scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
less=1
[[ -z ${BENCH_SMALL:-} ]] || less=10

# play NODES GAMES JOBS: sets cpu, plies and draws.
play() {
    rm -rf "$scratch/db"
    "$B/bench/run_timed" "$scratch/took" "$KIFU" generate "$scratch/db" --engine --nodes "$1" --games "$2" \
        --jobs "$3" --json --progress none >"$scratch/told" || exit 3
    read -r _ cpu _ <"$scratch/took"
    plies=$(field plies <"$scratch/told") draws=$(field draws <"$scratch/told")
}

for row in "100 1000" "200 1000" "1000 200"; do
    read -r nodes games <<<"$row"
    games=$((games / less))
    play "$nodes" "$games" 1
    one=$(awk "BEGIN { print $games / $cpu }")
    play "$nodes" "$games" 2
    two=$(awk "BEGIN { print $games / $cpu }")
    printf '%d nodes a move, %d games, %.0f plies and %.1f %% draws: %.1f games/s of CPU with one thread, %.1f with two\n' \
        "$nodes" "$games" "$(awk "BEGIN { print $plies / $games }")" "$(awk "BEGIN { print 100 * $draws / $games }")" \
        "$one" "$two"
    [[ $nodes -ne 200 ]] ||
        bar "20,000 games on two cores" "$(awk "BEGIN { print 20000 / (2 * $two) / 60 }")" "<=" 30 "minutes"
done
