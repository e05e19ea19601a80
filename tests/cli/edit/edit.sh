# Headers changed beside the record: search, sort, export see them; the source stays.
cat >a.kif <<'EOF'
棋戦：朝の会
場所：東京
開始日時：2001/09/01
手合割：平手
先手：甲野 太郎
後手：乙山次郎
手数----指手---------
   1 ７六歩(77)
   2 投了
EOF
sed 's/７六歩(77)/２六歩(27)/; s/甲野 太郎/丙川三郎/' a.kif >b.kif
kifu import db.kifu a.kif b.kif >/dev/null
row() {
    kifu search db.kifu "$1" --tsv --columns id,black,white,event,place,date,time,source | sed 1d
}
kifu edit db.kifu 0 'event=Morning meeting' white=戊田 date=1999-12-31 'time=6 hours'
row ply:0
for q in player:乙山 player:戊田 event:朝 event:morning date:1999 date:2001 time:6; do
    echo "$q: $(kifu search db.kifu "$q" --tsv --columns id | sed 1d | tr '\n' ' ')"
done
kifu search db.kifu --sort date --tsv --columns id,date
kifu search db.kifu --sort event --tsv --columns id,event
kifu export db.kifu id:0 --to kif --charset utf-8
kifu export db.kifu id:0 --to kif --charset utf-8 --original
kifu show db.kifu:0 --quiet | head -n 2
echo "--- again, and an empty value"
kifu edit db.kifu 0 event= black=己野 --json
row id:0
kifu export db.kifu id:0 --to kif --charset utf-8 | grep -c 棋戦
kifu check db.kifu
echo "--- after compact and another source of the game they are the same"
sed 's/朝の会/夜の会/' a.kif >a2.kif
kifu import db.kifu a2.kif >/dev/null
row id:0 | cut -f 1-7
kifu compact db.kifu >/dev/null
row id:0 | cut -f 1-7
echo "event:夜: $(kifu search db.kifu event:夜 --tsv --columns id | sed 1d)"
echo "--- undone"
kifu edit db.kifu 0 --original
row ply:0
kifu edit db.kifu 0 --original
grep -c edits db.kifu/MANIFEST
kifu check db.kifu
echo "--- edits that are damaged are lost, the games are not"
kifu edit db.kifu 1 event=x >/dev/null
file=db.kifu/$(awk '/edits/ { print $2 }' db.kifu/MANIFEST).seg
printf '\377' | dd of="$file" bs=1 seek=66 conv=notrunc 2>/dev/null
kifu search db.kifu --count 2>&1 | sed 's/ byte.*//'
kifu check db.kifu --repair | grep -v '^$' | sed 's/[0-9.]* s$//'
row id:1
kifu edit db.kifu 1 event=x >/dev/null
rm db.kifu/MANIFEST
kifu check db.kifu --repair >/dev/null
row id:1
echo "--- mistakes"
for words in '0' 'x event=y' '7 event=y' '0 event' '0 result=b' '0 date=soon' '0 red=x'; do
    # shellcheck disable=SC2086 # words on purpose
    kifu edit db.kifu $words
    echo "$?"
done 2>&1
