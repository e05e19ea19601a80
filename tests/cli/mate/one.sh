# One position of the command line, however it is written; a line in two notations.
kifu mate 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1; echo $?
kifu mate 'sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1' --json
kifu mate --lang ja --shortest '9/k1p6/9/G8/9/9/9/9/L7R b N 1'
kifu mate --shortest --json '9/k1p6/9/G8/9/9/9/9/L7R b N 1' | sed 's/"nodes":.*/…/'
# a mate that a pawn would have to be dropped for; one that is too long; none at all
kifu mate --json '7nk/9/7G1/9/9/9/9/9/4K4 b P 1' | sed 's/"nodes":.*/…/'
kifu mate --length 1 --json '9/k1p6/9/G8/9/9/9/9/L7R b N 1'; echo $?
kifu mate startpos; echo $?
kifu mate --nodes 1 '4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1'; echo $?
kifu mate --shortest "9/k1p6/9/G8/9/9/9/9/L7R b N 1" | head -n 3
