# A PNG of the size asked for, where cairo was built in.
if ! "$KIFU" show startpos -o board.png --size 200 2>err; then
    grep cairo err >&2 && exit 77
    cat err
fi
head -c 8 board.png | od -An -tx1
od -An -tu1 -j 16 -N 8 board.png
