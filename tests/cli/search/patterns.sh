# Drawn diagrams of Go: where they are, how often, in which orientation; from a file; and a second
# opinion by playing.
cat >games.sgf <<'END'
(;SZ[9]PB[Ann]PW[Bob]RE[B+R]DT[1995-04-03];B[gc];W[cg];B[gg];W[ef];B[cc];W[gf];B[ff];W[fe];B[fg];W[ge])
(;SZ[9]PB[Bob]PW[Ann]RE[W+R]DT[2001-09-01];B[cc];W[cd];B[gg];W[bc];B[fg];W[cb];B[ff];W[dc])
(;SZ[9]PB[Cid]PW[Dan];B[ee];W[aa];B[];W[ba];B[];W[ii])
END
cat >stretch.txt <<'END'
+-----
|. . .
|. . .
|. . X
|. . .
END
"$KIFU" import go.kifu games.sgf --quiet >/dev/null
search() { "$KIFU" search go.kifu "$@" 2>&1 | sed 's/ ([0-9.]* ms)$//; s/（[0-9.]* ミリ秒）//; s/,"seconds.*/}/'; }
search 'pattern @stretch.txt' --json
search 'sym(pattern @stretch.txt)' --verify
search 'sym(pattern @stretch.txt)' --verify --lang ja
search 'either(sym(pattern "OX/?O"))' --json --verify
search 'either(sym(pattern "OX/?O"))' --count --json
search 'either(sym(pattern "OX/?O"))' --count
search 'pattern "O/./O" bF4' --json
search 'pattern ".1./.2." result:b' --json --verify
search 'not pattern "X" ply:3..' --json
search 'flip(pattern "|OO.../-----")' --count --json
# How it is found.
search 'flip(pattern @stretch.txt) or mirror(pattern @stretch.txt)' --count --explain
search 'pattern "X."' --count --explain
# The whole board is a position.
search 'pattern "+-/|.........|/|.........|/|......X..|/|.........|/|.........|/|.........|/|..O......|/|.........|/|.........|/-"' --explain
# Mistakes.
try() { "$KIFU" search "$@" 2>&1; echo "exit $?"; }
printf 'X .\nO Q\n' >bad.txt
try go.kifu 'pattern @bad.txt'
try go.kifu 'pattern @none.txt'
try go.kifu 'bA1 pattern "X./#."'
try go.kifu pattern bA1
printf 'startpos moves 7g7f 3c3d\n' >games.usi
"$KIFU" import shogi.kifu games.usi --quiet >/dev/null
try shogi.kifu 'pattern "X"'
