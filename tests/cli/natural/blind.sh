# A page for raters and its key: the same for the same seed; what raters said, summed up.
kifu generate games.kifu --games 12 --seed 1 --quiet
blind() { kifu natural blind games.kifu --reserve 999 --nodes 300 --positions 6 "$@"; }
blind -o one.html --seed 3
blind -o two.html --seed 3 --quiet && cmp one.html two.html && cmp one.html.key.json two.html.key.json && echo same
blind -o other.html --seed 4 --quiet && ! cmp -s one.html other.html && echo other
grep -c 'http-equiv="Content-Security-Policy"' one.html
grep -oE 'https?://[^"<\\ ]*' one.html | sort -u # a name space, asked of nobody
grep -o '"phase":"[a-z]*"' one.html.key.json
! grep -q '"natural"' one.html || echo "the page tells"
id=$(sed 's/.*"id":"\([0-9a-f]*\)".*/\1/' one.html.key.json)
rate() { # FILE A B...: of the positions 1, 2 ...
    local file=$1 n=0 list=
    shift
    while [ $# -gt 0 ]; do
        n=$((n + 1))
        list="$list${list:+,}{\"number\":$n,\"a\":$1,\"b\":$2,\"remark\":\"\"}"
        shift 2
    done
    printf '{"kifu":"blind-answers","version":1,"id":"%s","rater":"x","answers":[%s]}' "$id" "$list" >"$file"
}
rate first.json 5 1 5 1 5 1 5 1 5 1 5 1
rate second.json 1 5 1 5 1 5 1 5
kifu natural ratings one.html.key.json first.json second.json --json | sed 's/"natural".*"better"/"…"/' | tail -n 1
kifu natural ratings one.html.key.json first.json | sed -n '1p;$s/[0-9]/9/gp'
LANGUAGE=ja kifu natural ratings one.html.key.json first.json --lang ja | head -n 1
# What is refused.
rate many.json 6 1
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
