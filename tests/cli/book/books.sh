# Opening books, read back by readers of a few lines: every position of the book has the moves and
# numbers of games that kifu moves counts.
"$KIFU" generate db.kifu --games 120 --seed 5 --quiet
"$KIFU" book db.kifu --to yaneuraou --plies 8 --min-games 3 -o book.db
head -n 1 book.db
grep '^sfen ' book.db >positions
LC_ALL=C sort -c positions && echo sorted
wrong=0
while read -r _ board turn hands ply; do
    # what the book has, and what was played in games that are not cut short
    have=$(awk -v position="sfen $board $turn $hands $ply" \
        '$1 == "sfen" { on = $0 == position; next } on { print $1, $5 }' book.db | sort)
    want=$("$KIFU" moves db.kifu "sfen \"$board $turn $hands\"" --json |
        jq -r 'select(.games >= 3) | "\(.move) \(.games)"' | sort)
    [[ $have == "$want" ]] || wrong=$((wrong + 1))
done < <(head -n 25 positions)
echo "$wrong of 25 positions differ"
echo "# entries of Apery: keys in order, as many as the other book has moves"
"$KIFU" book db.kifu --to apery --plies 8 --min-games 3 -o book.bin
od -An -v -t x8 -w16 book.bin | awk '{ print $1 }' >keys
sort -c keys && echo sorted
echo "$(grep -vc '^[#s]' book.db) moves, $(wc -l <keys) entries"
# the even start has the key that Apery gives it
od -An -v -t x1 -w16 book.bin | sed 's/ //g' | grep '^157eade1e78ebeee' >start
awk '$1 == "sfen" { on = $2 ~ /^lnsgkgsnl/ && $5 == 1; next } on { print $5 }' book.db |
    while read -r games; do printf '%02x%02x\n' $((games % 256)) $((games / 256)); done >counts
cut -c 21-24 start | cmp - counts && echo "the same games"
echo "# choices"
"$KIFU" book db.kifu --quiet --to yaneuraou --plies 1 --moves 1
"$KIFU" book db.kifu --quiet --to yaneuraou --plies 1 --min-games 1 --by score |
    awk 'NR > 2 { if (last != "" && $3 > last) print "not by score"; last = $3 }'
"$KIFU" book db.kifu result:s --to yaneuraou --plies 1 --json -o won.db
awk 'NR > 2 && $3 <= 0 { print "a loss" }' won.db
echo "# a game that begins in the middle has its move number"
echo 'sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3 moves 2g2f 8c8d' >late.usi
"$KIFU" import late.kifu late.usi --quiet >/dev/null
"$KIFU" book late.kifu --quiet --to yaneuraou --min-games 1
