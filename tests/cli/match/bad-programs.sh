# A program that dies, hangs, makes an illegal move or says something else loses that game, is told
# of with the position, and plays the next one.
cat >fake <<'END'
#!/bin/sh
# answers; from the nth "go" on it misbehaves
n=0
while read -r line; do
    case $line in
    usi) echo "id name Fake"; echo usiok ;;
    isready) echo readyok ;;
    quit) exit ;;
    go*)
        case $1 in
        dies) exit 3 ;;
        hangs) ;;
        illegal) echo bestmove 5e5d ;;
        pawn) echo 'bestmove P*5i' ;;
        nonsense) echo 'bestmove none at all' ;;
        wins) echo bestmove win ;;
        resigns) echo bestmove resign ;;
        esac ;;
    esac
done
END
chmod +x fake
echo 'startpos moves 7g7f 3c3d' >opening
for what in dies illegal pawn nonsense wins resigns; do
    echo "== $what"
    kifu match material "./fake $what" --games 2 --depth 1 --jobs 1 --openings opening --progress none -o $what.csa --json |
        sed 's/"elo.*"b":{/…/; s/"ms":[0-9.]*//; s/"worst":[0-9]*//'
    grep '^[%#]' $what.csa
done 2>&1
echo "== hangs"
kifu match material "usi:./fake hangs" --games 1 --depth 1 --patience 5 --jobs 1 --openings opening --progress none --json 2>&1 |
    sed 's/"elo.*"trouble"/…/'
echo "== takes too long"
kifu match material "./fake hangs" --games 1 --depth-a 1 --movetime-b 1 --margin 10 --patience 5 --jobs 1 --openings opening --progress none 2>/dev/null |
    sed 's/[0-9.]* ms per move, longest [0-9]*/…/'
kifu match material "./fake" --depth 1 --games 1 --option-a Colour=red --progress none; echo $?
kifu match material ./fake/no --depth 1 --games 1 --progress none; echo $?
kifu match material "usi:cat fake" --depth 1 --games 1 --progress none; echo $?
