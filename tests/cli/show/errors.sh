# What is wrong is said, in both languages, with the right exit status.
try() { "$KIFU" show "$@" 2>&1; echo "exit $?"; }
try startpos --ply 1
try startpos --ply 1 --lang ja
try startpos --ply -1
try startpos --ply soon
try startpos --as jpeg
try startpos --game 1
try startpos --mark 5z
try startpos --arrow sideways
try startpos --as png --json
try nothing-here.kif
printf 'not a game\n' >text.txt
try text.txt
try "sfen 9/9 b - 1"
