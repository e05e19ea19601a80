# However large, a static value is no mate.
printf '%s\n' 'kifu-weights paper 1' 'board.rook 30000 30000' >huge
kifu eval -w huge --depth 0 '4k4/9/9/9/9/9/9/R7R/4K4 b - 1' | tail -n 2
