# A file of games with values in place of a database: the same games, whatever interrupts them.
play() { kifu generate "$@" --engine --weights material --nodes 10 --max-plies 40 --random-plies 2; }
play one.games --games 530 --jobs 1 --json | sed -E 's/:[0-9.]+/:0/g'
play two.games --games 530 --jobs 2 --quiet && cmp one.games two.games && echo "the same bytes"
[[ -e one.games.part ]] || echo "nothing is left"
# Read as records: the same moves, values and ends.
play - --games 530 --to csa >games.csa
kifu convert one.games --to csa --quiet | cmp - games.csa && echo "the same games"
kifu convert games.csa --quiet --to psv >there.psv
kifu convert one.games --quiet --to psv | cmp - there.psv && echo "the same positions"
# The same samples of the same games, the same weights.
kifu import games.kifu one.games --quiet >/dev/null
kifu generate few.kifu --engine --weights material --nodes 10 --max-plies 40 --games 20 --quiet
kifu generate few.games --engine --weights material --nodes 10 --max-plies 40 --games 20 --quiet
for from in few.kifu few.games; do kifu train $from -o $from.weights --epochs 1 --quiet >/dev/null; done
cmp few.kifu.weights few.games.weights && echo "the same weights"
kifu train one.games --rows one.rows 2>&1 | sed 's/[0-9][0-9]*/N/g'
(($(stat -c %s one.rows) > 16 && ($(stat -c %s one.rows) - 16) % 92 == 0)) && echo "rows"
kifu info one.games | sed -E 's/[0-9.]+/N/g'
kifu info one.games --json | grep -o '"games":530\|"blocks":2\|"damaged_blocks":0'
# A kill loses only what was under way, and so does an interruption.
for signal in KILL TERM; do
    (exec kifu generate three.games --engine --weights material --nodes 10 --max-plies 40 --random-plies 2 \
        --games 530 --jobs 1 --quiet) 2>/dev/null &
    until [[ $(stat -c %s three.games.part 2>/dev/null || echo 0) -gt 3000 ]] || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
    kill -$signal $!
    wait $! 2>/dev/null
    [[ -e three.games.part ]] && echo "interrupted"
    play three.games --games 530 --quiet && cmp one.games three.games && echo "the same bytes"
    rm three.games
done
# Nothing is overwritten, and damage costs a block.
play one.games --games 3 2>&1
kifu info one.games --json | grep -o '"games":530'
touch other-2.games
play other.games --games 3 2>&1
cp one.games held.games
flock held.games kifu generate held.games --force --engine --weights material --nodes 10 --max-plies 40 --games 3 --quiet 2>&1
cmp one.games held.games && echo "what another process writes is left alone"
rm -f held.games.part
play held.games --games 3 --force --quiet && kifu info held.games --json | grep -o '"games":3'
{ head -c 500 one.games; printf x; tail -c +502 one.games; } >hurt.games
kifu convert hurt.games --to usi 2>&1 >left.usi | sed 's/byte [0-9]*/byte N/'
wc -l <left.usi
kifu info hurt.games | sed -n 's/^damaged *//p'
head -c 300 one.games >cut.games
kifu info cut.games --json | grep -o '"games":[0-9]*,\|"damaged_blocks":[0-9]*'
kifu generate go.games --game go --games 1 2>&1
kifu generate x.kifu --games 1 --split 3 2>&1
