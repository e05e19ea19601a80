# What was played at a position, with results, transpositions and conditions on the games.
cat >games.csa <<'END'
V2.2
N+A
N-B
$START_TIME:1995/04/03
PI
+
+7776FU
-3334FU
+2726FU
%TORYO
/
V2.2
N+B
N-C
$START_TIME:2001/09/01
PI
+
+2726FU
-3334FU
+7776FU
-4344FU
%TORYO
/
V2.2
N+C
N-A
PI
+
+7776FU
-8384FU
%CHUDAN
END
"$KIFU" import db.kifu games.csa --quiet >/dev/null
try() { "$KIFU" moves db.kifu "$@" 2>&1; echo "exit $?"; }
try 'sfen "startpos"'
try 'sfen "startpos"' --json
try 'sfen "startpos"' --json --limit 1 --lang ja
try 'sfen "startpos" player:B' --json
try 's76fu g34fu' --json
try 'sfen "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"' --lang ja
try 's55ou'
try s55xx
