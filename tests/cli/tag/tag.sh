# Tags of games that match, changed beside their records; what sees them, what keeps them.
kifu generate - --games 12 --seed 5 --to csa 2>/dev/null >games.csa
kifu import db.kifu games.csa --tag pro --tag Old >/dev/null
tags() {
    kifu search db.kifu "${1:-ply:0}" --tsv --columns id,tags | sed 1d | tr '\t\n' ': '
    echo
}
games() {
    echo "$1: $(kifu search db.kifu "$1" --tsv --columns id | sed 1d | tr '\n' ' ')"
}
kifu tag db.kifu id:0..3 +study -old --dry-run
tags id:0..1
kifu tag db.kifu id:0..3 +study -old
kifu tag db.kifu id:2..5 +Study +to-do --json
tags
games tag:study
games 'tag:=study not tag:old'
games tag:=old
games tag:to-do
kifu check db.kifu
echo "--- nothing to do writes nothing"
cp db.kifu/MANIFEST before
kifu tag db.kifu id:0 +STUDY -nothing
cmp before db.kifu/MANIFEST
echo "--- taken back, and given again"
kifu tag db.kifu id:0 -study
kifu tag db.kifu id:0 +old
tags id:0..1
kifu tag db.kifu id:0..3 -pro --add x --remove study
tags id:0..3
echo "--- after import, remove and compact they are the same"
tags >before
kifu generate - --games 3 --seed 6 --to csa 2>/dev/null >more.csa
kifu import db.kifu more.csa games.csa >/dev/null
tags id:0..11 | cmp - before
kifu remove db.kifu id:3 >/dev/null
kifu compact db.kifu >/dev/null
tags id:0..11 >after
sed 's/3:[^ ]* //' before | cmp - after
kifu check db.kifu
kifu info db.kifu --sqlite out.sqlite >/dev/null && sqlite3 out.sqlite 'SELECT name, count(*) FROM tag GROUP BY name; SELECT result, count(*) FROM game GROUP BY result'
echo "--- one segment of edits"
grep -c edits db.kifu/MANIFEST
echo "--- mistakes"
for words in 'id:0' '+x' 'id:0 +a,b' 'id:999 +x' 'id:0 -n'; do
    # shellcheck disable=SC2086 # words on purpose
    kifu tag db.kifu $words
    echo "$?"
done 2>&1
(
    flock 9
    kifu tag db.kifu id:0 +locked
    echo "$?"
) 9>>db.kifu/lock 2>&1
games tag:locked
