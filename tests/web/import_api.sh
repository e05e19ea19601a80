# Adding to a database over real HTTP, by curl: files, games played, mistakes, permission, two at once,
# stopping, and the end of the server in the middle.
set -eu
{ command -v curl && command -v jq; } >/dev/null || { echo "no curl or no jq: scripts/deps test" >&2; exit 77; }
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
type='Content-Type: application/octet-stream'
json='Content-Type: application/json'
# The answer is in $work/answer.
status() { # EXPECTED PATH [CURL-OPTION...]
    local expected=$1 path=$2 got
    shift 2
    got=$(curl -sS -o "$work/answer" -w '%{http_code}' "${url}api/$path" "$@") || true
    [[ $got == "$expected" ]] || { echo "expected $expected, got $got"; head -c 600 "$work/answer"; return 1; }
}
says() { # EXPECTED STATUS PATH [CURL-OPTION...]
    local expected=$1
    shift
    status "$@" || return 1
    grep -q -- "$expected" "$work/answer" || { cat "$work/answer"; return 1; }
}
# What jq makes of the event's data.
event() { # NAME FILTER
    sed -n "/^event: $1\$/{n;s/^data: //p;}" "$work/answer" | jq -c "$2"
}
send() { # FILE QUERY [CURL-OPTION...]
    local file=$1 query=$2
    shift 2
    status 200 "import?$query" -H "$type" --data-binary "@$file" "$@"
}
gives() { # EXPECTED EVENT FILTER
    local got
    got=$(event "$2" "$3")
    [[ $got == "$1" ]] || { echo "expected $1, got $got"; head -c 1500 "$work/answer"; return 1; }
}
games() { # EXPECTED [DB]
    local got
    got=$(curl -sS "${url}api/info" | jq ".databases[] | select(.name == \"${2:-one}\").games")
    [[ $got == "$1" ]] || { echo "expected $1 games, got $got"; return 1; }
}

cd "$work"
# What others leave in /tmp at the same time is none of ours.
mkdir tmp
export TMPDIR=$work/tmp
"$KIFU" generate one.kifu --games 20 --seed 1 --quiet >/dev/null
"$KIFU" generate two.kifu --games 5 --seed 2 --quiet >/dev/null
"$KIFU" generate more.kifu --games 50 --seed 3 --quiet >/dev/null
"$KIFU" export more.kifu --to csa -o more.csa --quiet
"$KIFU" generate later.kifu --games 7 --seed 4 --quiet >/dev/null
"$KIFU" export later.kifu --to csa -o later.csa --quiet
mkdir -p bundle/folder
cp later.csa bundle/folder/名前.csa
echo rubbish >bundle/rubbish.txt
printf 'V2.2\nPI\n+\n+7776FU\n-3334FU\n+7775FU\n%%TORYO\n' >bundle/illegal.csa
gzip -c more.csa >bundle/more.csa.gz
tar -C bundle -cf bundle.tar folder illegal.csa more.csa.gz rubbish.txt

# --- Without permission --------------------------------------------------------------------------
start_server one.kifu two.kifu
check "info says that nothing may be added" status 200 info
check "… as null" grep -q '"import":null' answer
check "a file is refused, and why" says 'allow-import' 403 'import?db=one' -H "$type" --data-binary @more.csa
check "so is a game that was played" says 'allow-import' 403 play/shogi/save -H "$json" -d '{"moves":"7g7f","db":"one"}'
check "and stopping" says 'allow-import' 403 import/cancel -H "$json" -d '{"import":1}'
check "nor are tags changed" says 'allow-import' 403 tag -H "$json" -d '{"query":"ply:0","add":"x","db":"one"}'
check "nor are searches saved" says 'allow-import' 403 searches/save -H "$json" -d '{"name":"x","query":"id:0","db":"one"}'
check "nor deleted" says 'allow-import' 403 searches/delete -H "$json" -d '{"name":"x","db":"one"}'
check "nor samples made" says 'allow-import' 403 samples -H "$json" -d '{"db":"one"}'
check "nor are players joined" says 'allow-import' 403 players/merge -H "$json" -d '{"a":"x","b":"y","db":"one"}'
check "nor headers" says 'allow-import' 403 edit -H "$json" -d '{"game":0,"event":"x","db":"one"}'
check "in Japanese, too" says 'なしで動いて' 403 'import?db=one' -H "$type" -H 'Accept-Language: ja' --data-binary @more.csa
check "nor games taken out" says 'allow-import' 403 remove -H "$json" -d '{"query":"id:0","db":"one"}'
check "nor imports taken back" says 'allow-import' 403 import/undo -H "$json" -d '{"import":1,"db":"one"}'
check "nothing has come" games 20
stop_server

