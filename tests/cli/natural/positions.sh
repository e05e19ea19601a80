# Rows to train a network on: one for each position, none of reserved games unless asked for.
kifu generate games.kifu --games 30 --quiet
kifu natural positions pro=games.kifu games.kifu -o people.rows --json >line 2>/dev/null
sed 's/:[0-9]*/:0/g' line
grep -o '"repeated":30' line
rows() { echo $((($(wc -c <"$1") - 16) / 472)); }
[[ $(rows people.rows) == $(sed 's/.*"positions":\([0-9]*\).*/\1/' line) ]] && echo "a row a position"
head -c 8 people.rows && echo
od -An -tu4 -j8 -N8 people.rows | tr -s ' '
kifu natural positions --before games.kifu -o programs.rows --quiet
kifu natural positions pro=games.kifu --part reserved -o reserved.rows --quiet
[[ $(($(rows people.rows) + $(rows reserved.rows))) == $(rows programs.rows) ]] && echo "each game in one part"
(($(rows reserved.rows) > 0)) && echo "some reserved"
# The class: 3 is a program; the first move of the first game is legal by its bit.
od -An -tu1 -j$((16 + 190)) -N1 people.rows
od -An -tu1 -j$((16 + 190)) -N1 programs.rows
label=$(od -An -tu2 -j$((16 + 184)) -N2 programs.rows)
byte=$(od -An -tu1 -j$((16 + 196 + label / 8)) -N1 programs.rows)
((byte >> label % 8 & 1)) && echo "legal"
kifu natural positions pro=games.kifu
kifu natural positions -o none.rows
[[ ! -e none.rows ]] && echo "nothing left behind"
