# The samples of Go read without a problem; what a database gives back is what convert writes, and
# reading that again changes nothing.
"$KIFU" import --quiet --strict g.kifu "$TOP"/docs/samples/*.sgf --report problems --ko positional >/dev/null
echo "exit $?"
cat problems
"$KIFU" export g.kifu --to sgf >exported.sgf
"$KIFU" convert --quiet "$TOP"/docs/samples/*.sgf --to sgf >converted.sgf
"$KIFU" convert --quiet converted.sgf --to sgf | diff - converted.sgf && diff exported.sgf converted.sgf && echo same
"$KIFU" search g.kifu 'rank>=1d' --json | grep -o '"black.*'
