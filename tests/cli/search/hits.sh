# Hits as a table and as JSON, limits, counting, the plan, and a second opinion.
cat >games.csa <<'END'
V2.2
N+羽野 一郎
N-谷川 二郎
$EVENT:朝の会
$START_TIME:1995/04/03
PI
+
+7776FU
-3334FU
+2726FU
-8384FU
%TORYO
/
V2.2
N+谷川 二郎
N-大山 三郎
$EVENT:夜の会
$START_TIME:2001/09/01
PI
+
+2726FU
-3334FU
+7776FU
-4344FU
+2625FU
%TORYO
/
V2.2
N+大山 三郎
N-羽野 一郎
PI
+
+5756FU
-8384FU
%CHUDAN
END
"$KIFU" import db.kifu games.csa --quiet >/dev/null
try() { "$KIFU" search db.kifu "$@" 2>&1 | sed 's/([0-9.]* ms)/(TIME)/; s/（[0-9.]* ミリ秒）/（TIME）/; s/"seconds":[0-9.e-]*/"seconds":0/'; echo "exit ${PIPESTATUS[0]}"; }
try 's76fu g34fu'
try s76fu g34fu --json --verify
try 's76fu g34fu' --json --limit 1 --offset 1
try 'player:羽野' --count --json
try 'player:羽野' --lang ja
try 's76fu turn:s' --json
try 's26fu then s76fu' --count --quiet
try 's55ou'
try 'sfen "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4"' --board --quiet
try 'like "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4" >=39' --json --limit 2
try 's76fu g34fu date:2000..' --explain --lang en
try 's76fu g34fu ply:..9 date:2000..' --explain --lang en
printf 's76fu\n  never g44fu\n' >question.txt
try --query-file question.txt --json
