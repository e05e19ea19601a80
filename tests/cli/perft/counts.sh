# The count alone, however the position is written; leaves played or counted; both code paths.
kifu perft startpos 0
kifu perft startpos 3
kifu perft startpos 3 --make-leaves
KIFU_CPU=base kifu perft startpos 4
kifu perft 'sfen 7nk/9/7G1/9/9/9/9/9/4K4 b P 1' 2
kifu perft 7nk/9/7G1/9/9/9/9/9/4K4 b P 1 1
kifu perft startpos 2 --json
