# Messages of one kind: the first few with their places, then a count; all of them in the report.
printf 'PI\n+\n+7776FU\n-3334FU\nT99999999999\n%%TORYO\n' >a.csa
for i in 1 2 3 4 5; do printf '(;GM[1];B[dd]PB[%s])\n' "$i" >"go$i.sgf"; done
for i in 1 2 3 4 5; do printf 'N+p%s\nPI\n+\n+2726FU\nT9999999999%s\n' $i $i >"t$i.csa"; done
"$KIFU" import --jobs 1 --report r.jsonl db.kifu a.csa t?.csa go?.sgf 2>&1 | sed 's/[0-9.]* s$/0 s/'
wc -l < r.jsonl
# Quietly, too: what is not printed is counted.
{ "$KIFU" import --jobs 1 --quiet db.kifu go?.sgf >out; } 2>&1
echo "status $?"
# What was named and cannot be read is an error, and costs nothing else.
printf 'PI\n+\n+5756FU\n' >good.csa
"$KIFU" import --jobs 1 db.kifu good.csa missing.csa 2>&1 | sed 's/[0-9.]* s$/0 s/'
"$KIFU" import --json db.kifu good.csa missing.csa 2>err | sed 's/.*"known_files":\([0-9]*\).*"unreadable":\([0-9]*\).*/\1 \2/'
"$KIFU" import --jobs 1 db.kifu good.csa missing.csa >out 2>err; echo "status $?"
"$KIFU" convert good.csa missing.csa --to usi; echo "status $?"
# A repeated export says once that files exist.
"$KIFU" generate more.kifu --games 6 --seed 1 --quiet >out.txt 2>&1
"$KIFU" export more.kifu --to usi -o games/; echo "status $?"
"$KIFU" export more.kifu --to usi -o games/ 2>&1; echo "status $?"
# Games of another kind than the format is for.
for i in 1 2 3 4 5 6; do echo 'startpos moves 7g7f'; done >games.usi
"$KIFU" convert games.usi --to sgf 2>&1; echo "status $?"
# One database twice would count its games twice.
"$KIFU" search more.kifu more.kifu all --count; echo "status $?"
"$KIFU" search more.kifu ./more.kifu/ all --count; echo "status $?"
