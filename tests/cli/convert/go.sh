# SGF to SGF, and what servers write; a game of Go is no KIF.
printf '(;SZ[9]PB[A];B[aa](;W[bb])(;W[cc]C[x]))' >a.sgf
printf '\\HS\n\\[GAMEBLACKNAME=first (3D)\\]\n\\[GAMEINFOMAIN=GRLT:1,ZIPSU:35,GONGJE:65\\]\n\\HE\nINI 0 1 2 &4\nSTO 0 2 2 2 2\nSKI 0 3\n\\GE\n' >b.gib
printf 'Rated game\n19\nsecond 7D\nfirst 5D\nhere\n0\n0\n6\n20170316 [09:51]\n5\nWhite wins by  resign!\n3\nPMABBQRRQ\nPMACWEEEE\n' >c.ngf
printf '[Header]\nVer=UGF3\nSize=19\nHdcp=0,-5.50\nWinner=B,C\nCoordinateType=IGS\nPlayerB=first,7d,,\n[Data]\nQP,B1,1,0\nYA,W1,2,0\n' >d.ugf
for f in a.sgf b.gib c.ngf d.ugf; do
    "$KIFU" convert --to sgf "$f"
done
"$KIFU" convert --to kif a.sgf 2>&1
echo "exit $?"
