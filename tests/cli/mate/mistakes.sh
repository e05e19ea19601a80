# Wrong use is 2; what can't be read is 3 and named, and the other problems are still answered.
kifu mate; echo $?
kifu mate startpos --nodes 0; echo $?
kifu mate no-such-file; echo $?
kifu mate 4k4/9/9/9/9/9/9/4R4/4K4 b - 1; echo $?
printf '%s\n' startpos 9/9 startpos >three
kifu mate three --jobs 1; echo $?
: >empty
kifu mate empty; echo $?
