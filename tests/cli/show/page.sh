# The whole game: what is known, the board at the end, moves with times and comments, the result.
cat >game.csa <<'END'
V2.2
N+Alice
N-Bob
$EVENT:A sample
$START_TIME:2026/04/01 10:00:00
PI
+
+7776FU
T3
-3334FU
T65
'*bishops face each other
+8822UM
T3700
-3122GI
T0
+0055KA
T1.5
%TORYO
END
"$KIFU" show game.csa --lang en
echo ---
"$KIFU" show game.csa --lang ja
