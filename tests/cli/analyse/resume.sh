# What was searched is kept in a journal when somebody kills it; the same command goes on from there and
# prints what a run without interruption does.  Other options or games are refused.
. "$TOP/tests/cli/caught.bash"
kifu generate db.kifu --games 12 --seed 5 --quiet
analyse() { kifu analyse db.kifu --weights material --nodes 400 --mate-nodes 50 --jobs 2 --progress none "$@"; }
analyse --json -o whole/ --table whole.tsv >whole.json
# Its reports go to a pipe that is full, so that it cannot end before it is killed.
mkfifo reports
exec 6<>reports
(exec kifu analyse db.kifu --weights material --nodes 400 --mate-nodes 50 --jobs 2 --progress none --json -o out/ \
    --table players.tsv --journal here) >reports 2>/dev/null 6<&- &
until [[ $(stat -c %s here 2>/dev/null || echo 0) -gt 4000 ]] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
kill -KILL $!
wait $! 2>/dev/null
echo "status $?"
exec 6<&-
kifu analyse db.kifu --weights material --nodes 401 --mate-nodes 50 --journal here 2>&1
kifu analyse db.kifu id:1 --weights material --nodes 400 --mate-nodes 50 --journal here 2>&1
analyse --json -o out/ --table players.tsv --journal here >again.json 2>remarks
sed 's/[0-9]* of/some of/' remarks
cmp again.json whole.json && diff -r out whole && cmp players.tsv whole.tsv && echo "as without interruption"
[[ -e here ]] || echo "nothing is left"
echo "--- Ctrl-C: a word about it, and the journal stays"
mkfifo lines
exec 6<>lines
(exec env --default-signal=INT kifu analyse db.kifu --weights material --nodes 400 --mate-nodes 50 --jobs 2 --journal kept \
    --progress none --json) >lines 2>remarks 6<&- &
until [[ $(stat -c %s kept 2>/dev/null || echo 0) -gt 4000 ]] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
kill -INT $!
cat <&6 >/dev/null &
reader=$!
wait %1 2>/dev/null
echo "status $?"
exec 6<&-
kill $reader 2>/dev/null
cat remarks
analyse --json --journal kept 2>/dev/null | cmp - whole.json && echo "as without interruption"
echo "--- what is no journal is left alone"
echo "dear diary" >diary
analyse --journal diary 2>&1
cat diary
