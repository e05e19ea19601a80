# The API over real HTTP, by curl: every route, bad requests, many at once, and the end.
set -eu
{ command -v curl && command -v jq; } >/dev/null || { echo "no curl or no jq: scripts/deps test" >&2; exit 77; }
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
get() { # PATH [CURL-OPTION...]
    local path=$1
    shift
    curl -sS -G "${url}api/$path" "$@"
}
# What jq makes of the answer must be the same as EXPECTED.
is() { # EXPECTED FILTER PATH [CURL-OPTION...]
    local expected=$1 filter=$2 got
    shift 2
    get "$@" >"$work/answer"
    got=$(jq -c "$filter" "$work/answer")
    [[ $got == "$expected" ]] || { echo "expected $expected, got $got"; head -c 600 "$work/answer"; return 1; }
}
status() { # EXPECTED PATH [CURL-OPTION...]
    local expected=$1 path=$2 got
    shift 2
    got=$(curl -sS -o "$work/answer" -w '%{http_code}' "${url}$path" "$@")
    [[ $got == "$expected" ]] || { echo "expected $expected, got $got"; head -c 600 "$work/answer"; return 1; }
}

"$KIFU" generate "$work/one.kifu" --games 300 --seed 1 --quiet >/dev/null
mkdir "$work/elsewhere"
"$KIFU" generate "$work/elsewhere/one.kifu" --games 200 --seed 2 --quiet >/dev/null
"$KIFU" search "$work/one.kifu" castle:mino --save my-mino --count --quiet >/dev/null
start_server "$work/one.kifu" "$work/elsewhere/one.kifu"
start='sfen "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"'
holes='s99ou g91ou or s19ou g11ou or s99ou g11ou'

check "info names both databases" is '["one","one-2"]' '[.databases[].name]' info
check "info counts" is '[500,300,200]' '[.games, .databases[].games]' info
check "every game begins so" is '[500,500]' '[.games, .spans]' search --data-urlencode "query=$start"
check "one database" is '200' '.games' search --data-urlencode "query=$start" -d db=one-2
check "limit and offset" is '[3,true,"one",299]' '[(.hits|length), .more, .hits[0].db, .hits[0].game]' \
    search --data-urlencode "query=$start" -d limit=3 -d offset=299
check "the last page" is '[2,false]' '[(.hits|length), .more]' search --data-urlencode "query=$start" -d limit=9 -d offset=498
check "count alone" is '[500,[]]' '[.games, .hits]' search --data-urlencode "query=$start" -d limit=0
check "a hit has its fields" is '["black","date","db","end","event","first","from","game","length","own","plies","result","to","white"]' \
    '.hits[0] | del(.ratings, .place) | keys' search --data-urlencode "query=$start" -d limit=1
check "next moves add up" is 'true' '(.games == 500) and ([.moves[].games] | add) == 500' moves --data-urlencode "query=$start" -d limit=100
check "intervals hold the score" is 'true' '[.moves[] | select(.score) | .low <= .score and .score <= .high] | all' \
    moves --data-urlencode "query=$start"
same_as_command() {
    diff <("$KIFU" search "$work/one.kifu" "$holes" --json --limit 20 | jq -c '[.game,.from,.to,.plies,.black,.white,.result,.date,.event]') \
        <(get search --data-urlencode "query=$holes" -d db=one -d limit=20 | jq -c '.hits[] | [.game,.from,.to,.plies,.black,.white,.result,.date,.event]')
}
check "search says what kifu search says" same_as_command
moves_same_as_command() {
    diff <("$KIFU" moves "$work/one.kifu" "$start" --json | jq -c '[.move,.games,.wins,.draws,.score,.low,.high]') \
        <(get moves --data-urlencode "query=$start" -d db=one -d limit=100 | jq -c '.moves[] | [.move,.games,.wins,.draws,.score,.low,.high]')
}
check "moves say what kifu moves says" moves_same_as_command
# Of a query that leaves the side open, at each of the plies that can count.
sided='either(s.castle:mino) player:木'
row='[.move,.seat,.games,.wins,.own,.player]'
moves_at_same_as_command() {
    local at
    for at in first every last; do
        "$KIFU" moves "$work/one.kifu" "$sided" --at $at --json | jq -c "$row" >"$work/moves.$at"
        diff "$work/moves.$at" <(get moves --data-urlencode "query=$sided" -d at=$at -d db=one -d limit=10000 | jq -c ".moves[] | $row") ||
            return 1
    done
    ! cmp -s "$work/moves.first" "$work/moves.every" && ! cmp -s "$work/moves.first" "$work/moves.last"
}
check "moves at the first, every and the last ply" moves_at_same_as_command
check "moves at the first ply are usual" is 'true' '(.moved > 0) and ([.moves[].games] | add) == .moved' \
    moves --data-urlencode "query=$sided" -d limit=10000
check "results by side add up in moves" is 'true' \
    '[.moves[] | .games == (.own | .wins + .losses + .draws + .unknown + .both) and .games == (.player | .wins + .losses + .draws + .unknown + .both)] | all' \
    moves --data-urlencode "query=$sided" -d limit=10000
check "no side, no results of one" is '[false,false]' '[.moves[0] | has("own", "player")]' moves -d 'query=moves>=1'
check "a ply that is none" status 400 'api/moves?query=s76fu&at=once'
check "a game's castles are those that search finds" is 'true' '[.tags[] | select(.name == "mino")] | length > 0' \
    "game/$(get search --data-urlencode query=castle:mino -d db=one -d limit=1 | jq '.hits[0].game')" -d db=one
