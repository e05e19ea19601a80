# Games of a few moves, counted by hand: a pawn is offered and taken; the board of White is turned.
cat >people.txt <<END
startpos moves 7g7f 8c8d 2g2f 8d8e 2f2e 8e8f 8g8f 8b8f
startpos moves 2g2f 3c3d 2f2e 8c8d 2e2d 2c2d 2h2d
END
cat >programs.txt <<END
startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e
startpos moves 2g2f 3c3d 2f2e 4c4d 2e2d 2c2d 2h2d
END
for side in people programs; do kifu import $side.kifu $side.txt --quiet >/dev/null; done
# From move 5: the pawn exchange (his pawn takes, my rook takes) occurs twice with people, once with programs.
kifu flow people.kifu programs.kifu --from-ply 5 --min-count 1 --alpha 1 --classes two/moved/capture --json |
    jq -c '[.sequence, .human, .computer, .kept, (.examples | map([.side, .game, .ply]))]' | sort
kifu flow people.kifu programs.kifu --from-ply 1 --min-count 1 --alpha 1 --classes own-two/own-king --json --top 100 |
    jq -c 'select(.human + .computer > 1) | [.sequence, .human, .computer, .kept]' | sort
kifu flow people.kifu programs.kifu --from-ply 3 --json --twice | jq -c 'select(.human_could + .computer_could > 0) | map(.)'
echo 'a game that was removed does not count'
kifu remove people.kifu 'moves<=7' --quiet
kifu flow people.kifu programs.kifu --from-ply 5 --min-count 1 --alpha 1 --classes two/moved/capture --json |
    jq -c '[.sequence, .human, .computer]' | sort | head -n 3
