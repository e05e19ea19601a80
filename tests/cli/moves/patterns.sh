# What was played next, on the diagram as it was drawn; elsewhere is tenuki; rows by decade.
cat >games.sgf <<'END'
(;SZ[19]RE[B+R]DT[1995-04-03];B[pd];W[qf];B[nc];W[rd];B[qc];W[qi])
(;SZ[19]RE[W+R]DT[1998-04-03];B[dd];W[cf];B[fc];W[bd];B[cc];W[ci])
(;SZ[19]RE[B+R]DT[2001-09-01];B[pp];W[dp];B[fq];W[cn];B[dq];W[cq])
(;SZ[19]RE[0]DT[2004];B[pp];W[qn];B[dd];W[dp];B[qo])
(;SZ[19];B[pd];W[qf])
END
"$KIFU" import go.kifu games.sgf --quiet >/dev/null
every() { "$KIFU" moves "$@" --at every; }
CORNER='pattern "-------+/. . . . .|/. . . . .|/. . . . .|/. X . . .|/. . . . .|/. . O . .|/. . . . .|"'
every go.kifu "$CORNER"
every go.kifu "either(sym($CORNER))"
every go.kifu "either(sym($CORNER))" --json
every go.kifu "either(sym($CORNER))" --by decade
every go.kifu "either(sym($CORNER))" --by year --json --limit 2
every go.kifu 'sym(pattern "X . ./. . O")' --lang ja
every go.kifu 'bQ16' --by decade --lang ja
every go.kifu 'pattern "X" pattern "O"' --limit 2
# A stone that comes off at once leaves the diagram as it was, and was played there all the same.
cat >suicide.sgf <<'X'
(;SZ[9]PB[Ann]PW[Bob]RE[W+R];B[ee];W[ab];B[ff];W[ba];B[gg];W[hh];B[aa];W[hg];B[hf])
X
"$KIFU" import suicide.kifu suicide.sgf --quiet >/dev/null
every suicide.kifu 'pattern "+--/|.O/|O."' --quiet