check "a game" is 'true' '.game == 7 and .db == "one" and (.positions | length) == .plies + 1' game/7 -d db=one
posted() {
    [[ $(curl -sS "${url}api/search" -H 'Content-Type: application/json; charset=utf-8' \
        --data-raw '{"query": "", "db": "one-2", "limit": 1, "lines": false}' | jq .games) == 200 ]]
}
check "a posted question" posted
check "a mistake has its place" is '[false,6]' '[.ok, .error.byte]' parse --data-urlencode 'query=s99ou s9xou'
check "in Japanese, too" is 'true' '.error.message | test("[ぁ-ん一-龠]")' parse --data-urlencode 'query=s9xou' -d lang=ja
check "a good one is printed" is 'true' '.ok and (.query | test("s99ou"))' parse --data-urlencode 'query=s99ou g91ou'
check "a position's words" is '[0,40]' '[.turn, (.facts | length)]' position -d sfen=startpos
names_are_counted() { get names -d db=one | jq -e .whole; }
names_as_command() {
    until_true 300 names_are_counted || return
    diff <("$KIFU" names "$work/one.kifu" --json | jq -c '[.name,.kind,.titles,.query,.games]') \
        <(get names -d db=one | jq -c '.names[] | [.name,.kind,.titles,.query,.games]')
}
check "names are those of kifu names" names_as_command
check "names by their beginning" is '["castle:mino",true]' '[.names[0].word, ([.names[].kind] | index("shape") != null)]' names -d prefix=mino
for typed in み みn ﾐﾉ 美濃 MINO; do
    check "names by $typed" is '["castle","mino"]' '[.names[] | select(.name == "mino")][0] | [.kind, .name]' names --data-urlencode "prefix=$typed"
done
check "a further word of a name" is '"kata-mino"' '.names[1].name' names -d prefix=mino
check "players by the beginning of a name, with the word that finds them" is 'true' \
    '[.names[] | select(.kind == "player")] | length > 0 and (.[0] | (.name | startswith("山")) and (.word | startswith("player:")) and .games > 0)' \
    names --data-urlencode prefix=山
word_finds() { # KIND: what the word of its first name finds are its games
    local word games
    get names -d limit=20 | jq -r --arg kind "$1" '[.names[] | select(.kind == $kind)][0] | "\(.games) \(.word)"' >"$work/word"
    read -r games word <"$work/word"
    [[ $(get search --data-urlencode "query=$word" -d limit=0 | jq .games) == "$games" ]]
}
for kind in castle opening player event tag search; do check "a $kind's word finds its games" word_finds $kind; done
check "nothing begins so" is '[0,[]]' '[.total, .names]' names -d prefix=zzzz
check "at most so many names" is '[3,true]' '[(.names | length), .total > 3]' names -d prefix= -d limit=3
check "too many names" status 400 'api/names?limit=1001'
check "tags with their games" is '["generated",500,"tag:=\"generated\""]' '.tags[0] | [.tag, .games, .query]' tags
check "castles have names" is 'true' '[.names[] | select(.group == "castle" and .name == "mino")] | length == 1' names
svg() {
    get board "$@" >"$work/board.svg"
    head -c 4 "$work/board.svg" | grep -q '<svg'
}
check "a board of a position" svg --data-urlencode 'sfen=4k4/9/9/9/9/9/9/9/4K4 b 2P 1' -d flip=1
check "a board of a game" svg -d game=3 -d db=one -d ply=10 -d lang=ja

check "hits with boards" is 'true' '.hits[0].sfen | test("^[^ ]+/[^ ]+ [bw] ")' search -d query=s28ou -d boards=1 -d limit=1
same_saved() {
    [[ $(get search -d query=@my-mino -d limit=0 | jq .games) == $(get search -d query=castle:mino -d limit=0 | jq .games) ]]
}
check "a saved search" same_saved
check "facets count the games found" is 'true' \
    '([.results[].games] | add) == .games and ([.years[].games] | add) == .games and (.players | length) == 3' facets -d query=s28ou -d limit=3
players_as_command() {
    diff <("$KIFU" players "$work/one.kifu" --json --limit 5 | jq -c .) \
        <(get players -d db=one -d limit=5 | jq -c '.players[] | del(.db)')
}
check "players are those of kifu players" players_as_command
check "players of all databases, the most frequent first" is '[true,"db,doubtful,evidence,from,games,name,names,spellings,to"]' \
    '[([.players[].games] | . == (sort | reverse)), (.players[0] | keys | join(","))]' players -d limit=30
check "players by the beginning of a name" is 'true' '(.total > 0) and ([.players[].name | startswith("山")] | all)' \
    players --data-urlencode name=山
check "no such player" is '[0,[]]' '[.total, .players]' players -d name=zzz
check "too many players" status 400 'api/players?limit=1001'
check "results of the side of the query" is 'true' \
    '(.own.wins + .own.losses + .own.draws + .own.unknown + .own.both) == .games and (.black + .white + .draws + .unknown) == .games and (.hits[0].own | IN("black", "white"))' \
    search --data-urlencode 'query=either(s28ou)'
check "facets by year have the side's results" is 'true' \
    '([.by[].games] | add) == .games and ([.by[].own | .wins + .losses + .draws + .unknown + .both] | add) == .games' \
    facets --data-urlencode 'query=either(s28ou)' -d by=year -d limit=200
check "a matrix has cells with queries" is 'true' \
    '(.cells | length) > 0 and (.cells[0] | .games >= .wins + .losses + .draws and has("p") and has("fdr") and (.query | length) > 0)' \
    matrix -d rows=castle -d columns=decade
