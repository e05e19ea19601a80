# The gallery is one page that names nothing elsewhere, whatever the names of players are.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 24 | sed 's/PW\[White\]/PW[<\/script><img src=x onerror=alert(1)>\&"'"'"'<!--]/' >games.sgf
"$KIFU" import 'my db.kifu' games.sgf --quiet >/dev/null
"$KIFU" joseki 'my db.kifu' --encoding er --method nf --top 20 --gallery page.html --quiet | tail -n +2 | wc -l
echo 'elements of script: data and program'
grep -c '</script>' page.html
grep -o '<script[^>]*>' page.html
echo 'nothing is fetched'
grep -cE '(src|href)="?(https?:|//)|url\((https?:|//|"http)|@import' page.html
data() { sed -n '/<script type="application\/json"/,/<\/script>/p' page.html | sed '1s/.*id="data">//; $s/<\/script>//'; }
data | jq -c '[.lang, .dbs, .query, .encoding, .method, .games, .size, (.sequences | length)]'
data | jq -c '.sequences[0] | [.rank, .frequency, .moves, .opening, .usual, .players[0]]'
echo 'the same again, by any number of threads; and in Japanese'
"$KIFU" joseki 'my db.kifu' --encoding er --method nf --top 20 --gallery again.html --jobs 1 --json >/dev/null
cmp page.html again.html
"$KIFU" joseki 'my db.kifu' 'date:1950..1960' --encoding er --method nf --top 20 --gallery page.html --force --lang ja --json >/dev/null
data | jq -c '[.lang, .query, .games]'
echo 'written though nobody reads the list'
"$KIFU" joseki 'my db.kifu' --encoding er --method nf --top 20 --gallery unread.html --json >/dev/full 2>&1
cmp again.html unread.html
