# A planted sequence comes out first, wherever and by whomever it was played.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 40 >games.sgf
"$KIFU" import db.kifu games.sgf --quiet >/dev/null
first() { "$KIFU" joseki db.kifu "$@" --json --top 1; }
echo 'the whole of it; the place of the first stone from the move before differs, so that is no symbol'
first --encoding er --method nf | jq -c '{rank, frequency, moves, games, symbols: (.symbols | length)}'
echo 'when, by whom, how it went'
first --encoding er --method nf | jq -c '[.first_year, .last_year, .decades, .wins, .losses, .draws, .rate, (.low < .rate and .rate < .high)]'
first --encoding er --method nf | jq -c .players
echo 'where it lies, and what stood there: nothing'
first --encoding er --method nf | jq -c '[.placed, .placements, .unbroken, .surroundings[0]]'
echo 'games that kifu show opens, with the last stone on the board'
first --encoding er --method nf | jq -r '.examples[] | "\(.db):\(.game) \(.ply)"' | while read -r game ply; do
    "$KIFU" show "$game" --ply "$ply" | sed -n 's/^Move [0-9]*: \(.*\);.*/\1/p'
done | tr '\n' ' '
echo
echo 'coarser symbols, fewer games'
first --encoding es --method nf 'date:1950..1969' | jq -c '[.frequency, .games, .last_year]'
echo 'whatever the number of threads'
for jobs in 1 3; do first --encoding er --method nf --top 50 --jobs "$jobs" | cksum; done | uniq | wc -l
echo 'persons, whatever the spelling, and once a game'
sed -e 's/PB\[Black 0\]/PB[Cho Hun-hyeon]/' -e 's/PB\[Black 1\]/PB[Cho Hunhyun 9p]/' -e 's/PB\[Black 2\]/PB[White]/' games.sgf >persons.sgf
"$KIFU" import persons.kifu persons.sgf --quiet >/dev/null
"$KIFU" joseki persons.kifu --encoding er --method nf --json --top 1 | jq -c .players
