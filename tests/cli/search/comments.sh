# Comments, time limits and komi; the index is made at the first search and used afterwards.
cat >a.kif <<'EOF'
手合割：平手
先手：甲
後手：乙
持ち時間：各６時間
手数----指手---------
*最初のコメント。名局です。
   1 ７六歩(77)
*好手！ Good Move
   2 ３四歩(33)
   3 投了
EOF
cat >b.kif <<'EOF'
手合割：平手
先手：丙
後手：丁
手数----指手---------
   1 ２六歩(27)
*悪手
   2 投了
変化：1手
   1 ５六歩(57)
*変化の手
EOF
printf '手合割：平手\n先手：戊\n手数----指手---------\n   1 ９六歩(97)\n' >c.kif
kifu import db.kifu a.kif b.kif c.kif >/dev/null
ask() {
    echo "$1: $(kifu search db.kifu "$1" --tsv --columns id 2>&1 | sed 1d | tr '\n' ' ')"
}
for again in made read; do
    for q in comment:名局 comment:局 comment:手 comment:好手 comment:goodmove 'comment:"ＧＯＯＤ  MOVE"' comment:変化 \
        comment:です好手 comment:最初のコメント。名局です。 'comment:""' comment:zz 'not comment:名' \
        'comment:手 time:6時間' 'time:""' 's76fu comment:悪'; do
        ask "$q"
    done >"$again"
    ls db.kifu/columns
done
cat read
cmp made read
echo "--- a further source of a game has its comments too; other segments have their own index"
sed 's/好手！.*/妙手/; s/甲/甲さん/' a.kif >a2.kif
sed 's/７六歩(77)/１六歩(17)/; s/３四歩(33)/１四歩(13)/' a.kif >d.kif
kifu import db.kifu a2.kif d.kif >/dev/null
ask comment:妙手
ask comment:好手
kifu compact db.kifu >/dev/null
ask comment:妙手
ask comment:好手
ls db.kifu/columns
echo "--- what is not an index is not used"
for bytes in 100 5000 9000; do
    printf 'x' | dd of=db.kifu/columns/"$(ls db.kifu/columns)" bs=1 seek=$bytes conv=notrunc 2>/dev/null
    ask comment:妙手
done
kifu search db.kifu --explain comment:手 | head -n 1
kifu search db.kifu komi:6.5
kifu search db.kifu comment:=手
echo "--- komi"
for komi in 6.5 0 -5.5 3.75 ''; do
    echo "(;GM[1]FF[4]SZ[9]${komi:+KM[$komi]}PB[$komi];B[cc];W[gg]C[x];B[c$(printf %s "$komi" | tr -d .0-)])" | sed 's/\[c\]/[dd]/'
done >go.sgf
i=0
while read -r line; do
    i=$((i + 1))
    # shellcheck disable=SC2059 # an octal escape
    printf '%s\n' "${line/;B\[cc\]/;B[a$(printf "\\$(printf %o $((96 + i)))")]}" >"go$i.sgf"
done <go.sgf
kifu import go.kifu go[1-5].sgf >/dev/null
for q in komi:6.5 komi:6.50 'komi>=0' 'komi<6.5' komi:0..6 komi:..0 komi:3.. 'komi!=0' 'not komi:0' 'komi>100'; do
    echo "$q: $(kifu search go.kifu "$q" --tsv --columns black 2>&1 | sed 1d | tr '\n' ' ')"
done
kifu search go.kifu komi:6,5x
