# A database of Go: what goes in comes out as convert would write it; other games stay out.
printf '(;SZ[9]PB[A]KM[5.5]RE[B+R];B[aa](;W[bb])(;W[cc]C[x]LB[aa:1]))\n(;SZ[19]AB[dd][pp];W[pd];AE[dd];B[tt])' >a.sgf
printf 'PI\n+\n+7776FU\n' >b.csa
"$KIFU" import --quiet g.kifu a.sgf >import.txt
"$KIFU" check g.kifu | sed 's/, [0-9]* sections//'
"$KIFU" export g.kifu --to sgf >out.sgf
"$KIFU" convert a.sgf --to sgf | diff - out.sgf && echo same
"$KIFU" search g.kifu 'bA9 wB8' --count --json | sed 's/,"seconds.*//'
"$KIFU" search g.kifu 'player:A result:b' --count --json | sed 's/,"seconds.*//'
"$KIFU" search g.kifu 'size:9 mirror(bJ9)' --count --json | sed 's/,"seconds.*//'
"$KIFU" import g.kifu b.csa 2>&1 | sed 's/, [0-9.]* s$//'
"$KIFU" show g.kifu:1 --ply 2
