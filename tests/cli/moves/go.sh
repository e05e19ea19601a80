# What was played next in Go: the empty board of each size by itself, passes, images turned back.
printf '%s' '(;SZ[19]RE[B+R];B[pd];W[dd])(;SZ[19]RE[W+R];B[pd];W[dp])(;SZ[19]RE[W+R];B[dp];W[pd])' \
    '(;SZ[9]RE[B+R];B[ee];W[])' >games.sgf
"$KIFU" import db.kifu games.sgf --quiet >/dev/null
try() { "$KIFU" moves db.kifu "$@" 2>&1; echo "exit $?"; }
try startpos
try 'size:9 startpos'
try 'size:9 bE5' --json
try 'sym(sfen "19 w b:Q16")' --json
