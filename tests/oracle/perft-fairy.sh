#!/bin/bash
# Legal moves of 1,000 random positions, move by move, against fairy-stockfish.  It does not know
# that a dropped pawn may not mate; those moves, as the naive rules find them, are allowed for, and
# nothing else.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
: "${B:=$TOP/build/release}"
export LC_ALL=C
PATH=$PATH:/usr/games
need_command fairy-stockfish
positions=1000
[[ ${KIFU_TEST_SCOPE:-} != long ]] || positions=20000

"${CC:-cc}" -std=c17 -O1 -D_GNU_SOURCE -I"$TOP/src" -I"$TOP/tests/unit" -o "$work/positions" \
    "$TOP/tests/oracle/shogi_positions.c" "$B/internal.a" -lxxhash -lm -pthread
"$work/positions" "$positions" >"$work/positions.txt"

# One line a move, "number move", sorted.
awk '$1 == "sfen" { n++; next } { print n, $1 }' "$work/positions.txt" | sort >"$work/ours"
awk 'BEGIN { print "usi" } $1 == "sfen" { print "position " $0; print "go perft 1" }
     END { print "quit" }' "$work/positions.txt" >"$work/commands"
fairy-stockfish <"$work/commands" >"$work/answers"
awk '/^Nodes searched/ { n++ } /^[1-9A-Z][a-i*][1-9][a-i]\+?: 1$/ { sub(":", ""); print n + 1, $1 }' \
    "$work/answers" | sort >"$work/theirs"

answered=$(grep -c '^Nodes searched' "$work/answers")
[[ $answered -eq $positions ]] || { echo "not ok 1 - $answered answers to $positions positions"; exit 1; }
if ! diff "$work/ours" "$work/theirs" >"$work/diff"; then
    sed -n '1,20s/^/# /p' "$work/diff"
    echo "not ok 1 - moves differ (< ours, > fairy-stockfish; position number and move)"
    exit 1
fi
mates=$(grep -c ' mate$' "$work/positions.txt")
[[ $mates -ge 3 ]] || { echo "not ok 1 - only $mates pawn-drop mates: the test has lost its point"; exit 1; }
echo "# $(wc -l <"$work/ours") moves, $mates of them pawn-drop mates"
echo "ok 1 - $positions positions agree with fairy-stockfish"
echo "1..1"
