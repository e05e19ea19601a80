# How many known lines are found: a line, the same turned, one that nobody played, a part of one.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 40 >games.sgf
"$KIFU" import db.kifu games.sgf --quiet >/dev/null
printf '%s\n' '# planted, whole' 'qd oc qg pe nc qb of re' '# from another corner' 'dc eo cm do ed' \
    '# upside down' 'qp oq qm po nq qr on ro' 'aa bb cc dd ee ff' >truth.txt
printf '%s\n' 'qd oc qg pe nc qb of re ss' >longer.txt
recall() { "$KIFU" joseki db.kifu --encoding er --method nf --json "$@" | jq -c 'select(.truth)'; }
recall --top 5 --truth truth.txt
recall --top 7000 --truth truth.txt --truth longer.txt
recall --truth longer.txt
"$KIFU" joseki db.kifu --encoding er --method nf --top 1 --diagrams 0 --truth truth.txt | tail -1
echo 'what is no such file'
printf 'pd zz9\n' >bad.txt
"$KIFU" joseki db.kifu --encoding er --truth bad.txt --method nf 2>&1; echo "exit $?"
"$KIFU" joseki db.kifu --encoding er --truth none.txt --method nf 2>&1; echo "exit $?"
