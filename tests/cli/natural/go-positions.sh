# Rows of Go: one for each move of boards of 19 by 19, a pass behind a game that was counted, nothing behind edits and suicide.
sgf() { printf '(;SZ[%s]RE[%s]%s)\n' "$2" "$3" "$4" >"$1.sgf"; }
sgf a 19 B+3.5 'WR[7d]BR[5d];B[pd];W[dp];B[pp];W[dd]'
sgf b 19 B+R 'BR[9p];B[pd];W[dp];B[pp]'
sgf c 19 W+0.5 ';B[pd];W[dp];B[tt];W[tt]'
sgf d 13 B+R ';B[cc];W[dd]'
sgf e 19 B+R ';B[pd];W[dp];AB[qq];B[pp];W[dd]'
sgf f 19 B+R ';B[ab];W[pp];B[ba];W[aa];B[pd]'
sgf g 19 W+R 'HA[2]AB[pd][dp];W[dd];B[pp]'
sgf h 19 W+R 'AB[pd][dp]AW[pp];W[dd];B[cc]'
sgf i 19 W+R ';B[pd];B[dp];W[dd]'
kifu import games.kifu ./*.sgf --quiet >/dev/null
row() { # FILE ROW FROM COUNT TYPE
    od -An -t"$5" -j$((16 + $2 * 424 + $3)) -N"$4" "$1" | tr -s ' \n' ' '
    echo
}
kifu natural positions amateur=games.kifu --held-out 0 --reserve 0 -o games.rows --json
od -An -tu2 -j8 -N4 games.rows | tr -s ' '
od -An -tu4 -j12 -N4 games.rows | tr -s ' '
echo "games, plies, moves, classes, points:"
n=$((($(wc -c <games.rows) - 16) / 424))
for ((i = 0; i < n; i++)); do echo "$(row games.rows $i 372 4 u4)$(row games.rows $i 366 2 u2)$(row games.rows $i 364 2 u2)$(row games.rows $i 370 1 u1)$(row games.rows $i 371 1 d1)"; done
# The second row: the first stone is the opponent's, with four liberties, and the last move (2 + 3 * 4 + 1 * 32).
row games.rows 1 $((19 * 15 + 15)) 1 u1
row games.rows 1 362 2 u2
kifu natural positions pro=games.kifu --reserve 0 -o pro.rows --quiet
row pro.rows 0 370 1 u1
kifu natural positions --before games.kifu -o programs.rows --quiet
row programs.rows 0 370 1 u1
kifu generate shogi.kifu --games 1 --quiet
kifu natural positions pro=games.kifu pro=shogi.kifu -o both.rows
[[ ! -e both.rows ]] && echo "nothing left behind"