# --- Files ---------------------------------------------------------------------------------------
start_server one.kifu two.kifu --allow-import
check "an argument that import does not have" says stranger 400 'import?stranger=1' -H "$type" --data-binary x
check "too many tags" says tag 400 "import?$(printf 'tag=a&%.0s' {1..17})db=one" -H "$type" --data-binary x
check "a name that nobody has" says black 400 play/shogi/save -H "$json" -d "{\"moves\":\"7g7f\",\"db\":\"one\",\"black\":\"$(printf 'x%.0s' {1..201})\"}"
check "info says how much may be sent" status 200 info
check "… in bytes" test "$(jq -c '[.import.file, .import.total]' answer)" = '[268435456,1073741824]'
check "a file is taken" send more.csa 'db=one&name=more.csa'
check "begin names the database and the bytes" gives "[\"one\",$(wc -c <more.csa)]" begin '[.db,.total]'
check "all of it" gives '[1,50,50,0,0,50,false,20]' summary '[.files,.games,.added,.duplicates,.rejected,.stored,.cancelled,.first]'
check "the last event is done" grep -q '^event: done$' answer
check "it is served at once" games 70
check "the first new game is there" status 200 'game/20?db=one'
check "again: nothing new" send more.csa 'db=one&name=more.csa'
check "… known by its bytes" gives '[0,50,1]' summary '[.added,.duplicates,.known_files]'
check "several in an archive for the way" send bundle.tar 'db=two&bundle=1&tag=from+the+page'
check "… with what is packed in it" gives '[4,58,58,1,1]' summary '[.files,.games,.added,.rejected,.partial]'
check "problems have file, line, byte and reason" gives '["illegal.csa",6,26,"partial"]' problem 'select(.line) | [.file,.line,.byte,.severity]'
check "and those without a line theirs" gives '["rubbish.txt","rejected"]' problem 'select(.line | not) | [.file,.severity]'
check "a move that is not possible has its place and reason" gives '["illegal.csa","+7775FU",2,false,"there is no pawn on 7g; it went to 7f at move 1"]' problem 'select(.move) | [.file,.move,.ply,.variation,.reason]'
check "… the position before it" gives '"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"' problem 'select(.move) | .position'
check "… and the game that came in" status 200 "game/$(event problem 'select(.move) | .game')?db=two"
check "the label finds them" test "$("$KIFU" search two.kifu 'tag:"from the page"' --count --json | jq .games)" = 58
check "names are for messages only" send later.csa 'db=one&name=../../etc/passwd%0a%1b'
check "a file without a name" send bundle/rubbish.txt 'db=one'
check "… is refused as a record" gives '1' summary '.rejected'
check "the databases are whole" "$KIFU" check two.kifu

# --- Mistakes ------------------------------------------------------------------------------------
check "which database" says 'missing database' 400 import -H "$type" --data-binary @later.csa
check "no such database" status 404 'import?db=three' -H "$type" --data-binary @later.csa
check "no bytes" says 'empty' 400 'import?db=one' -H "$type" --data-binary ''
check "by GET" says 'POST' 400 'import?db=one'
check "a wrong flag" status 400 'import?db=one&bundle=perhaps' -H "$type" --data-binary @later.csa
for simple in text/plain application/x-www-form-urlencoded 'multipart/form-data; boundary=x' application/json; do
    check "not as $simple" status 415 'import?db=one' -H "Content-Type: $simple" --data-binary @later.csa
