# A program without its data tells what is missing and what to do.
for prefix in /usr /usr/local; do
    [[ ! -e $prefix/share/kifu/natural/go.network ]] || { echo "a network is installed in $prefix" >&2; exit 77; }
done
mkdir -p bare/bin
cp "$KIFU" bare/bin/kifu
bare/bin/kifu gtp </dev/null
echo "status $?"
bare/bin/kifu --lang ja gtp </dev/null
