# The picture in the README is what the program draws today.
"$KIFU" show "$TOP/docs/samples/yagura.kif" --ply 60 --lang ja -o board.svg
cmp board.svg "$TOP/docs/images/board.svg" && echo the same ||
    echo "make it anew: kifu show docs/samples/yagura.kif --ply 60 --lang ja -o docs/images/board.svg --force"
