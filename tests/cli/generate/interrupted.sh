# What the engine has played is kept when somebody stops it; the same games come again.
kifu generate games.kifu --engine --weights material --nodes 10 --games 1000000 --progress json 2>progress &
until grep -qs '"done":[1-9]' progress || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
kill -TERM $!
wait $! 2>/dev/null
echo "status $?"
tail -n 1 progress
kifu check games.kifu --quiet >/dev/null && echo "in order"
games=$(kifu info games.kifu --json | sed -n 's/^{"games":\([0-9]*\),.*/\1/p')
((games > 0)) && echo "some were kept"
kifu generate games.kifu --engine --weights material --nodes 10 --games "$games" --json |
    grep -q "\"added\":0,\"duplicates\":$games," && echo "the same again"
