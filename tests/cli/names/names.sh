# Names with what they stand for, their games in a database, and a small board.
cat >games.usi <<'END'
startpos moves 7g7f 3c3d 2h6h 8c8d
startpos moves 7g7f 3c3d 2g2f 8c8d
END
"$KIFU" import db.kifu games.usi --quiet >/dev/null
"$KIFU" search db.kifu 's26fu' --save mine --quiet --count >/dev/null
"$KIFU" names --board | head -n 11
"$KIFU" names --json | head -n 1
"$KIFU" names db.kifu --json | grep -e '"shiken-bisha"' -e '"mine"'
"$KIFU" names db.kifu | grep -e '^@' -e naka-bisha
"$KIFU" names --game go | head -n 1
"$KIFU" names --game go --board | sed -n -e '/^opening:low-chinese/,/^opening:high/p' -e '/^joseki:tsuke-nobi/,/^joseki:ryo/p'
# Pictures: a file for each name that has pieces or stones.
"$KIFU" names db.kifu --svg pictures >/dev/null
"$KIFU" names --game go --svg stones >/dev/null
for file in pictures/castle-mino pictures/search-mine stones/opening-chinese stones/joseki-taisha; do
    echo "$file: $(grep -c '^<svg' $file.svg) $(tail -c 7 $file.svg)"
done
"$KIFU" names --svg pictures/castle-mino.svg >/dev/null
echo "exit $?"
"$KIFU" names --game chess
echo "exit $?"
# A saved search may have words that only the database knows; one that cannot be read does not keep
# the others from being listed.
printf 'V2.2\nN+Yoshiharu Habu\nN-Bob\nPI\n+\n+7776FU\n%%TORYO\n' >habu.csa
"$KIFU" import db.kifu habu.csa --quiet >/dev/null
"$KIFU" search db.kifu Habu --save habu --quiet --count >/dev/null
printf '@one : @two\n@two : @one\n' >>db.kifu/names.txt
"$KIFU" names db.kifu 2>&1 | grep -e '^@' -e '^kifu' -e mino-gakoi
"$KIFU" names db.kifu --json 2>/dev/null | grep -e '"habu"' -e '"one"'
"$KIFU" names db.kifu >/dev/null 2>&1
echo "exit $?"
