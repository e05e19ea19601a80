# Two ways to go on, and a fashion of one of them, in records that grow and end: shares, change points, births.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 1500 >a.sgf
planted 1500 '2 3 4 2 3 5 5 2 4 4 5 4 2 2 2 1' >b.sgf
# The first one: 10 %, from 1940 on 60 %, from 1970 on none.
paste -d '\n' a.sgf b.sgf | awk '{
    n = int((NR - 1) / 2)
    year = 1900 + int(100 * sqrt(n / 1500))
    share = year < 1940 ? 10 : year < 1970 ? 60 : 0
    if ((NR % 2 == 1) == (n * 37 % 100 < share)) {
        sub(/DT\[[0-9]*/, "DT[" year)
        print
    }
}' >games.sgf
"$KIFU" import go.kifu games.sgf --quiet >/dev/null
"$KIFU" joseki go.kifu --trends --top 40 --quiet --plot trends.svg
head -c 4 trends.svg && echo
"$KIFU" joseki go.kifu --trends --top 40 --quiet --json >trends.json
tail -n 1 trends.json
jq -c 'select(.changed) | [.moves[2:], .games, .reached, .first, .last, .born, .died, .shape, .rise, .fall, .peak.from,
    (.years | length), (.changes[0] | .low < .difference and .difference < .high)]' trends.json | head -n 4
# Half of the time there is no change to see, and the records end.
"$KIFU" joseki go.kifu 'date:1941..1969' --trends --top 40 --quiet --json | jq -c 'select(.beginning) | [.tested, .changed, .born, .died]'
# Of all games; a known line by its name.
printf '# the first one\nqd oc qg pe nc qb of re\n' >known.txt
"$KIFU" joseki go.kifu --trends --beginning 0 --top 40 --truth known.txt --quiet --plot one.svg --lang ja | sed -n '1,/^ *20/p'
grep -c 'the first one' one.svg
printf 'qd oc qg pe nc qb of re\nqd oc pf pg qb rb sb\n' >more.txt
"$KIFU" joseki go.kifu --trends --top 40 --truth more.txt 2>&1 | grep known
try() {
    "$KIFU" joseki "$@" 2>&1
    echo "exit $?"
}
try go.kifu --fdr 0.1
try go.kifu --trends --fdr x
try go.kifu --trends --beginning 5
try go.kifu --trends --top 30000
try go.kifu --trends --gallery page.html
try go.kifu --trends --encoding er --truth known.txt
try --profile go.kifu:1 --trends
