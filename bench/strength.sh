#!/bin/bash
# How strong the engine is: `kifu match` against other programs at equal time, one thread each, both
# colours of openings from real games.
#
#   BENCH_GAMES=200        games at 0.1 s a move against each (default: 20)
#   BENCH_LONG_GAMES=40    games at 1 s (default: 4)
#   BENCH_PILOT=8          games before, to see how much time the other program takes (default: 4)
#   BENCH_KEEP=FOLDER      keep the games, and go on with those that are there
#   PLAYER=kifu:FILE       another player in place of kifu
#
# Equal time is time *used*: programs overrun their limits, gpsusi by a lot. So Kifu's limit is what the
# other one took on average in the pilot. gnushogi knows whole seconds only and plays the long games alone.
# Programs measure time by the wall clock: a busy machine measures badly, so the mean time a move stands beside
# each result; one game at a time and two programs that take turns need one quiet processor.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release} KIFU=${KIFU:-$B/kifu} KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
. bench/bars.bash
games=${BENCH_GAMES:-20} long_games=${BENCH_LONG_GAMES:-4} pilot=${BENCH_PILOT:-4} player=${PLAYER:-kifu}
[[ -z ${BENCH_SMALL:-} ]] || games=4 long_games=2 pilot=2
book=$KIFU_DATA/shogi/openings/records2016_10818.sfen.zst
from=(--openings "$book") told="24 plies of real games"
[[ -f $book ]] || from=() told="Kifu's own book"

keep=${BENCH_KEEP:-}
[[ -n $keep ]] || { keep=$(mktemp -d) && trap 'rm -rf "$keep"' EXIT; }
mkdir -p "$keep"

# play PROGRAM GAMES MS OF-THE-PLAYER MS OF-THE-PROGRAM SEED FILE
play() {
    "$KIFU" match "$player" "$1" --games "$2" --movetime-a "$3" --movetime-b "$4" --seed "$5" "${from[@]}" \
        --patience 300 --json --jobs 1 --progress none -o "$keep/$6.csa"
}

# match PROGRAM GAMES MS REQUIRED: plays, tells, and compares the score in % with what is required.
match() {
    local program=$1 games=$2 ms=$3 required=$4 name=$1-$3 result used
    if [[ ! -x $(PATH=$PATH:/usr/games command -v "$program") ]]; then
        echo "$program is not measured: it is not installed"
        return
    fi
    used=$(play "$program" "$pilot" "$ms" "$ms" 2 "$name-pilot" | jq '.b.ms | round') || exit 3
    result=$(play "$program" "$games" "$used" "$ms" 1 "$name") || exit 3
    jq -r --arg ms "$ms" --arg used "$used" --arg player "$player" '
        def round1: . * 10 | round / 10;
        "\($player) against \(.b.name), limits of \($used) and \($ms) ms a move, \(.games) games: " +
        "+\(.wins) -\(.losses) =\(.draws), " +
        "\(.score * 100 | round1) %, Elo \(.elo | round) [\(.low | round), \(.high | round)]\n" +
        "    ms a move: \(.a.ms | round1) and \(.b.ms | round1), longest \(.a.worst) and \(.b.worst); " +
        "late \(.a.late) and \(.b.late); broke off \(.a.trouble) and \(.b.trouble)"' <<<"$result"
    bar "score against $program, $ms ms" "$(jq '.score * 100' <<<"$result")" ">=" "$required" "%"
}

command -v jq >/dev/null || { echo "strength: skipped: no jq"; exit 77; }
echo "openings: $told"
match fairy-stockfish "$games" 100 97
match gpsusi "$games" 100 65
match gnushogi "$long_games" 1000 95
match fairy-stockfish "$long_games" 1000 97
match gpsusi "$long_games" 1000 65
