# A cross table: each cell's figures are those of a search with its query, whatever the kinds; the
# second time they come from the file that the first one wrote.
kifu generate db.kifu --games 120 --seed 7 --castles all --quiet
agree() { # FIELD ARGUMENT...: compares cells that have games with searches
    local field=$1 cells=0 line query want have
    shift
    while read -r line; do
        query=$(jq -r .query <<<"$line")
        have=$(jq -c '[.games, .wins, .losses, .draws]' <<<"$line")
        want=$(kifu search db.kifu "$query" --count --json | jq -c "[.games, .$field.wins, .$field.losses, .$field.draws]")
        [[ $have == "$want" ]] || echo "$query: $have, but the search finds $want"
        cells=$((cells + 1))
    done < <(kifu matrix db.kifu "$@" --limit 4 --json | jq -c 'select(.games > 0)')
    echo "$*: $((cells > 3)) agree"
}
agree own --rows castle --columns opening
agree own --rows opening --columns castle 'ply:..60 s76fu'
agree own --rows castle --columns castle
agree own --rows castle --columns opening --against
agree own --rows decade --columns castle
agree own --rows castle --columns player
agree player --rows player --columns decade
agree own --rows year --columns event 'either(s76fu)'
echo "--- kept"
kifu matrix db.kifu --rows castle --columns opening --json >first.json
(cd db.kifu/columns && ls)
kifu matrix db.kifu --rows castle --columns opening --json >second.json
cmp first.json second.json && jq -c 'keys_unsorted' <first.json | sort -u
echo "--- a damaged file is not believed"
for at in 20 200 1000; do
    printf 'XXXX' | dd of=db.kifu/columns/s000001-names.idx bs=1 seek=$at conv=notrunc status=none
    kifu matrix db.kifu --rows castle --columns opening --json | cmp - first.json
done
: >db.kifu/columns/s000001-names.idx
kifu matrix db.kifu --rows castle --columns opening --json | cmp - first.json
echo "--- games that were removed do not count"
before=$(jq -s 'map(.games) | add' first.json)
kifu remove db.kifu id:0..59 >/dev/null 2>&1
after=$(kifu matrix db.kifu --rows castle --columns opening --json | jq -s 'map(.games) | add')
echo $((after < before && after > 0))
agree own --rows castle --columns opening
echo "--- a user's name is looked for anew when its definition changes"
echo 'castle corner 隅 : s19ky' >db.kifu/names.txt
kifu matrix db.kifu --rows castle --columns decade --json --lang ja | jq -c 'select(.row == "corner") | .games' | paste -sd+ | bc
echo 'castle corner 隅 : s19ky ply:0 player:nobody' >db.kifu/names.txt
kifu matrix db.kifu --rows castle --columns decade --json | jq -c 'select(.row == "corner") | .games'
rm db.kifu/names.txt
echo "--- cells with enough wins and losses are tested, against one half and over all of them"
kifu matrix db.kifu --rows castle --columns opening --min-games 4 --json >tested.json
jq -c 'select((.wins + .losses >= 4) != (.p != null) or (.p == null) != (.fdr == null))' tested.json
jq -r 'select(.p != null) | [.wins, .losses, .p, .fdr] | @tsv' tested.json | sort -g -k 3,3 | awk '
    { wins[NR] = $1; losses[NR] = $2; p[NR] = $3; fdr[NR] = $4 }
    function slow(w, l,    n, k, sum, ways, least) {
        n = w + l; ways = 1; least = (w < l ? w : l)
        if (w == l) return 1
        for (k = 0; k <= least; k++) { sum += ways; ways = ways * (n - k) / (k + 1) }
        return (2 * sum >= 2 ^ n ? 1 : 2 * sum / 2 ^ n)
    }
    function apart(a, b) { return (a - b) ^ 2 > (1e-9 * b) ^ 2 }
    END {
        for (i = NR; i > 0; i--) {
            if (apart(p[i], slow(wins[i], losses[i]))) print "p of", wins[i], losses[i], "is", p[i]
            rate = p[i] * NR / i
            if (i == NR || rate < least) least = rate
            if (apart(fdr[i], least)) print "fdr", fdr[i], "and not", least
        }
        print (NR > 20)
    }'
kifu matrix db.kifu --rows castle --columns opening --json | jq -s 'map(select(.p != null and .wins + .losses < 20)) | length'
echo "--- for people"
kifu matrix db.kifu --rows decade --columns decade --min-games 4 result:s >stars.txt 2>note.txt
echo $(($(grep -o '100% [0-9]*-100[*]' stars.txt | wc -l) == 2)) && sed 's/over the [0-9]*/over the N/' note.txt
kifu matrix db.kifu --rows decade --columns decade --min-games 100 result:s 2>&1 | grep -c '[*]'
kifu matrix db.kifu --rows player --columns year --limit 2 2>/dev/null | wc -l
kifu matrix db.kifu --rows castle --columns opening --svg map.svg >/dev/null 2>&1
grep -c '<svg' map.svg
echo "--- mistakes"
kifu matrix db.kifu --rows castle --columns colour 2>&1; echo $?
kifu matrix db.kifu --rows castle 2>&1 | head -1
