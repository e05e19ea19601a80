# A program without its data tells what is missing and what to do, and a GUI gets the engine's moves.
for prefix in /usr /usr/local; do
    [[ ! -e $prefix/share/kifu/natural/people.network ]] || { echo "a network is installed in $prefix" >&2; exit 77; }
done
mkdir -p bare/bin
cp "$KIFU" bare/bin/kifu
bare/bin/kifu usi --person beginner </dev/null
echo "status $?"
bare/bin/kifu --lang ja eval --people startpos </dev/null
echo "status $?"
printf '%s\n' 'setoption name Person value beginner' 'position startpos' 'go nodes 100' |
    bare/bin/kifu usi --hash 1 --weights material | sed -E '/^info depth/d; s/^(bestmove) .*/\1/'