done
check "not as nothing" status 415 'import?db=one' -H 'Content-Type:' --data-binary @later.csa
check "too large, said before it is sent" status 413 'import?db=one' -H "$type" -H 'Content-Length: 1073741825' -H 'Expect:' --data-binary x
check "a page of somebody else" status 403 'import?db=one' -H "$type" -H 'Origin: http://evil.example' --data-binary @later.csa
check "… without Origin" status 403 'import?db=one' -H "$type" -H 'Sec-Fetch-Site: cross-site' --data-binary @later.csa
check "… under another name" status 421 'import?db=one' -H "$type" -H 'Host: evil.example' --data-binary @later.csa
check "… asking whether it may" status 403 'import?db=one' -X OPTIONS -H 'Origin: http://evil.example' -H 'Access-Control-Request-Method: POST'
check "samples are for an empty database" says 'has games' 400 samples -H "$json" -d '{"db":"one"}'
check "… by POST" says 'POST' 400 'samples?db=one'
check "no such import to stop" status 404 import/cancel -H "$json" -d '{"import":12345}'
check "nor by GET" status 400 'import/cancel?import=1'
cut_off() { # the asker goes before the file is there
    head -c 100 later.csa | timeout 1 curl -sS -o /dev/null "${url}api/import?db=one" -H "$type" -H 'Content-Length: 100000' --data-binary @- || true
    until_true 300 send later.csa 'db=one&name=later.csa' # 409 until the server has seen it go
}
check "a file that is cut off leaves no trace" cut_off
check "nor games" games 77

# --- Tags and headers ----------------------------------------------------------------------------
found() { # QUERY GAMES
    status 200 "search?db=one&limit=0&query=$1" && test "$(jq .games answer)" = "$2"
}
check "no game has the tag" found tag:study 0
check "how many would get it" status 200 tag -H "$json" -d '{"query":"id:0..4","add":"study","dry_run":true,"db":"one"}'
check "… five" test "$(jq -c '[.games,.tags[0].games,.dry_run]' answer)" = '[5,5,true]'
check "none has got it" found tag:study 0
check "now they get it" status 200 tag -H "$json" -d '{"query":"id:0..4","add":"study, to do","remove":"none","db":"one"}'
check "… two tags, and none to take" test "$(jq -c '[.tags[] | [.tag,.change,.games]]' answer)" = '[["study","add",5],["to do","add",5],["none","remove",0]]'
check "they are found at once" found tag:study 5
check "a header is changed" status 200 edit -H "$json" -d '{"game":3,"black":"Somebody Else","event":"","date":"1901-02-03","db":"one"}'
check "… three of them" test "$(jq -c '[.db,.game,.changed]' answer)" = '["one",3,3]'
check "it is found at once" found 'player:somebody+date:1901' 1
check "and in the record" status 200 'game/3?db=one'
check "… with labels and what was edited" test "$(jq -c '[.black,.date,.labels,.edited]' answer)" = '["Somebody Else","1901/02/03",["generated","study","to do"],["black","event","date"]]'
check "players are counted by their new names" status 200 'facets?db=one&query=id:3'
check "… there" grep -q 'Somebody Else' answer
check "it is undone" status 200 edit -H "$json" -d '{"game":3,"original":true,"db":"one"}'
check "… at once" found player:somebody 0