events() { # NAME PATH [CURL-OPTION...]: the objects of the events of that name
    local name=$1
    shift
    get "$@" | awk -v name="$name" '$1 == "event:" { on = $2 == name } on && $1 == "data:" { sub(/^data: /, ""); print }'
}
someone=$("$KIFU" players "$work/one.kifu" --json | head -n 1 | jq -r .name)
profile_same_as_command() {
    diff <("$KIFU" profile "$work/one.kifu" "=$someone" 'date:1950..' --json | jq -cS 'del(.. | .db?)') \
        <(events profile profile --data-urlencode "player==$someone" -d query=date:1950.. -d db=one | jq -cS 'del(.. | .db?)')
}
check "profile says what kifu profile says" profile_same_as_command
compare_same_as_command() { # COMMAND-OPTION... -- CURL-OPTION...
    local options=()
    while [[ $1 != -- ]]; do options+=("$1") && shift; done
    shift
    "$KIFU" compare "$work/one.kifu" date:..1999 date:2000.. "${options[@]}" --json | jq -cS 'del(.db)' >"$work/rows"
    (($(wc -l <"$work/rows") > 5)) || { echo "only $(wc -l <"$work/rows") rows"; return 1; }
    diff "$work/rows" <({ events summary compare -d a=date:..1999 -d b=date:2000.. -d db=one "$@" &&
        events row compare -d a=date:..1999 -d b=date:2000.. -d db=one "$@"; } | jq -cS 'del(.db)')
}
check "compare says what kifu compare says" compare_same_as_command --all -- -d all=1 -d top=1000
check "… of some kinds" compare_same_as_command --all --kind castles,moves --min-games 3 --plies 9 -- \
    -d all=1 -d top=1000 -d kind=castles,moves -d min_games=3 -d plies=9
check "… the second time from the cache" test -z "$(events progress compare -d a=date:..1999 -d b=date:2000.. -d db=one -d all=1 -d top=1000)"
databases_same_as_command() {
    diff <("$KIFU" compare "$work/one.kifu" "$work/elsewhere/one.kifu" --kind castles --all --json | jq -cS 'del(.a.query, .b.query)') \
        <({ events summary compare -d db_a=one -d db_b=one-2 -d kind=castles -d all=1 &&
            events row compare -d db_a=one -d db_b=one-2 -d kind=castles -d all=1; } | jq -cS 'del(.a.query, .b.query)')
}
check "two databases compared" databases_same_as_command
one_of_each_kind() {
    [[ $(events row compare -d a=date:..1999 -d b=date:2000.. -d all=1 -d top=1 | jq -r .kind | sort) == \
        "$(printf 'castle\nmove\nopening\nsequence\nshape')" ]] &&
        (($(events more compare -d a=date:..1999 -d b=date:2000.. -d all=1 -d top=1 | jq .rows) > 5))
}
check "the first of each kind, and how many more" one_of_each_kind
check "nobody's profile" test "$(events profile profile -d player=Nobody-at-all | jq .games)" = 0
check "no games of one set" test "$(events summary compare -d a=date:1 -d b= | jq -c '[.a.games, .b.games]')" = '[0,500]'
for bad in 'player=' 'player=x&sequences=201' 'player=x&top=0' 'player=x&query=((' 'query=castle:mino'; do
    check "no profile of $bad" status 400 "api/profile?$bad"
done
for bad in 'a=((&b=' 'a=&b=))' 'kind=colours' 'kind=' 'fdr=2' 'fdr=nan' 'plies=0' 'plies=201' 'min_games=0' 'sequences=2001' 'top=1001' 'db=one&db_a=one-2'; do
    want=400
    [[ $bad != 'kind=' ]] || want=200 # nothing given
    check "compare: $bad" status $want "api/compare?$bad"
done
check "compare: no such database" status 404 'api/compare?a=&b=&db_b=three'
check "a matrix of unknown rows" status 400 'api/matrix?rows=colour&columns=year'
facets_narrow() { # QUERY: the first name of each group
    local word games
    get facets/names --data-urlencode "query=$1" -d ms=8000 | jq -r '[.names | group_by(.group)[][0]][] | "\(.word) \(.games)"' >"$work/facets"
    [[ -s $work/facets ]] || return
    while read -r word games; do
        [[ $(get search --data-urlencode "query=($1) $word" -d limit=0 | jq .games) == "$games" ]] || return
    done <"$work/facets"
}
check "a named facet counts what its word finds" facets_narrow s28ou
check "a named facet beside an opening" facets_narrow opening:furi-bisha
check "moves by years" is 'true' '([.periods[].moved] | add) == .moved and ([.moves[].games] | add) == .moved' \
    moves --data-urlencode "query=$start" -d years=10 -d limit=1000
check "orders of moves to a position" is '[true,true,3]' \
    '[.counted == .games, ([.orders[].games] | add) == .games, (.orders[0].moves | length)]' orders -d limit=200 \
    --data-urlencode 'query=sfen "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w -"'
orders_are_of_games() { # each of the two orders by itself has as many games as a search for it
    local order query n
    get orders -d limit=2 --data-urlencode 'query=sfen "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w -"' |
        jq -c '.orders[] | [.games, (.moves | join(" "))]' >"$work/orders"
    [[ $(wc -l <"$work/orders") -eq 2 ]] || return 1
    while read -r order; do
        query="seq:\"$(jq -r '.[1]' <<<"$order")\" ply:3"
        n=$("$KIFU" search "$work/one.kifu" "$work/elsewhere/one.kifu" "$query" --count --json | jq .games)
        [[ $n -gt 0 && $n == $(jq '.[0]' <<<"$order") ]] || { echo "$order: $n"; return 1; }
    done <"$work/orders"
}
check "… each as often as it is found" orders_are_of_games
check "moves made on a position" is '[0,"query"]' '[.turn, (to_entries[] | select(.key == "query") | .key)]' \
    position -d sfen=startpos --data-urlencode 'moves=7g7f 3c3d'
check "a record that was pasted" is '["kif",1,1]' '[.format, (.positions | length) - 1, (.variations | length)]' read \
    --data-urlencode $'text=手合割：平手\n手数----指手---------\n   1 ７六歩(77)\n   2 投了\n変化：1手\n   1 ２六歩(27)\n'
same_export() {
    diff <("$KIFU" export "$work/one.kifu" castle:mino --to csa --quiet) <(get export -d db=one -d query=castle:mino -d to=csa)
}
check "an export is that of kifu export" same_export
same_table() {
    diff <("$KIFU" search "$work/one.kifu" castle:mino --csv --sort=-date --columns id,date,black,sfen) \
        <(get export -d db=one -d query=castle:mino -d to=csv -d sort=-date -d columns=id,date,black,sfen)
}
check "a table is that of kifu search --csv" same_table
check "sorted hits" is 'true' '[.hits[].length] | length > 3 and . == (sort | reverse)' search -d query=castle:mino -d sort=-length
check "no such order" status 400 'api/search?query=&sort=when'
check "no such column" status 400 'api/export?query=&to=csv&columns=when'
check "what people play" is 'true' '(.moves | length) == 4 and ([.moves[].p] | add) <= 1.001 and .total == 30' \
    natural -d sfen=startpos -d moves=7g7f -d limit=4
