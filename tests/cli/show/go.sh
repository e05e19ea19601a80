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
# numbers of moves, as in books; parts of the board; signs
cat >b.sgf <<'END'
(;SZ[5]PB[A]BR[9p]PW[B]WR[3 dan];B[bb];W[ba];B[ca];W[ab];B[cc];W[cb];B[aa];W[];B[ba];W[ab]
TB[dd:ee]TW[ea]TR[bb]SQ[cb]MA[ed]AR[aa:cc][zz:aa]LN[dc:ec]LN[bad]L[da][ea]LB[ad:x][ae:long label indeed])
END
"$KIFU" show b.sgf --numbers 5..10
"$KIFU" show b.sgf --numbers 4..9 --lang ja --no-coordinates
"$KIFU" show b.sgf --ply last --part B2..D5
"$KIFU" show b.sgf --ply 3 --part D5..B2 --flip
"$KIFU" show b.sgf --ply last --as svg >b.svg
grep -o '<g [^>]*class="marks".*' b.svg | head -c 20
for shape in rect polygon line text; do
    echo "$shape $(grep -o "<$shape" b.svg | wc -l) $("$KIFU" show b.sgf --ply last --part C3..E5 --as svg | grep -o "<$shape" | wc -l)"
done
for wrong in '--numbers 5..' '--numbers x' '--numbers 5..4' '--numbers 3..99' '--part A1' '--part A1..K9 --ply 1'; do
    # shellcheck disable=SC2086
    "$KIFU" show b.sgf $wrong 2>&1
    echo "exit $?"
done
"$KIFU" show startpos --part 1a..2b --ply 0 2>&1
echo "exit $?"
