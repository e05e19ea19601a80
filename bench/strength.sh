#!/bin/bash
# How strong the engine is: `kifu match` against other programs at equal time, one thread each, both
# colours of openings from real games.
#
#   BENCH_GAMES=200        games at 0.1 s a move against each (default: 20)
#   BENCH_LONG_GAMES=40    games at 1 s (default: 4)
#   PLAYER=kifu:FILE       another player in place of kifu
#
# gnushogi knows whole seconds only and plays the long games alone.  Programs measure time by the
# wall clock: a busy machine measures badly, so the mean time a move stands beside each result; one
# game at a time and two programs that take turns need one quiet processor.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release} KIFU=${KIFU:-$B/kifu} KIFU_DATA=${KIFU_DATA:-$PWD/../shared/data}
. bench/bars.bash
games=${BENCH_GAMES:-20} long_games=${BENCH_LONG_GAMES:-4} player=${PLAYER:-kifu}
[[ -z ${BENCH_SMALL:-} ]] || games=4 long_games=2
book=$KIFU_DATA/shogi/openings/records2016_10818.sfen.zst
from=(--openings "$book") told="24 plies of real games"
[[ -f $book ]] || from=() told="Kifu's own book"

# match PROGRAM GAMES MS REQUIRED: plays, tells, and compares the score in % with what is required.
match() {
    local program=$1 games=$2 ms=$3 required=$4 result
    if [[ ! -x $(PATH=$PATH:/usr/games command -v "$program") ]]; then
        echo "$program is not measured: it is not installed"
        return
    fi
    result=$("$KIFU" match "$player" "$program" --games "$games" --movetime "$ms" "${from[@]}" \
        --patience 300 --json --jobs 1 --progress none) || exit 3
    jq -r --arg ms "$ms" --arg player "$player" '
        def round1: . * 10 | round / 10;
        "\($player) against \(.b.name), \($ms) ms a move, \(.games) games: +\(.wins) -\(.losses) =\(.draws), " +
        "\(.score * 100 | round1) %, Elo \(.elo | round) [\(.low | round), \(.high | round)]\n" +
        "    ms a move: \(.a.ms | round1) and \(.b.ms | round1), longest \(.a.worst) and \(.b.worst); " +
        "late \(.a.late) and \(.b.late); broke off \(.a.trouble) and \(.b.trouble)"' <<<"$result"
    bar "score against $program, $ms ms" "$(jq '.score * 100' <<<"$result")" ">=" "$required" "%"
}

command -v jq >/dev/null || { echo "strength: skipped: no jq"; exit 77; }
echo "openings: $told"
match fairy-stockfish "$games" 100 80
match gpsusi "$games" 100 50
match gnushogi "$long_games" 1000 95
match fairy-stockfish "$long_games" 1000 80
match gpsusi "$long_games" 1000 50