judged() { # every move, three of each class, as kifu eval has them
    get found -d sfen=startpos --data-urlencode 'moves=7g7f 3c3d 2g2f' -N >"$work/events"
    tail -n 3 "$work/events" | grep -q '^event: done$' &&
        [[ $(sed -n 's/^data: {"ply"/{"ply"/p' "$work/events" | jq -s -c '[.[] | [.ply, .moves[0], (.likely | map(length) | add), .nth.pro >= 1]]') == \
            '[[1,"7g7f",9,true],[2,"3c3d",9,true],[3,"2g2f",9,true]]' ]] &&
        diff <(sed -n 's/^data: {"ply"/{"ply"/p' "$work/events" | jq -c '.found | map(. * 1000 | round)') \
            <("$KIFU" eval --people startpos moves 7g7f 3c3d 2g2f --json --quiet | jq -c '.found | map(. * 1000 | round)')
}
check "who finds which moves" judged
whole_game() { # every position once, from the end; then the object of kifu analyse
    get analyse/game -d sfen=startpos --data-urlencode 'moves=7g7f 3c3d 2g2f' -d nodes=300 -N >"$work/events"
    tail -n 3 "$work/events" | grep -q '^event: done$' &&
        [[ $(sed -n 's/^data: {"ply"/{"ply"/p' "$work/events" | jq -s -c '[.[] | [.ply, (has("centipawns") or has("mate")), .win > 0 and .win < 1]]') == \
            '[[3,true,true],[2,true,true],[1,true,true],[0,true,true]]' ]] &&
        diff <(sed -n 's/^data: {"record"/{"record"/p' "$work/events" | jq -c '.moves, .players') \
            <("$KIFU" analyse startpos moves 7g7f 3c3d 2g2f --nodes 300 --mate-nodes 5000 --json --quiet | jq -c '.moves, .players')
}
check "a whole game is that of kifu analyse" whole_game
check "a whole game of no nodes" status 400 'api/analyse/game?moves=7g7f&nodes=0'
long_game() { # 200 positions of a million nodes
    local moves
    moves=$(for _ in {1..50}; do printf '2h3h 8b7b 3h2h 7b8b '; done)
    get analyse/game --data-urlencode "moves=$moves" -d nodes=1000000 | jq -e '.error.code == "limit"'
}
check "a whole game of too many nodes" long_game
check "a whole game that is none" status 400 'api/analyse/game?moves=1a1b'
check "moves that nobody can find" status 400 'api/found?moves=1a1b'
check "a query for what the database does not keep" status 400 'api/search?query=found.pro%3E%3D0.5'
found_in() { # GAMES: how many of them each route sees once these were judged
    local found='found.pro>=0'
    "$KIFU" natural found "$work/one.kifu" "$1" --network "$TOP/tests/cli/natural/tiny.network" --quiet
    { get search -d db=one --data-urlencode "query=$found" &&
        events profile profile -d db=one --data-urlencode player=森 --data-urlencode "query=$found" &&
        events head joseki -d db=one --data-urlencode "query=$found" -d top=1 &&
        events summary compare -d db=one --data-urlencode "a=$found" --data-urlencode b= -d kind=castles | jq .a &&
        events summary compare -d db=one --data-urlencode a= --data-urlencode "b=$found" -d kind=castles | jq .b; } |
        jq -s -c 'map(.games)'
}
judged_meanwhile() { [[ $(found_in id:1..2) == '[2,2,2,2,2]' && $(found_in id:1..6) == '[6,3,6,6,6]' ]]; }
check "queries for what is judged meanwhile" judged_meanwhile
rm -r "$work/one.kifu/columns"
analysed() {
    get analyse -d sfen=startpos -d seconds=1 -d lines=2 -N >"$work/events"
    grep -q '^event: line$' "$work/events" && tail -n 3 "$work/events" | grep -q '^event: done$' &&
        [[ $(sed -n 's/^data: //p' "$work/events" | jq -s '[.[].number // 0] | max') == 2 ]]
}
check "the engine thinks aloud" analysed
mated() {
    get analyse --data-urlencode 'sfen=4k4/9/4P4/9/9/9/9/9/4K4 b G 1' -d seconds=1 -N | grep -A1 '^event: mate' | grep -q '"length":1'
}
check "and sees a mate" mated
quits() { # a long request ends with whoever asked
    local asker
    : >"$work/thoughts"
    curl -sN "${url}api/analyse?seconds=600" >"$work/thoughts" &
    asker=$!
    until_true 300 test -s "$work/thoughts" || echo "it does not begin"
    kill "$asker"
    wait "$asker" || true
    until_true 300 rests
}
rests() { # hardly any processor time in half a second
    local before after
    before=$(awk '{print $14 + $15}' "/proc/$server/stat")
    sleep 0.5
    after=$(awk '{print $14 + $15}' "/proc/$server/stat")
    ((after - before <= 5)) || { echo "still busy: $before, $after"; return 1; }
}
check "nobody listens, nobody thinks" quits

mate='5k3/9/5P3/9/9/9/9/9/4K4 b 2G 1'
check "play: what can be played" is '[30,1,"P-7f",null]' '[(.legal | length), .turn, .played[0].en, .over]' play/shogi -d moves=7g7f
check "play: the engine's move, and why" is 'true' \
    '(.answer.explanation | test("人が指す割合")) and .ply == 1 and .played[0].move == .answer.move and .turn == 1' \
    play/shogi/move -d nodes=2000 -d natural=60 -d class=online -d lang=ja