# --- Games taken out, and imports taken back --------------------------------------------------------
check "which games to take out" says query 400 remove -H "$json" -d '{"query":" ","db":"one"}'
check "how many would go" status 200 remove -H "$json" -d '{"query":"id:70..72","dry_run":true,"db":"one"}'
check "… three" test "$(jq -c '[.games,.removed,.dry_run]' answer)" = '[3,0,true]'
check "by GET none goes" says POST 400 'remove?query=id:70&db=one'
check "nor for another page" status 403 remove -H "$json" -H 'Origin: http://evil.example' -d '{"query":"id:70","db":"one"}'
check "nothing has gone" games 77
check "games are taken out" status 200 remove -H "$json" -d '{"query":"id:70..72","db":"one"}'
check "… three of them" test "$(jq -c '[.games,.removed]' answer)" = '[3,3]'
check "they are not found any more" games 74
check "nor shown" status 404 'game/71?db=one'
imports() { # EXPECTED FILTER [DB]
    status 200 "imports?db=${3:-one}" || return 1
    local got
    got=$(jq -c "[.imports[] | $2]" answer)
    [[ $got == "$1" ]] || { echo "expected $1, got $got"; return 1; }
}
check "imports are remembered, the newest first" imports '["later.csa","","../../etc/passwd  ","more.csa","more.csa"]' .what
check "… with figures and labels" imports '[[58,58,0,1,1,["from the page"]]]' '[.games,.added,.duplicates,.partial,.rejected,.tags]' two
check "more of the same, and some again" send bundle.tar 'db=one&bundle=1&name=bundle.tar&sent=4&tag=club+evening&tag=mine'
check "what was there is told" gives '"more.csa.gz:more.csa"' twice 'select(.number == 49) | .file'
check "… with the game that it is" gives '[69,"merged",false]' twice 'select(.number == 49) | [.game,.what,.conflict]'
imported=$(event summary .import)
check "its number is that of the log" imports '[["bundle.tar",4,["club evening","mine"],null]]' "select(.import == $imported) | [.what,.sent,.tags,.taken_back]"
check "what taking it back would do" status 200 import/undo -H "$json" -d "{\"import\":$imported,\"dry_run\":true,\"db\":\"one\"}"
check "… takes back the new ones" test "$(jq -c '[.removed,.kept,.dry_run]' answer)" = '[4,0,true]'
check "games are still there" games 78
check "no such import" status 404 import/undo -H "$json" -d '{"import":999,"db":"one"}'
check "no number" says import 400 import/undo -H "$json" -d '{"db":"one"}'
check "not for another page" status 403 import/undo -H "$json" -H 'Origin: http://evil.example' -d "{\"import\":$imported,\"db\":\"one\"}"
check "not by GET" says POST 400 "import/undo?import=$imported&db=one"
check "it is taken back" status 200 import/undo -H "$json" -d "{\"import\":$imported,\"db\":\"one\"}"
check "… the games that it brought" games 74
check "the log says so" imports '[4]' "select(.import == $imported) | .taken_back"
check "once" status 404 import/undo -H "$json" -d "{\"import\":$imported,\"db\":\"one\"}"
check "the same files come in again" send later.csa 'db=one&name=later.csa&duplicates=skip'
check "… what had gone" gives '[3,4,0]' summary '[.added,.duplicates,.merged]'
check "duplicates can be kept" send later.csa 'db=one&name=later.csa&duplicates=keep'
check "… as games of their own" gives '[7,0]' summary '[.added,.duplicates]'
check "… and those taken back" status 200 import/undo -H "$json" -d "{\"import\":$(event summary .import),\"db\":\"one\"}"
check "the games are those of before" games 77
check "a new database is made" send later.csa 'db=made&make=1&name=later.csa'
check "… without a fault at the end" test "$(grep -c '^event: error' answer)" = 0
check "… and served" games 7 made
check "samples of another game make theirs" status 200 samples -H "$json" -d '{"db":"four","make":true,"rules":"chaturanga"}'
check "… all of them" test "$(jq -c '[.db,.added]' answer)" = '["four",200]'
check "… which end as the rules say" test "$("$KIFU" search four.kifu 'result:d' --count --json | jq '.games > 0 and .games < 100')" = true
check "… with four players" status 200 'game/0?db=four'
check "… by name" test "$(jq -c '[.red,.green,.yellow,.black]' answer)" = '["Asha","Bela","Chitra","Dev"]'
check "info says how many there are of each game" test "$(curl -sS "${url}api/info" | jq -c .import.samples_of)" = '{"shogi":1000,"go":300,"chaturanga":200}'
check "no other word" says duplicates 400 'import?db=one&duplicates=perhaps' -H "$type" --data-binary @later.csa
while_taken() {
    (
        flock 9
        status 409 import/undo -H "$json" -d "{\"import\":1,\"db\":\"one\"}" && status 409 remove -H "$json" -d '{"query":"id:1","db":"one"}'
    ) 9>>one.kifu/lock
}
check "not while another process writes" while_taken
# --- Saved searches, and files that others change ---------------------------------------------------
saved() { # EXPECTED: those of the first database
    local got
    got=$(curl -sS "${url}api/searches?db=one" | jq -c '[.searches[] | [.name, .query]]')
    [[ $got == "$1" ]] || { echo "expected $1, got $got"; return 1; }
}
check "no search is saved" saved '[]'
check "a search is saved" status 200 searches/save -H "$json" -d '{"name":"first-five","query":"id:0..4","db":"one"}'
check "… and listed" saved '[["first-five","id:0..4"]]'
check "… and found" found @first-five 5
check "… in names.txt" grep -qx '@first-five : id:0..4' one.kifu/names.txt
check "it is replaced" status 200 searches/save -H "$json" -d '{"name":"@first-five","query":"id:0..2\nor id:4..5","db":"one"}'
check "… by the new one" found @first-five 5
check "a search that cannot be read" says unknown 400 searches/save -H "$json" -d '{"name":"x","query":"nowhere:","db":"one"}'
check "a name that cannot be one" says name 400 searches/save -H "$json" -d '{"name":"a b","query":"id:0","db":"one"}'
check "a search that stands for itself" status 400 searches/save -H "$json" -d '{"name":"first-five","query":"@first-five or id:7","db":"one"}'
check "a search without a name" says name 400 searches/save -H "$json" -d '{"query":"id:0","db":"one"}'
check "which database" says db= 400 searches/save -H "$json" -d '{"name":"x","query":"id:0"}'
check "by GET nothing is saved" says POST 400 'searches/save?name=x&query=id:0&db=one'
check "another process saves" "$KIFU" search one.kifu id:1 --save other --count --quiet
check "… and the server knows" found @other 1
echo '@broken' >>one.kifu/names.txt
check "a file that cannot be read changes nothing" found @other 1
check "… and is reported" test "$(curl -sS "${url}api/info" | jq '.databases[0].fault | test("names.txt")')" = true
sed -i '$d' one.kifu/names.txt
check "it is whole again" found @other 1
check "… which is reported, too" test "$(curl -sS "${url}api/info" | jq '.databases[0].fault')" = null
check "a search is deleted" status 200 searches/delete -H "$json" -d '{"name":"first-five","db":"one"}'
check "… and gone" saved '[["other","id:1"]]'
check "… for queries" status 400 search?query=@first-five
check "it cannot be deleted twice" says 'first-five' 404 searches/delete -H "$json" -d '{"name":"first-five","db":"one"}'
check "nobody is two people" test "$(curl -sS "${url}api/players?db=one&limit=2" | jq '[.players[].spellings | length] | max')" = 1
mapfile -t two < <("$KIFU" players one.kifu --json --limit 2 | jq -r .name)
"$KIFU" players one.kifu --merge "${two[0]}" "${two[1]}" --quiet >/dev/null
check "until somebody says so" test "$(curl -sS "${url}api/players?db=one&limit=2" | jq '[.players[].spellings | length] | max')" = 2
people() { curl -sS "${url}api/players?db=one&limit=2" | jq -c '[.players[].spellings | length] | max'; }
two_as() { A=${two[0]} B=${two[1]} jq -cn "$1"; }
check "a decision that is not the last one stays" says another 404 players/undo -H "$json" -d "$(two_as '{a:env.B,b:env.A,db:"one"}')"
check "the decision is taken back" status 200 players/undo -H "$json" -d '{"db":"one"}'
check "… which one" test "$(jq -c '[.db,.decision,.a,.b,.undone]' answer)" = "$(two_as '["one","merge",env.A,env.B,true]')"
check "… and they are two again" test "$(people)" = 1
check "there is no other" status 404 players/undo -H "$json" -d '{"db":"one"}'
check "the server joins them" status 200 players/merge -H "$json" -d "$(two_as '{a:env.A,b:env.B,db:"one"}')"
check "… at once" test "$(people)" = 2
check "… for queries" test "$(curl -sSG "${url}api/profile" --data-urlencode "player===${two[1]}" -d db=one | sed -n 's/^data: //p' | jq -s '.[0].spellings | length')" = 2
check "they are one already" says already 400 players/merge -H "$json" -d "$(two_as '{a:env.B,b:env.A,db:"one"}')"
check "somebody unknown" says xyzzy 404 players/merge -H "$json" -d '{"a":"xyzzy","b":"y","db":"one"}'
check "a spelling is parted" status 200 players/split -H "$json" -d "$(two_as '{name:env.B,db:"one"}')"
check "… at once" test "$(people)" = 1
check "no such spelling" says xyzzy 404 players/split -H "$json" -d '{"name":"xyzzy","db":"one"}'
check "which database to part them in" says db= 400 players/split -H "$json" -d '{"name":"x"}'
check "by GET nobody is joined" says POST 400 'players/merge?a=x&b=y&db=one'
check "nor by a page of somebody else" status 403 players/undo -H "$json" -H 'Origin: http://evil.example' -d '{"db":"one"}'

