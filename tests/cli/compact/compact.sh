# Segments become one; ids stay.
for i in 1 2 3; do
    printf 'PI\n+\n+%s\n' "${i}7${i}6FU" >"$i.csa"
    "$KIFU" import --quiet games.kifu "$i.csa" >/dev/null
done
"$KIFU" compact games.kifu | sed 's/[0-9]* → [0-9]* bytes/bytes/'
for i in 0 1 2; do "$KIFU" show "games.kifu:$i" --as usi; done
ls games.kifu
"$KIFU" check games.kifu
"$KIFU" compact nowhere 2>&1
echo "exit $?"
ls -d nowhere 2>/dev/null
true