check "play: a person, by the seed" is 'true' \
    '.answer | (.p > 0) and (.win > 0) and (.thinks >= 300) and (.explanation | contains("club players"))' \
    play/shogi/move -d person=club-player -d seed=7 -d moves=7g7f
check "play: a person with somebody's openings" is '[true,null,true]' \
    '.answer | [.opening, .p, (.explanation | test("played in [0-9]+ of [0-9]+ games of the query"))]' \
    play/shogi/move -d person=club-player -d seed=7 --data-urlencode "like=castle:mino" -d db=one
check "play: the same again" is 'true' '.answer.nodes <= 2100 and .answer.explanation == null' play/shogi/move -d nodes=2000
check "play: it mates" is '["mate","b",[]]' '[.over.end, .over.result, .legal]' play/shogi/move --data-urlencode "sfen=$mate" -d nodes=5000
shuffle='5i5h 5a5b 5h5i 5b5a '
check "play: four times is a draw" is '["repetition","d"]' '[.over.end, .over.result]' \
    play/shogi --data-urlencode "moves=$shuffle$shuffle$shuffle"
check "play: who enters may declare" is '[true,"declaration","b"]' '[.declare == false, .over.end, .over.result]' play/shogi -d end=declaration \
    --data-urlencode 'sfen=K+R+R+B+BGGGG/SSSS5/9/9/9/9/9/9/8k b 4N4L9P9p 1'
played_kif() {
    get play/shogi/record --data-urlencode 'moves=7g7f 3c3d' -d end=resign -d black=Me -d white=Kifu | grep -A9 '先手：Me' | grep -q '投了'
}
check "play: as KIF" played_kif
check "play: what can be played in Go" is '[359,0,2,["Q16"],["D4"],null]' '[(.legal | length), .turn, .ply, .black, .white, .over]' \
    play/go --data-urlencode 'moves=Q16 D4'
check "play: a stone is captured" is '[[1,0],[]]' '[.captured, .white]' play/go --data-urlencode 'moves=A2 A1 B1'
check "play: handicap stones" is '[1,["D4","D16","Q4","Q16"],0.5]' '[.turn, (.black | sort_by(.[0:1], (.[1:] | tonumber))), .komi]' play/go -d handicap=4
check "play: resigned" is '["resign","w"]' '[.over.end, .over.result]' play/go -d end=resign
check "play: time is up" is '["time-up","b","White ran out of time. Black wins."]' '[.over.end, .over.result, .over.en]' play/go -d moves=Q16 -d end=time-up
strips=$(for c in C F J; do for row in $(seq 19); do echo "$c$row $(tr CFJ LOR <<<"$c")$row"; done; done | paste -sd ' ')
check "play: counted by area" is '["score","w",6.5,114,[]]' '[.over.end, .over.result, .over.points, (.over.white_area | length), .over.dead]' \
    play/go --data-urlencode "moves=$strips pass pass"
check "play: whether the network doubts it" is '[true,"number",true]' \
    '.over | [.doubtful == (.win < 0.5), (.win | type), .win > 0 and .win < 1]' play/go --data-urlencode "moves=$strips pass pass"
for bad in 'moves=D4+D4' 'moves=I5' 'moves=pass+pass+D4' 'handicap=1' 'handicap=10' 'komi=x' 'komi=101' 'end=interrupted' 'moves=pass+pass&end=resign'; do
    check "play: Go not with $bad" status 400 "api/play/go?$bad"
done
played_sgf() {
    get play/go/record --data-urlencode 'moves=Q16 D4' -d end=resign -d black=Me -d white=Kifu | tr -d '\n' |
        grep -q 'KM\[6.5\]RE\[W+R\]PB\[Me\]PW\[Kifu\].*;B\[pd\];W\[dp\])'
}
check "play: as SGF" played_sgf
check "play: a table of chaturanga" is '["red","teams","35",true]' '[.colour, .phase, .roll, (.turns | index("b1c3 d2d3") != null and index("d2d3 b1c3") != null)]' \
    play/chaturanga -d roll=35
check "play: a turn made" is '["green","35 b1c3 d2d3",1]' '[.colour, .made.turn, .ply]' play/chaturanga --data-urlencode 'turn=35 b1c3 d2d3'
check "play: raja taken, army frozen" is '["yellow","frozen"]' '[.colour, .states[1]]' play/chaturanga --data-urlencode 'turn=22 a1c3 c3a5'
check "play: who holds it, and what it is worth" is '["red",true,true]' '[.captors[1], (.chances.teams | add > 0.999 and .[0] > 0.5), (.chances.seats[1] == 0)]' \
    play/chaturanga --data-urlencode 'turn=22 a1c3 c3a5'
check "play: a hint of chaturanga" is '["a1c3 c3a5",true,5]' '[.turns[0].turn, (.turns[0].chance > 0.5), (.turns | length)]' play/chaturanga/hint -d roll=22 -d ms=200
check "play: dice" is 'true' '.roll | test("^[2-5][2-5]$")' play/chaturanga -d roll=random
check "play: the same dice" is '"22 a1c3 c3a5"' '.made.turn' play/chaturanga/choose -d player=maxn -d roll=22 -d ms=200
for player in P0 P1 P4 paranoid team mcts; do
    check "play: $player plays" is '["red",1]' '[.made.colour, .ply]' play/chaturanga/choose -d player=$player -d ms=100
done
played_chatur() {
    get play/chaturanga/record -d red=Asha --data-urlencode $'turns=35 b1c3 d2d3\n44 -' | grep -A6 '^Red: Asha' | grep -q '^2 green 44 -'
}
check "play: who is asked" is '[]' '.asks' play/chaturanga --data-urlencode 'turn=35 b1c3 d2d3' -d ask=1
names_stranger() { # PATH
    get "$1" -d stranger=1 | jq -e '.error.message | contains("stranger")'
}
for path in $(sed -n 's|^    {"/api/\([^"]*[a-z]\)", .*|\1|p' "$TOP/src/web/api/routes.c") game/0; do
    [[ $path == import ]] || check "$path: an argument that it does not have" names_stranger "$path"
