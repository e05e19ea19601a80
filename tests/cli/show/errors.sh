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
echo '-- one game at a time; a position that is typed must be right'
printf 'PI\n+\n+7776FU\n' >a.csa
try a.csa nonexist
try a.csa a.csa --game 1 --lang ja
# shellcheck disable=SC2069 # messages only
"$KIFU" show startpos moves 7g7f 9a9i 2>&1 >/dev/null; echo "exit $?"
"$KIFU" show "startpos moves 7g7f 9a9i" --as usi 2>&1; echo "exit $?"
printf 'PI\n+\n+7776FU\n-9199KY\n' >wrong.csa
try wrong.csa --as usi
