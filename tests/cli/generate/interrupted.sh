# What the engine has played is kept when somebody stops it; the same command goes on from there, and
# other options are refused until the rest is done or thrown away.
play() { kifu generate games.kifu --engine --weights material --nodes 10 --jobs 1 "$@"; }
mkfifo reports
(exec kifu generate games.kifu --engine --weights material --nodes 10 --jobs 1 --games 128 --progress json) 2>reports &
exec 5<reports
while read -r line <&5 && [[ $line != *'"done":'[1-9]* ]]; do :; done # it has just begun
kill -TERM $!
tail -n 2 <&5
wait $! 2>/dev/null
echo "status $?"
kifu check games.kifu --quiet >/dev/null && echo "in order"
games=$(kifu info games.kifu --json | sed -n 's/^{"games":\([0-9]*\),.*/\1/p')
((games > 0 && games < 128)) && echo "some were kept"
play --games 100 2>&1
play --games 128 --seed 2 2>&1
play --games 128 --json --progress none 2>remarks | grep -o '"games":128,"added":128,"duplicates":0,'
sed 's/[0-9]* of/some of/' remarks
[[ -e games.kifu.part ]] || echo "nothing is left"
kifu info games.kifu --json | grep -o '"games":[0-9]*' | head -n 1
play --games "$games" --json | grep -q "\"added\":0,\"duplicates\":$games," && echo "the same again"
# A kill loses only what was under way; nothing is in the database before all is done.
# Nobody takes the games that it prints, so that it can't end before it is killed.
mkfifo games
exec 6<>games
(exec kifu generate - --games 1500 --checkpoint here.part) >games 2>/dev/null 5<&- 6<&- &
until [[ $(stat -c %s here.part 2>/dev/null || echo 0) -gt 20000 ]] || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
kill -KILL $!
wait $! 2>/dev/null
echo "status $?"
exec 5<&- 6<&-
kifu generate - --games 1500 --checkpoint here.part 2>remarks | cksum >again
kifu generate - --games 1500 -q --jobs 1 | cksum | cmp - again && echo "the same games"
sed 's/[0-9]* of/some of/' remarks
# What is not ours is left alone.
echo "dear diary" >diary
kifu generate - --games 1 --checkpoint diary 2>&1
cat diary
