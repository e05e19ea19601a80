# A match goes on where it was stopped: by fewer games, by a signal, by a file cut in the middle of
# a game.  The games are the same as if it had been played in one go.
play() { kifu match material material --depth-a 3 --depth-b 1 --max-plies 100 --seed 3 --progress none "$@"; }
fields() { grep -o '"games":.*"draws":[0-9]*'; }
bare() { sed '/^T/d' "$1"; }
play --games 10 --jobs 2 -o whole.csa --json | fields >whole
play --games 3 --jobs 1 -o parts.csa --quiet >/dev/null
play --games 6 --jobs 2 -o parts.csa >/dev/null
head -c -200 parts.csa >cut.csa && mv cut.csa parts.csa
play --games 10 -o parts.csa --jobs 1 --json | fields >parts
cmp whole parts && cmp <(bare whole.csa) <(bare parts.csa) && echo the same
# again: nothing is played; with more games than were wanted, none is forgotten
play --games 10 -o parts.csa --json 2>/dev/null | fields | cmp - whole
cmp <(bare whole.csa) <(bare parts.csa) && echo still the same
# stopped by a signal
(exec kifu match material material --depth-a 3 --depth-b 1 --max-plies 100 --seed 3 --progress none \
    --games 1000 --jobs 2 -o signal.csa) >/dev/null 2>&1 &
pid=$!
until [[ $(grep -c '^%' signal.csa 2>/dev/null) -ge 3 ]] || ! kill -0 $pid 2>/dev/null; do sleep 0.1; done
kill -TERM $pid
wait $pid; echo "exit status $?"
kifu convert signal.csa --to usi --quiet | awk 'END { print (NR >= 3) ? "games are kept" : NR }'
play --games 4 -o signal.csa --jobs 1 2>/dev/null | head -n 1 | sed 's/:.*//'
# games of another match, or of nobody's
kifu match material material --depth 1 --games 2 -o parts.csa --progress none; echo $?
printf 'V2.2\nN+A\nPI\n+\n+7776FU\n%%TORYO\n' >foreign.csa
play --games 2 -o foreign.csa --jobs 1; echo $?
grep -c TORYO foreign.csa
play --games 2 -o /no/such/place.csa --jobs 1; echo $?
