# Games of Go: the page, the board at a ply, marks, JSON; wrong formats and points are told.
cat >a.sgf <<'END'
(;GM[1]FF[4]SZ[9]PB[First]PW[Second]KM[6.5]RE[W+2.5]DT[2001-02-03]
;B[ee];W[de];B[dd]C[Cuts.];W[ed];B[fd]LB[ce:A](;W[dc])(;W[cd];B[ec]))
END
"$KIFU" show a.sgf
"$KIFU" show a.sgf --ply 4
"$KIFU" show a.sgf --ply 4 --flip --lang ja
"$KIFU" show a.sgf --ply 5 --json
"$KIFU" show a.sgf --ply 5 --as sgf
"$KIFU" show a.sgf --ply 5 --numbers 2 --mark A1 --as svg | grep -c '<use'
"$KIFU" show a.sgf --mark K10 --ply 1 2>&1; echo "exit $?"
"$KIFU" show a.sgf --arrow 7g7f 2>&1; echo "exit $?"
"$KIFU" show a.sgf --as csa 2>&1; echo "exit $?"
