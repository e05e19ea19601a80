# Stopped while it learns, it leaves the file that was there, and no other.
kifu generate games.kifu --games 20 --quiet
mkdir folder
echo old >folder/w
kifu train games.kifu -o folder/w --force --epochs 10000 --json >lines 2>messages &
until grep -qs '"epoch":1' lines || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
kill -TERM $!
wait $! 2>/dev/null
echo "status $?"
tail -n 1 messages
ls folder
cat folder/w
