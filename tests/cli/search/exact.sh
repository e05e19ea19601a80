# Names as a whole: tag:=pro is not tag:professional.  For every word that looks into names.
# shellcheck disable=SC2016 # dollars of CSA, not of the shell
game() { # BLACK WHITE EVENT PLACE MOVE
    printf 'V2.2\nN+%s\nN-%s\n$EVENT:%s\n$SITE:%s\nPI\n+\n%s\n%%TORYO\n' "$@"
}
game Ann Bob Cup Oslo +7776FU >a.csa
game Annie Bobby 'Cup 2' 'Oslo West' +2726FU >b.csa
game Joanna Ann 'World Cup' Osloer +5756FU >c.csa
kifu import db.kifu a.csa --tag pro --quiet >/dev/null
kifu import db.kifu b.csa --tag pro-league --quiet >/dev/null
kifu import db.kifu c.csa --tag improved --quiet >/dev/null
try() { echo "$1: $(kifu search db.kifu "$1" --json | jq -r .game | xargs)"; }
for query in tag:pro tag:=pro tag:=PRO 'tag:="pro"' 'tag:"=pro"' tag:=p player:ann player:=ann \
    black:=ann white:=ann s.player:=Ann event:cup event:=cup 'event:="World Cup"' event:=worldcup \
    place:oslo place:=oslo source:a.csa source:=a.csa source:=.csa 'players:=ann,bob' 'players:ann,=bobby' \
    winner:=ann winner:ann loser:=Bob 'flip(black:=ann)' 'not tag:=pro' 'tag:=""'; do
    try "$query"
done
echo "--- a further source of a game"
kifu import db.kifu a.csa --tag later --quiet >/dev/null
try tag:=later
try tag:=late
try tag:=pro
echo "--- the same from an index and from a scan, and as text again"
kifu search db.kifu 's76fu tag:=pro player:="Ann"' --verify 2>&1 | sed 's/ (.*//'
kifu search db.kifu 's76fu tag:=pro' --explain 2>/dev/null | grep -o 'tag:[^ ]*' | sort -u
echo "--- removed is what was named"
kifu remove db.kifu tag:=pro 2>&1
kifu search db.kifu '' --json | jq -r .game
echo "--- nothing after the sign"
kifu search db.kifu 'tag:=' 2>&1
echo "--- other games' notation, ends of games, no database"
kifu search db.kifu bQ16 2>&1
kifu search db.kifu r.d1.raja --lang ja 2>&1
kifu generate go.kifu --game go --games 1 --quiet
kifu search go.kifu s76fu 2>&1
kifu search db.kifu end:foo 2>&1
kifu search db.kifu end:resing 2>&1 | head -n 1
kifu search /etc/passwd x 2>&1; echo $?
kifu search a.csa s76fu --lang ja 2>&1; echo $?
kifu export db.kifu id:999999 --to usi 2>&1; echo $?
echo "--- a person, in all spellings and nobody else"
game 'Go Seigen' 'Kitani Minoru' Cup Tokyo +7776FU >d.csa
game 呉清源 木谷實 Cup Tokyo +2726FU >e.csa
game 'Go Seigen & Kitani Minoru' 'Karigane Junichi' Cup Tokyo +5756FU >f.csa
game Kitani 'Seigen Go' Cup Tokyo +9796FU >g.csa
kifu import p.kifu d.csa e.csa f.csa g.csa --quiet >/dev/null
printf '呉清源 = Go Seigen\n木谷實 = Kitani Minoru\n' >p.kifu/people.txt
person() { echo "$1: $(kifu search p.kifu "$1" --json 2>/dev/null | jq -r .game | xargs)"; }
for query in 'player:"go seigen"' player:=呉清源 'player:="Go Seigen"' player:==呉清源 'player:=="Go Seigen"' \
    'player:=="seigen go"' '"Go Seigen"' 呉清源 '"Seigen Go"' 'black:==呉清源' 'flip(black:==呉清源)' \
    'players:==呉清源,=="Kitani Minoru"' 'winner:==呉清源' 'player:==go' 'player:=="Go Seigen & Kitani Minoru"' \
    'event:==cup'; do
    person "$query"
done
kifu search p.kifu 'player:==呉清源' --explain 2>/dev/null | head -n 1
kifu search p.kifu '' --by player --json | jq -r 'select(.group | test("Seigen|呉")) | "\(.games) \(.query)"'
