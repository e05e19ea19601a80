# A CSA file of two games becomes two lines; what USI can't hold is said.
cat >two.csa <<'END'
V2.2
N+Alice
PI
+
+7776FU
T3
-3334FU
%TORYO
/
PI82HI22KA
-
-3142GI
%CHUDAN
END
"$KIFU" convert two.csa --to usi
