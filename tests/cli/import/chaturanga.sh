# Chaturanga in a database: imported by content, asked, told, exported, checked.
cp "$TOP/tests/fuzz/seeds/chaturanga/games.chatur" .
cat >broken.chatur <<'END'
chaturanga 1
1 red 44 -
2 red 44 -
END
kifu import c.kifu games.chatur broken.chatur 2>&1 | sed 's/, [0-9.]* s$//'
kifu info c.kifu | grep -v '[0-9] a game)'
kifu search c.kifu 'winner:red' --json | sed 's/"event".*//' | head -2
for query in 'g.frozen' 'sym(r.d1.raja) turn:b' 'dice:35' 'move:r.b1c3' 'count(r.pawn)<=2' 'startpos' 'result:d'; do
    printf '%s: ' "$query"
    kifu search c.kifu "$query" --count --verify --json --quiet | sed 's/,"seconds".*//'
done
kifu moves c.kifu startpos --limit 3
kifu census c.kifu --json | sed 's/,"frequencies".*//'
kifu export c.kifu all --to chaturanga -o out.chatur --quiet
kifu convert games.chatur broken.chatur --to chaturanga -o converted.chatur --quiet 2>/dev/null
cmp out.chatur converted.chatur && echo same
kifu export c.kifu 'ply:4 id:0' --to svg -o pictures/ && ls pictures
kifu compact c.kifu >/dev/null
kifu check c.kifu | sed 's/, [0-9]* sections//'
kifu import c.kifu --game shogi games.chatur 2>&1
echo "exit $?"
kifu search c.kifu 'r.d9.raja' 2>&1
kifu search c.kifu 'mirror(r.d1.raja)' 2>&1
