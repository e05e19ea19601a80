# A whole position in any orientation: the same opening in four corners, once with colours
# exchanged, is one opening.
sgf() { echo "(;FF[4]GM[1]SZ[19]RE[$1]$2)"; }
sgf B+R ';B[pd];W[dp];B[pp]' >a.sgf           # Q16 D4 Q4
sgf B+R ';B[dd];W[pp];B[dp];W[cf]' >b.sgf     # the same mirrored: D16 Q4 D4
sgf W+R ';B[dp];W[pd];B[dd]' >c.sgf           # turned: D4 Q16 D16, which means the same as Q4 above
sgf W+R ';B[pd];W[dp];B[qf]' >d.sgf           # R14
sgf W+R ';W[pd];B[dp];W[pp]' >e.sgf           # White begins
kifu import games.kifu ./?.sgf --quiet >/dev/null
rows() { kifu moves games.kifu "$1" --json | jq -c '[.move, .seat, .games, .wins]'; }
rows 'board "b:Q16 w:D4"'
echo
rows 'sym(board "b:Q16 w:D4")'
echo
rows 'either(sym(board "b:Q16 w:D4"))'
echo
rows 'sym(board "b:Q16 w:D4") result:w'
echo
rows 'sym(board "")'
echo
kifu moves games.kifu 'sym(board "") result:b' --by decade
kifu moves games.kifu 'sym(bQ16 wD4)' --at every --json | jq -c '[.move, .games]'
# Nothing is its own image here: one game has colours and sides exchanged.
sgf B+R ';B[dp];W[pd];B[pp];W[fc]' >f.sgf # D4 Q16 Q4 F17: for White on Q16, Black on D4 and Q4
sgf B+R ';W[pd];B[dp];W[dd];B[nq]' >g.sgf
kifu import more.kifu f.sgf g.sgf --quiet >/dev/null
kifu moves more.kifu 'sym(board "b:D4,Q4 w:Q16")' --json | jq -c '[.move, .seat, .games, .wins]'
echo
kifu moves more.kifu 'either(sym(board "b:D4,Q4 w:Q16"))' --json | jq -c '[.move, .seat, .games, .wins]'
# A shogi position with the players exchanged: Black moves as White did.
cat >s.usi <<END
startpos moves 7g7f 3c3d 2g2f 8c8d
sfen lnsgkgsnl/1r5b1/p1pppp1pp/1p4p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1 moves 2g2f
END
kifu import s.kifu s.usi --quiet >/dev/null
kifu moves s.kifu 'either(board "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 1")' --json | jq -c '[.move, .seat, .games]'
# A position that is its own image, with Black to move: where White was, White moved as Black would.
cat >t.usi <<END
startpos moves 7g7f 3c3d 2g2f
sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1 moves 8c8d
END
kifu import t.kifu t.usi --quiet >/dev/null
kifu moves t.kifu 'either(sfen "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1")' --json | jq -c '[.move, .seat, .games]'
