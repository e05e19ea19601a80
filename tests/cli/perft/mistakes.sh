# Wrong use is 2, a position that cannot be is 3.
kifu perft startpos deep; echo $?
kifu perft startpos 33; echo $?
kifu perft 9/9 1; echo $?
kifu perft 4k4/9/9/9/9/9/9/4R4/4K4 b - 1 1; echo $?
