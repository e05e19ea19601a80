# The table of terms, the board with what each piece contributes, values; in both languages.
kifu eval --weights material --depth 0 '4k4/1r7/9/9/4P4/9/9/7+B1/4K4 w 2P2g 1'
printf '%s\n' 'kifu-weights paper 1' 'attack -160' 'defence 64' 'board.pawn 100 64' 'hand.rook 1000 1280' \
    'ahead 0' 'ahead.pawn.gold 8' >mine
kifu eval --lang ja -w mine --depth 0 4k4/9/9/9/9/4P4/4G4/9/4K4 b R 1
# both rules of progress
echo 'progress osl' >>mine
kifu eval -w mine --depth 0 4k4/9/9/9/9/4P4/4G4/9/4K4 b R 1 | sed -n '2p;/^attack/p;/^sum/p'