check "by GET nothing changes" says POST 400 'tag?query=ply:0&add=x&db=one'
check "nor by a page of somebody else" status 403 tag -H "$json" -H 'Origin: http://evil.example' -d '{"query":"ply:0","add":"x","db":"one"}'
check "… or under another name" status 421 edit -H "$json" -H 'Host: evil.example' -d '{"game":0,"event":"x","db":"one"}'
check "without a query" says query 400 tag -H "$json" -d '{"query":" ","add":"x","db":"one"}'
check "without a tag" says tag 400 tag -H "$json" -d '{"query":"ply:0","db":"one"}'
check "a tag that cannot be one" status 400 tag -H "$json" -d '{"query":"ply:0","add":"a\nb","db":"one"}'
check "a query that cannot be read" status 400 tag -H "$json" -d '{"query":"s99xx","add":"x","db":"one"}'
check "a header that cannot be set" says result 400 edit -H "$json" -d '{"game":0,"result":"b","db":"one"}'
check "one of another game" status 400 edit -H "$json" -d '{"game":0,"red":"x","db":"one"}'
check "no such game" status 404 edit -H "$json" -d '{"game":99999,"event":"x","db":"one"}'
check "no date" says date 400 edit -H "$json" -d '{"game":0,"date":"soon","db":"one"}'
while_locked() {
    (
        flock 9
        status 409 tag -H "$json" -d '{"query":"ply:0","add":"x","db":"one"}'
    ) 9>>one.kifu/lock
}
check "not while another process writes" while_locked
check "the database is whole" "$KIFU" check one.kifu