done
check "play: chaturanga as a record" played_chatur

# Events as lines of JSON, their names in "event"; without those of progress, which a slow machine has more of.
told() { # PATH [CURL-OPTION...]
    get "$@" -N | sed -n 's/^event: \(.*\)/{"event":"\1"/p; s/^data: {}$/}/p; s/^data: {/,/p' | paste -sd '' | sed 's/}{"event"/}\n{"event"/g' |
        grep -v '^{"event":"progress"'
}
calibrated() { # the same as the command, where neither says anything: results, bins and effects
    diff <("$KIFU" calibrate "$work/one.kifu" --json) <(told calibrate -d db=one | jq -c 'select(.event == "curve").curve') &&
        diff <("$KIFU" calibrate "$work/one.kifu" --preset common --effects alone --mate-nodes 0 --json) \
            <(told calibrate -d db=one -d preset=common -d effects=alone -d mate_nodes=0 | jq -c 'select(.event == "curve").curve')
}
check "calibrate: the curves of kifu calibrate" calibrated
of_conditions() {
    diff <("$KIFU" calibrate "$work/one.kifu" --min-positions 100 --json --when s.hand.fu\>=3 --when castle:mino) \
        <(told calibrate -d db=one -d min_positions=100 --data-urlencode $'when=s.hand.fu>=3\n\ncastle:mino' | jq -c 'select(.event == "curve").curve')
}
check "calibrate: conditions, a line each" of_conditions
classed() { # people, engines, and those that are both
    diff <("$KIFU" calibrate people="$work/one.kifu" engines="$work/elsewhere/one.kifu" both="$work/one.kifu" both="$work/elsewhere/one.kifu" --json) \
        <(told calibrate --data-urlencode $'classes=people=one\nengines=one-2\nboth=one\nboth=one-2' |
            jq -c 'if .event == "curve" then .curve elif .event == "difference" then del(.event) else empty end')
}
check "calibrate: classes of games side by side" classed
opposed() {
    told calibrate -d db=one -d min_positions=100 | jq -se '(map(select(.event == "curve")) | .[0].curve.positions as $all |
        length == 3 and all(.[1:][]; .curve.positions + .opposite.positions == $all and .opposite.condition == "not (\(.curve.condition))")) and
        .[0].event == "judged" and .[0].kept and .[-1].event == "done"'
}
check "calibrate: where a condition holds, and where not" opposed
fitted() {
    diff <("$KIFU" calibrate "$work/one.kifu" --min-positions 100 --fit ls --json | jq -c 'select(.term or .fit or .after)') \
        <(told calibrate -d db=one -d min_positions=100 -d fit=ls | jq -c 'select(.term or .fit or .after) | del(.event)')
}
check "calibrate: the fit of kifu calibrate --fit" fitted
discovered() {
    told calibrate -d db=one -d discover=1 -d top=3 >"$work/found"
    diff <("$KIFU" calibrate "$work/one.kifu" --discover --top 3 --json | jq -c 'del(.examples)') \
        <(jq -c 'select(.event == "finding") | del(.event, .examples)' "$work/found") &&
        jq -se '(map(select(.event == "suspect") | .condition) | sort) == (map(select(.event == "finding") | .condition) | sort) and
            all(.[] | select(.event == "finding") | .examples[]; .db == "one")' "$work/found"
}
check "calibrate: the findings of kifu calibrate --discover, and suspects before" discovered
by_record() { told calibrate -d value=record | jq -se 'map(.event) == ["judged", "done"] and .[0].positions == 0'; }
check "calibrate: records without values: nothing, and no error" by_record
together() {
    local i pids=()
    for i in 1 2 3; do
        told calibrate -d weights=material -d min_positions=50 >"$work/told.$i" &
        pids+=($!)
    done
    wait "${pids[@]}"
    for i in 1 2 3; do
        diff <(grep '"curve"' "$work/told.1") <(grep '"curve"' "$work/told.$i") && grep -q '"event":"done"' "$work/told.$i" || return 1
    done
}
check "calibrate: three at once, one after another" together
kept_columns() { # of the ways to judge, not of whatever is asked; a database that the command did not touch
    [[ $(find "$work/elsewhere/one.kifu/columns" -type f ! -name '*.idx' -printf '%f\n' | sed 's/.*-\([a-z]*\)-.*/\1/' | sort -u | paste -sd ' ') == 'marks mates values' ]]
}
check "calibrate: what is kept in the database" kept_columns
not_kept() { # where nothing can be kept, it is answered all the same
    rm -rf "$work/elsewhere/one.kifu/columns"
    : >"$work/elsewhere/one.kifu/columns"
    told calibrate -d db=one-2 -d min_positions=50 | jq -se '(.[] | select(.event == "judged") | .kept) == false and (map(select(.event == "curve")) | length) == 3'
}
check "calibrate: nowhere to keep anything" not_kept
check "an argument that is none" status 400 'api/search?query=s99ou&limits=3'
check "an argument of another route" status 400 'api/parse?query=s99ou&limit=3'
check "its name is said" is '["range",true]' '[.error.code, (.error.message | test("limits"))]' search -d limits=3
check "a language that is none" status 400 'api/info?lang=fr'
check "lang is one of all" status 200 'api/info?lang=ja'
check "an answer within a time" is 'true' .whole search -d query=s76fu -d ms=10000
check "next moves within a time" is 'true' .whole moves -d query=s76fu -d ms=10000
check "a time that is none" status 400 'api/search?query=s76fu&ms=soon'
check "calibrate: a judge that is a command" status 400 'api/calibrate?value=usi:/bin/sh'
check "calibrate: weights that are a file" status 400 'api/calibrate?weights=/etc/passwd'
check "calibrate: bins too narrow" status 400 'api/calibrate?bin=1'
check "calibrate: bins of no width" status 400 'api/calibrate?bin=wide'
check "calibrate: a class without a database" status 400 'api/calibrate?classes=people'
check "calibrate: no such database in a class" status 404 'api/calibrate?classes=people=two'
check "calibrate: five classes" status 400 "api/calibrate?classes=$(printf '%s=one%%0A' a b c d e)"
check "calibrate: a fit of two classes" status 400 'api/calibrate?fit=ml&classes=a=one%0Ab=one-2'
check "calibrate: mates a million nodes deep" status 400 'api/calibrate?mate_nodes=1000000'
check "calibrate: no preset" status 400 'api/calibrate?preset=chess'
check "calibrate: a thousand findings" status 400 'api/calibrate?discover=1&top=1000'
check "calibrate: a million draws" status 400 'api/calibrate?replicates=1000000'
check "calibrate: terms by the thousand" status 400 'api/calibrate?fit=ml&terms=all'
check "calibrate: no such fit" status 400 'api/calibrate?fit=best'
check "calibrate: too many conditions" status 400 "api/calibrate?when=$(printf 's99ou%%0A%.0s' {1..13})"
check "calibrate: a mistake in the second one has its place" is '["syntax",6]' '[.error.code, .error.byte]' calibrate --data-urlencode $'when=s99ou\ns9xou'
check "calibrate: a wrong question" status 400 'api/calibrate?query=s9xou'
check "calibrate: no such database" status 404 'api/calibrate?db=two'

