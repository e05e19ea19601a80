# A program that resigns because it was stopped before it had a move (gpsusi does) has not resigned:
# it is asked again without being stopped, then with more time, and what it says then counts.
cat >gpsusi <<'END'
#!/bin/sh
while read -r line; do
    case $line in
    usi) echo usiok ;;
    isready) echo readyok ;;
    quit) exit ;;
    position*3c3d) move=2g2f ;;
    position*) move=8c8d ;;
    *'byoyomi 2050') read -r line; echo bestmove resign ;;
    *'byoyomi 50') echo bestmove resign ;;
    *'byoyomi 3000') echo "bestmove ${1:-$move}" ;;
    esac
done
END
chmod +x gpsusi
echo 'startpos moves 7g7f 3c3d' >opening
for what in "" " resign"; do
    kifu match material "./gpsusi$what" --games 2 --depth-a 1 --movetime-b 50 --max-plies 4 --jobs 1 --openings opening \
        --progress none --json | grep -o '"games".*"draws":[0-9]*'
done
# numbers are rounded
kifu match material "./gpsusi" --games 1 --depth-a 1 --movetime-b 50 --max-plies 4 --jobs 1 --openings opening \
    --progress none --json | grep -c '[0-9]\.[0-9]\{5\}'
# who is never ready is waited for as long as --patience says
kifu match material "usi:sleep 60" --games 1 --movetime 50 --patience 1 --jobs 1 --openings opening --progress none; echo $?