# --- Games played --------------------------------------------------------------------------------
check "a game of shogi is saved" status 200 play/shogi/save -H "$json" -d '{"moves":"7g7f 3c3d","end":"resign","black":"Ada","white":"Kifu","date":"2026/11/16","db":"one"}'
check "… and says where" test "$(jq -c '[.db,.game,.added]' answer)" = '["one",91,true]'
check "… where it is" status 200 'game/91?db=one'
check "… with names, date and end" test "$(jq -c '[.black,.white,.date,.plies,.end]' answer)" = '["Ada","Kifu","2026/11/16",2,"resign"]'
check "the same game again is that one" status 200 play/shogi/save -H "$json" -d '{"moves":"7g7f 3c3d","end":"resign","black":"Bob","white":"Kifu","db":"one"}'
check "… not added" test "$(jq -c '[.game,.added]' answer)" = '[91,false]'
check "an illegal game is not saved" status 400 play/shogi/save -H "$json" -d '{"moves":"7g7e","db":"one"}'
check "by GET nothing is" status 400 'play/shogi/save?moves=7g7f&db=one'
check "nor by another page" status 403 play/shogi/save -H "$json" -H 'Origin: http://evil.example' -d '{"moves":"7g7f","db":"one"}'
check "chaturanga does not go into shogi" says 'chaturanga' 400 play/chaturanga/save -H "$json" -d '{"turns":"35 b1c3","db":"one"}'

