# A search shows the best line; the same one each time; a mate is told as such; a picture.
kifu eval -w material --depth 3 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 | tail -n 1 | sed 's/, [0-9]* positions//'
kifu eval -w material --depth 3 4k4/9/4p4/9/9/9/9/4g4/4K4 b - 1 | tail -n 1
kifu eval -w paper --nodes 2000 startpos >one
kifu eval -w paper --nodes 2000 startpos | cmp - one && wc -l <one
kifu eval -w paper --depth 0 startpos --svg board.svg >nothing && grep -c '>+' board.svg && grep -o 'paper: +0' board.svg | head -n 1
