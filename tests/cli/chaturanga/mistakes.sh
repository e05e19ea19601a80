# Wrong use is 2; rules or positions that cannot be are 3, and the message says what.
kifu chaturanga castle; echo $?
kifu chaturanga perft; echo $?
kifu chaturanga perft deep; echo $?
kifu chaturanga perft 9; echo $?
kifu chaturanga perft 1 --rules order=up; echo $?
kifu chaturanga perft 1 --rules weather=fair; echo $?
kifu chaturanga perft 1 --rules missing.txt; echo $?
kifu chaturanga perft 8/8 1; echo $?
kifu chaturanga perft 8/8/8/8/8/8/8/rR7 g oxxx 0,0,0,0 0 1; echo $?