check "the page" status 200 ""
check "and its script" status 200 kifu.js
check "and the areas that are fetched later" status 200 more_replay.js
check "nothing else" status 404 kifu.ts
check "no folders" status 404 api/
check "no files" status 404 ../../etc/passwd --path-as-is
check "no files, encoded" status 404 '%2e%2e/%2e%2e/etc/passwd'
check "no such game" status 404 'api/game/5000?db=one'
check "… and no word of where files are" is '"there is no game 5000"' .error.message 'game/5000?db=one'
check "the head alone" status 200 '' -I
check "a game of which database?" status 400 api/game/1
check "no such database" status 404 'api/search?query=s99ou&db=../one'
check "a wrong limit" status 400 'api/search?query=s99ou&limit=-1'
check "too large a limit" status 400 'api/search?query=s99ou&limit=100000000'
check "a wrong query" status 400 'api/search?query=s9xou'
check "a wrong position" status 400 'api/board?sfen=9/9'
check "no analysis of it" status 400 'api/analyse?sfen=9/9'
check "nor after a move that can't be made" status 400 'api/analyse?moves=7g7e'
check "nor for ever" status 400 'api/analyse?seconds=99999'
check "nor in a hundred lines" status 400 'api/analyse?lines=100'
check "play: a move that can't be made" status 400 'api/play/shogi?moves=7g7e'
check "play: on after the end" status 400 'api/play/shogi?sfen=4k4/4G4/4P4/9/9/9/9/9/4K4%20w%20-%201&moves=5a5b'
check "play: no move after it" status 400 'api/play/shogi/move?end=resign'
check "play: a declaration that does not hold" status 400 'api/play/shogi?end=declaration'
check "play: an end of no kind" status 400 'api/play/shogi?end=victory'
check "play: for ever" status 400 'api/play/shogi/move?nodes=99999999999'
check "play: more natural than nature" status 400 'api/play/shogi/move?natural=101'
check "play: nobody known" status 400 'api/play/shogi/move?person=somebody'
check "play: openings of the engine" status 400 'api/play/shogi/move?like=castle:mino&db=one'
check "play: openings of two databases" status 400 'api/play/shogi/move?person=beginner&like=castle:mino'
check "play: openings of a wrong query" status 400 'api/play/shogi/move?person=beginner&like=castle:&db=one'
check "play: openings of no games" status 404 'api/play/shogi/move?person=beginner&like=player:nobody-at-all&db=one'
no_path_is_told() { ! grep -F "$work" "$work/answer"; }
check "play: nor where the database is" no_path_is_told
check "play: openings of a query with a line feed" status 400 'api/play/shogi/move?person=beginner&like=castle:mino%0a&db=one'
check "play: like gods" status 400 'api/play/shogi/move?class=gods'
check "play: to no format" status 400 'api/play/shogi/record?to=../kif'
check "play: nor to one of Go" status 400 'api/play/shogi/record?to=sgf'
check "play: dice that are none" status 400 'api/play/chaturanga?roll=16'
check "play: a board that is none" status 400 'api/play/chaturanga?position=8/8'
check "play: a turn that is none" status 400 'api/play/chaturanga?turn=35%20a1a8'
check "play: no player" status 400 'api/play/chaturanga/choose?player=me'
check "play: no limits of one's own" status 400 'api/play/chaturanga/choose?player=mcts:ms=86400000'
check "play: a hint without dice" status 400 'api/play/chaturanga/hint'
check "play: no long thoughts" status 400 'api/play/chaturanga/choose?player=mcts&ms=60000'
check "play: a record that goes wrong" status 400 'api/play/chaturanga/record?turns=35%20a1a8'
check "people of no known kind" status 400 'api/natural?class=gods'
check "moves that can't be made" status 400 'api/position?sfen=startpos&moves=1a1b'
check "no such format" status 400 'api/export?query=&to=/etc/passwd'
check "nor one for a single game" status 400 'api/export?query=&to=bod'
check "a pasted nothing" status 400 'api/read?text='
check "a pasted something" status 400 'api/read?text=hello'
check "facets of a wrong query" status 400 'api/facets?query=s9xou'
check "years beyond reason" status 400 'api/moves?query=startpos&years=5000'
check "a ply beyond the end" status 400 'api/board?game=1&db=one&ply=9999'
check "a body that is no JSON" status 400 api/search -H 'Content-Type: application/json' --data-raw '{"query'
check "a body that is a list" status 400 api/search -H 'Content-Type: application/json' --data-raw '[1]'
what_is_wrong() {
    [[ $(curl -sS "${url}api/search" -H 'Content-Type: application/json' --data-raw '[1]' | jq -r .error.message) == \
        'the body must be a JSON object of strings, numbers and booleans' ]]
}
check "… and what it should be" what_is_wrong
whole_address() { # as a proxy sends it
    [[ $(curl -sS --request-target "${url}api/info" "${url}" | jq -c .games) == 500 ]]
}
check "an absolute address" whole_address
check "an absolute address of somebody else" status 421 '' --request-target http://evil.example/api/info
check "a form" status 415 api/search --data-raw 'query=s99ou'
head -c 300000 /dev/zero | tr '\0' ' ' >"$work/blanks"
# Who sends it without asking may be cut off before the answer is read: asked first, as it should be.
check "too much" status 413 api/search -H 'Content-Type: application/json' -H 'Expect: 100-continue' --expect100-timeout 120 \
    --data-binary @"$work/blanks"
