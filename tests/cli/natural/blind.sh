# A page for raters and its key: the same for the same seed; what raters said, summed up.
kifu generate games.kifu --games 12 --seed 1 --quiet
blind() { kifu natural blind games.kifu --reserve 999 --nodes 300 --positions 6 "$@"; }
blind -o one.html --seed 3
blind -o two.html --seed 3 --quiet && cmp one.html two.html && cmp one.html.key.json two.html.key.json && echo same
blind -o other.html --seed 4 --quiet && ! cmp -s one.html other.html && echo other
grep -c 'http-equiv="Content-Security-Policy"' one.html
grep -oE 'https?://[^"<\\ ]*' one.html | sort -u # a name space, asked of nobody
# Boards in both languages, with letters where the moves go.
grep -oE '>(to move|手番|A|B)\\u003c' one.html | sort | uniq -c
grep -o '"phase":"[a-z]*"' one.html.key.json
! grep -q '"natural"' one.html || echo "the page tells"
id=$(sed 's/.*"id":"\([0-9a-f]*\)".*/\1/' one.html.key.json)
letters=$(grep -o '"natural":"[ab]"' one.html.key.json | cut -d '"' -f 4)
rate() { # FILE NATURAL PLAIN COUNT: the same of so many positions; which is whose depends on the model
    local file=$1 natural=$2 plain=$3 n=0 list='' letter a b
    for letter in $letters; do
        [ $n -lt "$4" ] || break
        n=$((n + 1)) a=$natural b=$plain
        [ "$letter" = a ] || a=$plain b=$natural
        list="$list${list:+,}{\"number\":$n,\"a\":$a,\"b\":$b,\"remark\":\"\"}"
    done
    printf '{"kifu":"blind-answers","version":1,"id":"%s","rater":"x","answers":[%s]}' "$id" "$list" >"$file"
}
rate first.json 5 1 6
rate second.json 1 5 4
kifu natural ratings one.html.key.json first.json second.json --json | sed 's/"natural".*"better"/"…"/' | tail -n 1
kifu natural ratings one.html.key.json first.json | sed -n '1p;$p'
LANGUAGE=ja kifu natural ratings one.html.key.json first.json --lang ja | head -n 1
# What is refused.
rate many.json 6 6 1
printf '{"kifu":"blind-answers"' >cut.json
printf '{"kifu":"blind-answers","id":"0","answers":[]}' >page.json
printf '{"kifu":"blind-answers","id":"%s","answers":[{"number":1,"a":1,"b":2},{"number":1,"a":1,"b":2}]}' "$id" >twice.json
printf '[]' >list.json
for file in many cut page twice list one.html.key nowhere; do
    kifu natural ratings one.html.key.json $file.json 2>&1 | sed "s/$id/ID/"
done
kifu natural ratings first.json first.json
kifu natural ratings one.html.key.json
kifu natural blind games.kifu
kifu natural blind games.kifu --reserve 999 -o x.html --natural 0
kifu natural blind games.kifu --reserve 999 -o x.html --positions 0
