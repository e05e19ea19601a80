# A database of Go: sizes of boards, handicaps, colours instead of sides; also what the samples hold.
printf '(;SZ[9]RE[B+R];B[aa])(;SZ[9]AB[cc][gg];W[ee])(;SZ[9:7];B[ab])(;SZ[19]RE[W+3];B[dd])' >a.sgf
"$KIFU" import --quiet g.kifu a.sgf "$TOP"/docs/samples/*.sgf >/dev/null
"$KIFU" info g.kifu | sed '/^  \|^bytes/d'
"$KIFU" info g.kifu --lang ja | sed '/^　\|^バイト/d'
"$KIFU" info g.kifu --json | grep -o '"sizes":.*}}*,"handicaps":{[^}]*}'
"$KIFU" remove --quiet g.kifu 'size:9' >/dev/null
"$KIFU" info g.kifu | grep sizes
