# A record beyond a limit in the midst of good ones costs itself, whichever way it comes.
long() { printf '(;GM[1];B[pd])\n(;GM[1]' && printf ';B[];W[]%.0s' {1..32768} && printf ')\n(;GM[1];B[dp])\n'; }
deep() { printf '(;GM[1];B[dd])\n(;GM[1]' && printf '(;B[ab]%.0s' {1..66000} && printf '\n'; }
counts() { sed 's/, plies.*//'; }
for bad in long deep; do
    $bad >$bad.sgf
    tar cf $bad.tar $bad.sgf
    echo "-- $bad: a file, an archive, a pipe, a pipe with an archive"
    "$KIFU" import file.$bad.kifu $bad.sgf 2>&1 | counts
    "$KIFU" import archive.$bad.kifu $bad.tar 2>&1 | counts
    "$KIFU" import pipe.$bad.kifu - <$bad.sgf 2>&1 | counts
    "$KIFU" import piped.$bad.kifu - <$bad.tar 2>&1 | counts
    for db in {file,archive,pipe,piped}.$bad.kifu; do "$KIFU" check "$db" --quiet; done
done
