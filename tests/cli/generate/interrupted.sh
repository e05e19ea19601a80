# What the engine has played is kept when somebody stops it; the same command goes on from there, and
# other options are refused until the rest is done or thrown away.
play() { kifu generate games.kifu --engine --weights material --nodes 10 --jobs 1 "$@"; }
# The pipe of its reports is kept full: it waits with the next one, and cannot end before it is stopped.
mkfifo reports
exec 5<>reports
(exec yes "$(printf '%4095s' '')") >&5 5<&- &
filler=$!
(exec kifu generate games.kifu --engine --weights material --nodes 10 --jobs 1 --games 256 --progress json) 2>&5 5<&- &
exec 6<reports 5<&-
while read -r line <&6 && [[ $line != *'"done":'[1-9]* ]]; do :; done # it has just begun
kill -TERM $!
kill $filler
wait $filler 2>/dev/null # a line of it might follow the last one of the reports
tail -n 2 <&6
wait $! 2>/dev/null
echo "status $?"
kifu check games.kifu --quiet >/dev/null && echo "in order"
games=$(kifu info games.kifu --json | sed -n 's/^{"games":\([0-9]*\),.*/\1/p')
((games > 0 && games < 256)) && echo "some were kept"
play --games 100 2>&1
play --games 256 --seed 2 2>&1
play --games 256 --json --progress none 2>remarks | grep -o '"games":256,"added":256,"duplicates":0,'
sed 's/[0-9]* of/some of/' remarks
[[ -e games.kifu.part ]] || echo "nothing is left"
kifu info games.kifu --json | grep -o '"games":[0-9]*' | head -n 1
play --games "$games" --json | grep -q "\"added\":0,\"duplicates\":$games," && echo "the same again"
exec 6<&-
# A kill loses only what was under way; nothing is in the database before all is done.
# Nobody takes the games that it prints, so that it cannot end before it is killed.
mkfifo games
exec 6<>games
(exec kifu generate - --games 1500 --checkpoint here.part) >games 2>/dev/null 6<&- &
until [[ $(stat -c %s here.part 2>/dev/null || echo 0) -gt 20000 ]] || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
kill -KILL $!
wait $! 2>/dev/null
echo "status $?"
exec 6<&-
kifu generate - --games 1500 --checkpoint here.part 2>remarks | cksum >again
kifu generate - --games 1500 -q --jobs 1 | cksum | cmp - again && echo "the same games"
sed 's/[0-9]* of/some of/' remarks
# What is not ours is left alone.
echo "dear diary" >diary
kifu generate - --games 1 --checkpoint diary 2>&1
cat diary
