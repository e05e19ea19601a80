# scripts/engine-tune: a run that is stopped goes on and ends as one that is not; what it refuses.
tune() { "$TOP/scripts/engine-tune" "$@" --kifu "$KIFU"; }
begin="late-base:200 window:15 --iterations 10 --games 4 --nodes 120 --rate 0.2 --seed 3 --player material"
# shellcheck disable=SC2086 # options, one word each
tune whole.json $begin --verify 8 --every 1000 >whole || cat whole
grep -c 'of 10' whole
grep -c '^Tune=' whole
grep -c '^against the defaults: .* in 8 games$' whole
tail -n 1 whole | grep -c 'better than the defaults'

# Stopped at once, by TERM and by KILL, wherever it is then; with other --jobs.
iteration() { sed -n 's/^ "iteration": \([0-9]*\),$/\1/p' parts.json 2>/dev/null; }
# shellcheck disable=SC2086
tune parts.json $begin --seconds 0
[ "$(iteration)" = 0 ] && echo "not yet begun"
for how in TERM KILL; do
    before=$(iteration)
    "$TOP/scripts/engine-tune" parts.json --kifu "$KIFU" --verify 0 >/dev/null 2>&1 &
    while kill -0 $! 2>/dev/null && [ "$(iteration)" -le "$before" ]; do sleep 0.01; done
    kill -s $how $! 2>/dev/null
    wait $! 2>/dev/null
    tune parts.json --show >shown || cat shown
done
tune parts.json --verify 8 --jobs 2 >parts || cat parts
cmp whole.json parts.json && echo "as if never stopped"
tail -n 3 whole | cmp - <(tail -n 3 parts) && echo "and the match"
# shellcheck disable=SC2086
tune other.json ${begin/seed 3/seed 4} --verify 8 >/dev/null
cmp -s whole.json other.json || echo "another seed, other games"

tune whole.json window:15
tune whole.json --nodes 200
tune none.json
tune none.json windows:15
tune none.json window:0.1
tune none.json window:15 --games 3
echo '{"engine-tune": 1' >broken.json
tune broken.json 2>&1 | sed 's/: [^:]*(char.*//'
sed 's/"default": 30/"default": 31/' whole.json >older.json
tune older.json 2>&1 | sed 's/^engine-tune: [^ ]*/engine-tune: KIFU/'
echo *.json
