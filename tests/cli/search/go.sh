# The words of Go on a small database: what the index answers is what a scan finds.
cat >games.sgf <<'END'
(;GM[1]SZ[19]PB[Ao]PW[Bi]RE[B+R]DT[1990-05-01]
;B[pd];W[dd];B[pp];W[dp];B[pj];W[nc];B[lc];W[qf];B[qh];W[])
(;GM[1]SZ[19]PB[Bi]PW[Chu]RE[W+3.5]DT[2001-02-03]
;B[dp];W[pd];B[dd];W[pq];B[nc];W[qk];B[dj];W[cf])
(;GM[1]SZ[19]HA[2]AB[pd][dp]PB[Dai]PW[Ao]RE[W+R]
;W[dd];B[pp];W[fq];B[cn])
(;GM[1]SZ[9]PB[Ao]PW[Dai]RE[B+1]
;B[aa];W[ba];B[ee];W[ab];B[gg];W[aa];B[];W[])
(;GM[1]SZ[13]PB[Chu]PW[Bi]RE[0]
;B[dd];W[jj];B[jd];W[dj])
(;GM[1]SZ[13:9]PB[Chu]PW[Ao]RE[?];B[cc];W[kg])
(;GM[1]SZ[19]PB[X]PW[Y];B[jj])
END
"$KIFU" import db.kifu games.sgf --quiet >/dev/null
ask() {
    printf '%s\n  %s\n' "$1" "$("$KIFU" search db.kifu "$1" --count --json --verify 2>said |
        sed -E 's/,"(black|seconds).*//')"
    grep -v 'verified by a full scan' said
}
while read -r q; do ask "$q"; done <<'END'
bQ16 wD4
sym(bQ16 bQ10 bQ4)
either(sym(bQ16 bQ10 bQ4))
opening:sanrensei
b.opening:nirensei
opening:low-chinese
joseki:星小ゲイマガカリ
empty:A9 size:9
any:A9
size:9 A9:{b,.} ply:1..
size:9 bA9 then wA9
count(b,column:Q)>=3
count(any,corner:top-right)=3
size:13 count(b,row:10)>=2
size:13 sym(bD10 wK4)
size:13x9 sym(bL7)
size:19
size>=13
move:bQ16
move:Q4
move:pass
seq:"Q16 D16"
seq:"B[pd] W[dd]"
seq:"W[nc] B[lc]" turn:w
flip(seq:"B[pd] W[dd]")
sfen "19x19 w b:Q16"
sym(sfen "w b:Q16")
board "9 b:A9 w:B9"
board "1O7/O8/9/9/4X4/9/6X2/9/9"
board "1?7/O8/9/9/4X4/9/6X2/9/9"
like "b:Q16,Q4 w:D16,D4" >=3
startpos
size:9 startpos
startpos ply:1..
handicap:2
handicap:even
result:b
result:d
player:Ao date:1990
white:Ao result:w
opening:tengen
END
for q in 'komi:many' 'komi>=' 'material>=1' 'pateern "X"' 'opening:sanrensie' 'castle:mino' 'sym(bZ25)'; do
    "$KIFU" search db.kifu "$q" 2>&1
done
true
