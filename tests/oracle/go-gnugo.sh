#!/bin/bash
# Some hundreds of games, move by move over GTP: GNU Go has the same stones at the end.  Only games
# within the rules: it refuses the others.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
: "${B:=$TOP/build/release}"
data=$KIFU_DATA/go
PATH=$PATH:/usr/games
export LC_ALL=C
need_data pro-to-2005.tar.zst
need_data amateur-kgs-2015.tar.gz
need_command gnugo
need_command zstd
"${CC:-cc}" -std=c17 -O1 -D_GNU_SOURCE -I"$TOP/src" -o "$work/go_games" "$TOP/tests/oracle/go_games.c" \
    "$B/internal.a" -larchive -lxxhash -lm -pthread
"$work/go_games" "$data/pro-to-2005.tar.zst" | awk 'NR % 100 == 1' >"$work/games.tsv"
"$work/go_games" "$data/amateur-kgs-2015.tar.gz" | awk 'NR % 30 == 1' >>"$work/games.tsv"
"$work/go_games" "$data/messy-sgf.tar.zst" | awk 'NR % 10 == 1' >>"$work/games.tsv"

# Games as commands; setup in the middle is not for GTP.
awk -F '\t' -v want="$work/ours" '
    function colour(c) { return c ~ /^[bB]/ ? "black" : "white" }
    function play(c, points,    n, list, i) {
        n = split(points, list, ",")
        for (i = 1; i <= n; i++) print "play " c " " list[i]
    }
    $4 == "legal" && $6 !~ /[+=-]/ {
        n = split($5, start, " ")
        split(start[1], size, "x")
        if (size[1] != size[2] || size[1] > 19 || size[1] < 5) next
        print "boardsize " size[1]; print "clear_board"
        for (i = 3; i <= n; i++) play(colour(start[i]), substr(start[i], 3))
        n = split($6, moves, " ")
        for (i = 1; i <= n; i++) print "play " colour(moves[i]) " " substr(moves[i], 3, length(moves[i]) - 3)
        print "99 list_stones black"; print "99 list_stones white"
        n = split($7, end, " ")
        black = white = ""
        for (i = 3; i <= n; i++) if (end[i] ~ /^b/) black = substr(end[i], 3); else white = substr(end[i], 3)
        print black > want; print white > want
    }
    END { print "quit" }' "$work/games.tsv" >"$work/commands"
gnugo --mode gtp <"$work/commands" >"$work/answers"
refused=$(grep -c '^?' "$work/answers" || true)
sorted() { tr ' ' '\n' | sed '/^$/d' | sort | tr '\n' ' '; echo; }
grep '^=99' "$work/answers" | sed 's/^=99 *//' | while read -r line; do sorted <<<"$line"; done >"$work/theirs.sorted"
while read -r line; do sorted <<<"${line//,/ }"; done <"$work/ours" >"$work/ours.sorted"
games=$(($(wc -l <"$work/ours.sorted") / 2))
if [[ $refused -ne 0 || $games -lt 500 ]] || ! diff "$work/ours.sorted" "$work/theirs.sorted" >"$work/diff"; then
    grep '^?' "$work/answers" | head -5 | sed 's/^/# /' || true
    [[ ! -s $work/diff ]] || sed -n '1,20s/^/# /p' "$work/diff"
    echo "not ok 1 - $games games, $refused moves refused; boards differ (< ours, > GNU Go)"
    exit 1
fi
echo "ok 1 - $games games end with the stones that GNU Go has"
echo "1..1"
