# A match by the clock: both sides get the same clocks, and who is slower than its own loses.  That is
# a program that never answers; nine seconds are enough for the other on any machine.
cat >slow <<'END'
#!/bin/sh
while read -r line; do
    case $line in
    usi) echo "id name Slow"; echo "option name Pace type spin default 1 min 0 max 9"; echo usiok ;;
    isready) echo readyok ;;
    quit) exit ;;
    go*) echo "$line" >>said; exec sleep 600 ;;
    esac
done
END
chmod +x slow
echo 'startpos moves 7g7f 3c3d' >opening
play() { kifu match material ./slow --jobs 2 --openings opening --progress none "$@"; }
play --clock 9+0.1 --games 2 --option-b Pace=2 -o games.csa --json 2>problems |
    sed 's/"ms":[0-9.]*,"nodes":[0-9.]*,"worst":[0-9]*,//g'
grep -c 'exceeds its time' problems
grep '^[%#]' games.csa
sed 's/[0-9]* wtime [0-9]*/… wtime …/' said
# the same command goes on from there; another clock is another match
play --clock 9+0.1 --games 2 --option-b Pace=2 -o games.csa --json 2>&1 | sed 's/,"score".*//'
play --clock 2 --games 2 --option-b Pace=2 -o games.csa; echo $?
echo "== byoyomi, with a test"
rm said
echo 'startpos moves 7g7f 3c3d 2g2f' >opening # the slow one begins
play --byoyomi 0.5 --games 1 --sprt 0,5 --seed 3 2>/dev/null | sed 's/[0-9.]* ms per move, longest [0-9]*/…/'
cat said
echo "== mistakes"
play --clock 5 --nodes 10; echo $?
play --byoyomi 5 --movetime-b 10; echo $?
play --clock 0; echo $?
play --clock 5+x; echo $?
play --byoyomi -1; echo $?
play --clock 5 --option-b Colour=red; echo $?