check "another host" status 421 api/info -H 'Host: evil.example'
check "another origin" status 403 api/info -H 'Origin: http://evil.example'
check "another method" status 405 api/info -X DELETE

many() {
    local i
    for ((i = 0; i < 200; i++)); do
        printf 'url = "%sapi/search?query=s%d%dou&limit=5"\noutput = "/dev/null"\n' "$url" $((i % 9 + 1)) $((i / 9 % 9 + 1))
    done >"$work/urls"
    curl -sS --fail --parallel --parallel-max 40 -K "$work/urls"
}
check "many at once" many
ends() {
    kill -INT "$server"
    local code=0
    wait "$server" || code=$?
    server=
    [[ $code -eq 130 ]] || { echo "exit status $code"; return 1; }
    ! grep -qi 'error\|sanitizer' "$work/serve.log"
}
check "Ctrl-C ends it" ends

# The same with games of Go.
printf '(;SZ[19]PB[A]PW[B]RE[B+R];B[pd];W[dd];B[pp];W[dp];B[pj])(;SZ[9];B[ee];W[])(;SZ[19]RE[W+R];B[pd];W[qf];B[nc])' >"$work/go.sgf"
"$KIFU" import "$work/go.kifu" "$work/go.sgf" --quiet >/dev/null
start_server "$work/go.kifu"
check "Go: its name" is '"go"' .game info
check "Go: no evaluation" is '["unsupported",true]' '[.error.code, (.error.message | test("将棋"))]' calibrate -d lang=ja
check "Go: a named opening" is '[1,5]' '[.games, .hits[0].from]' search -d query=opening:sanrensei
check "Go: next moves on the empty board" is '["B[Q16]"]' '[.moves[].move]' moves -d query=startpos
check "Go: moves near a shape, then elsewhere" is '[["W[R14]",true,null],["tenuki",false,["W[D16]"]]]' \
    '[.moves[] | [.move, .near, (.places | if . then map(.move) else . end)]]' moves -d query=bQ16 -d at=first
check "Go: its own side" is '[[0,1],[1,0]]' '[.moves[].own | [.wins, .losses]]' moves -d query=bQ16 -d at=first
check "Go: every ply has no shape" is 'true' '(.moves | length > 2) and ([.moves[] | has("near")] | any | not)' moves -d query=bQ16 -d at=every
check "Go: a game to step through" is '["19x19 w b:Q16","Black Q16","黒 Q16"]' '.positions[1] | [.sfen, .en, .ja]' game/0
check "Go: what it is called" is 'true' '[.tags[].name] | contains(["sanrensei"])' game/0
check "Go: a pass" is '"W[pass]"' '.positions[2].move' game/1
check "Go: a board" status 200 'api/board?game=0&ply=3'
check "Go: a position by itself" status 200 'api/board?sfen=9x9%20b%20b:C3'
check "Go: a wrong position" status 400 'api/board?sfen=9/9'
check "Go: the words for a position" is '"sfen \"9x9 w b:C3\""' .query position --data-urlencode 'sfen=9x9 w b:C3'
check "Go: no engine" status 400 'api/analyse?sfen=startpos'
check "Go: shogi may be played" is 0 .ply play/shogi
check "Go: programs that speak GTP" is '["GNU Go",10]' '.programs[0] | [.name, .levels]' play/go/programs
check "Go: no program by its command" status 404 'api/play/go/move?program=sh'
check "Go: no level beyond" status 400 'api/play/go/move?program=GNU%20Go&level=11'
check "Go: but chaturanga" status 200 'api/play/chaturanga?roll=random'
check "Go: a move made" is '"9x9 w b:C3"' .sfen position --data-urlencode 'sfen=9x9 b' --data-urlencode 'moves=B[C3]'
check "Go: a game of shogi that was pasted" status 400 'api/read?text=startpos%20moves%207g7f'
check "Go: Ctrl-C ends it" ends

# With a network of people's moves, and without.
install_alone "$TOP/tests/cli/natural/tiny-go.network"
start_server "$work/go.kifu"
check "Go: what people play" is 'true' \
    '(.moves | length) == 362 and ([.moves[].p] | add | . > 0.999 and . < 1.001) and .total == 362 and .class == "pro" and .win > 0' \
    natural -d limit=362
check "Go: in words" is 'true' '.moves[0] | (.moves[0] | startswith("W[")) and (.en | startswith("White")) and (.ja | startswith("白"))' \
    natural -d sfen=startpos --data-urlencode 'moves=B[Q16]' -d class=amateur -d limit=1
other_people() { ! diff <(get natural -d class=pro | jq .moves) <(get natural -d class=strong | jq .moves) >/dev/null; }
check "Go: other people, other moves" other_people
check "Go: people of no known kind" status 400 'api/natural?class=online'
check "Go: only 19 by 19" is '"unsupported"' .error.code natural --data-urlencode 'sfen=9x9 b'
check "Go: a move off the board" status 400 'api/natural?moves=B%5BQ99%5D'
check "Go: Ctrl-C ends it again" ends
install_alone
start_server "$work/go.kifu"
check "Go: no network" is '"not-found"' .error.code natural
check "Go: and Ctrl-C" ends
echo "1..$number"
