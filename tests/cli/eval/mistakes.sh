# Wrong use is 2; what can't be read is 3 and named.
kifu eval; echo $?
kifu eval startpos --depth x; echo $?
kifu eval no-such-file; echo $?
kifu eval startpos --weights no-such-file; echo $?
kifu eval 4k4/9/9/9/9/9/9/4R4/4K4 b - 1; echo $?
kifu eval startpos --ply 3; echo $?
kifu eval startpos moves 7g7f 1a1i --depth 0 -w material >out; echo $?
printf 'kifu-weights paper 1\n\nbord.pawn 1 2\n' >bad
kifu eval startpos --weights bad; echo $?
kifu eval startpos --weights bad --lang ja; echo $?
printf 'something else\n' >bad
kifu eval startpos --weights bad; echo $?
