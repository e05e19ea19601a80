# Shapes of Go: moves in or next to them come first, on the shape as written; elsewhere is one row, with
# where it went and which move came of the shape later.
sgf() { echo "(;FF[4]GM[1]SZ[19]RE[$1]$2)"; }
sgf B+R ';B[pd];W[qf];B[nc];W[dd]' >a.sgf          # Q16 R14 O17
sgf W+R ';B[dd];W[cf];B[fc];W[pp];B[bd]' >b.sgf    # the same, mirrored
sgf B+R ';W[dp];B[cn];W[fq];B[pd]' >c.sgf          # turned, by the other player
sgf W+R ';B[pd];W[qf];B[dp];W[dd];B[qd];W[rd]' >d.sgf # D4 first, then R16
sgf 0 ';B[pd];W[qf];B[];W[pp]' >e.sgf              # passes
sgf B+R ';B[pd];W[qf]' >f.sgf                      # ends there
kifu import go.kifu ./?.sgf --quiet --dup keep >/dev/null
kifu moves go.kifu 'bQ16 wR14'
kifu moves go.kifu 'either(sym(bQ16 wR14))'
kifu moves go.kifu 'either(sym(bQ16 wR14))' --json | jq -c '[.move, .games, .near, .places, .later]'
kifu moves go.kifu 'either(sym(bQ16 wR14)) result:w' --lang ja
echo 'so many near the shape, and what was played elsewhere'
kifu moves go.kifu 'sym(bQ16)' --limit 1
echo 'drawn'
CORNER='pattern "-------+/. . . . .|/. . . . .|/. . . . .|/. X . . .|/. . . . .|/. . O . .|/. . . . .|"'
kifu moves go.kifu "either(sym($CORNER))"
kifu moves go.kifu "$CORNER" --json | jq -c '[.move, .games, .near, .places, .later]'
echo 'a shape that is its own image has one 3-4 point beside it'
kifu moves go.kifu 'sym(bQ16)' --json | jq -c 'select(.near) | [.move, .games]'
echo 'not a shape'
kifu moves go.kifu 'ply:1' --json | jq -c '[.move, .games, .near]'
kifu moves go.kifu 'bQ16 wR14' --at every --json | jq -c '[.move, .games, .near]'