# --- Others at the same time ---------------------------------------------------------------------
two_at_once() {
    local first
    mkfifo slow
    curl -sS -o first.answer -H "$type" -X POST -T slow "${url}api/import?db=one&name=slow" &
    first=$!
    exec 9>slow
    printf 'V2.2\n' >&9
    send later.csa 'db=one&name=later.csa'
    printf 'PI\n+\n+2726FU\n%%TORYO\n' >&9
    exec 9>&-
    wait "$first"
    grep -q '"added":1' first.answer
}
check "a file that is slow to come keeps nobody out" two_at_once
another_process() {
    "$KIFU" import two.kifu bundle/illegal.csa --dup keep --quiet && games 64 two
}
check "what another process adds is seen" another_process
locked() {
    exec 8>>two.kifu/lock
    flock 8
    says 'another process' 409 'import?db=two' -H "$type" --data-binary @later.csa || return 1
    ! grep -q "$work" answer || return 1
    exec 8>&-
    send later.csa 'db=two'
}
check "the lock of another process is respected" locked

# Many files with the same games under other names: they take their time.
for ((i = 0; i < 400; i++)); do
    sed "s/^\\\$EVENT:.*/\$EVENT:number $i/" more.csa
    echo /
done >many.csa
sed 's/^+7776FU$/+9796FU/' more.csa >>many.csa
begun() { sed -n 's/^data: {"import":\([0-9]*\),.*/\1/p' answer 2>/dev/null | grep -m 1 .; }
stop_it() {
    local first id=
    curl -sSN -o answer -H "$type" --data-binary @many.csa "${url}api/import?db=two&name=many.csa" &
    first=$!
    until_true 300 begun || echo "it does not begin"
    id=$(begun)
    curl -sS -o /dev/null -w '%{http_code}' "${url}api/import/cancel" -H "$json" -d "{\"import\":$id}" >stopped
    wait "$first"
    # on a very quick machine it may have been read by then
    [[ $(<stopped) == 404 ]] || { [[ $(<stopped) == 200 ]] && gives true summary '.cancelled and .stored == .added'; }
}
rm -f answer
check "an import can be stopped" stop_it
check "what was read is whole" "$KIFU" check two.kifu

# --- The end in the middle -----------------------------------------------------------------------
in_the_middle() { # SIGNAL
    local first
    rm -f answer
    curl -sSN -o answer -H "$type" --data-binary @many.csa "${url}api/import?db=one&name=many-$1.csa" 2>/dev/null &
    first=$!
    until_true 300 begun || echo "it does not begin"
    kill "-$1" "$server"
    wait "$first" || true
    wait "$server" || true
    server=
    "$KIFU" check one.kifu && "$KIFU" info one.kifu --json | jq -e '.games >= 78' >/dev/null
}
check "Ctrl-C in the middle leaves a whole database" in_the_middle INT
start_server one.kifu two.kifu --allow-import
check "so does kill -9" in_the_middle KILL
start_server one.kifu --allow-import
check "and the next server takes files again" send later.csa 'name=later.csa'
stop_server

# --- Records and archives that go beyond all limits ------------------------------------------------
printf '(;GM[1];B[dd];W[pp])' >go.sgf
"$KIFU" import go.kifu go.sgf --quiet >/dev/null
{ printf '(;GM[1];B[pd])\n(;GM[1]' && printf ';B[];W[]%.0s' {1..32768} && printf ')\n(;GM[1];B[dp])\n'; } >long.sgf
mkdir dotted
truncate -s 256M dotted/.zeros
cp go.sgf dotted/go.sgf
tar -C dotted -cf - .zeros go.sgf | zstd -q >dotted.tar.zst
start_server go.kifu --allow-import
check "a line too long for the index" send long.sgf 'db=go&name=long.sgf'
check "… costs its end alone" gives '[3,3,1,0]' summary '[.games,.added,.partial,.rejected]'
check "… and is named" gives '"long.sgf"' problem .file
check "all games are there" games 4 go
check "what is passed over in an archive" send dotted.tar.zst 'db=go&name=dotted.tar.zst'
check "… counts like what is read" gives '"limit"' problem .code
stop_server
leaves_nothing() { [[ -z $(ls -A tmp) ]]; }
check "no temporary file is left" leaves_nothing
echo "1..$number"
