# GNU Shogi's protocol, played by a script: moves, and words after the last move of a game that must
# not end the next one.
cat >gnushogi <<'END'
#!/bin/sh
while read -r line; do
    case $line in
    3c3d) move=2g2f ;;
    black | white | force | book | new) ;;
    quit) exit ;;
    go) echo "1. ... $move 299050"; echo "Somebody mates!" ;;
    *) move=8c8d; echo "1. $line 300000" ;;
    esac
done
END
chmod +x gnushogi
echo 'startpos moves 7g7f 3c3d' >opening
kifu match material ./gnushogi --games 4 --depth 1 --max-plies 4 --jobs 1 --openings opening --progress none --json -o games.csa |
    grep -o '"games".*"draws":[0-9]*'
grep '^%' games.csa
kifu match material ./gnushogi --games 1 --movetime 100 --jobs 1 --progress none; echo $?
