# The route /api/joseki over real HTTP: what is mined is what `kifu joseki` mines, its queries find its games, a
# second asker does not wait, and mistakes are told.
set -eu
{ command -v curl && command -v jq; } >/dev/null || { echo "no curl or no jq: scripts/deps test" >&2; exit 77; }
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
# The events of one name, an object a line.
mined() { # NAME [CURL-OPTION...]
    local name=$1
    shift
    curl -sS -G "${url}api/joseki" "$@" | awk -v name="event: $name" '$0 == name { getline; sub(/^data: /, ""); print }'
}
same_as_command() { # DB CURL-OPTIONS -- OPTIONS
    local db=$1 options=()
    shift
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    shift
    diff <("$KIFU" joseki "$work/$db.kifu" "$@" --json --quiet | jq -cS 'del(.examples)') \
        <(mined sequence "${options[@]}" | jq -cS 'del(.examples, .opening, .around, .usual, .ended, .query, .ja, .en)')
}
# Every query finds as many games as its sequence was found in, if all lie where they are drawn.
queries_find() { # CURL-OPTIONS
    local games query found n=0
    mined sequence "$@" | jq -r 'select(.placements == 1 or .sfens) | [.games, .query] | @tsv' | sed 's/\\\\/\\/g' >"$work/queries"
    while IFS=$'\t' read -r games query; do
        found=$(curl -sS -G "${url}api/search" --data-urlencode "query=$query" -d limit=0 | jq .games)
        [[ $found == "$games" ]] || { echo "$games games, $found found by $query"; return 1; }
        n=$((n + 1))
    done <"$work/queries"
    ((n > 0)) || { echo "nothing was mined"; return 1; }
}
fails() { # STATUS CODE CURL-OPTION...
    local status=$1 code=$2 got
    shift 2
    got=$(curl -sS -G -o "$work/answer" -w '%{http_code}' "${url}api/joseki" "$@")
    [[ $got == "$status" && $(jq -r .error.code "$work/answer") == "$code" ]] || { echo "$got"; cat "$work/answer"; return 1; }
}

{
    planted 80
    planted 40 '3 3 2 5 5 2 1 3 2 8 1 2 8 3 4 6'
} >"$work/games.sgf"
"$KIFU" import "$work/go.kifu" "$work/games.sgf" --quiet >/dev/null
start_server "$work/go.kifu"
check "corners of Go as the command mines them" same_as_command go -d top=40 -- --top 40
check "steps of Go as the command mines them" same_as_command go -d top=40 -d encoding=er -d method=nf -d length=4 -- \
    --top 40 --encoding er --method nf --min-length 4
check "only some games" same_as_command go -d top=40 --data-urlencode 'query=date:1960..1990' -- 'date:1960..1990' --top 40
check "queries find the games: corners" queries_find -d top=25
check "queries find the games: only some" queries_find -d top=10 --data-urlencode 'query=date:1960..1990'
check "queries find the games: of those with a position" queries_find -d top=5 --data-urlencode 'query=move:bQ17 or move:wQ17'
check "what was mined" test "$(mined head -d top=40 | jq -c '[.games, .encoding, .method, .size, .length]')" = '[120,"thread","pause",19,5]'
check "the last progress is all of it" test "$(mined progress -d top=41 | tail -n 1 | jq -c '[.stage, .share]')" = '["drawing",1]'
check "asked again, nothing is mined" test -z "$(mined progress -d top=41)"
check "as many sequences the second time" test "$(mined sequence -d top=41 | sha256sum)" = "$(mined sequence -d top=41 | sha256sum)"
check "only those of many games" test "$(mined sequence -d top=41 -d games=50 | jq '.games >= 50' | sort -u)" = true
check "other boards: nothing" test "$(mined head -d size=9 | jq -c '[.games, .sequences]')" = '[0,0]'
check "no file is named" test -z "$(curl -sS -G "${url}api/joseki" -d top=40 | grep -F "$work")"
ended() {
    curl -sS -G "${url}api/joseki" -d top=41 | tail -n 3 | head -n 1 | grep -qx 'event: done'
}
check "the end is told" ended
for bad in top=0 top=2001 top=x length=0 length=101 size=1 size=53 games=-1 encoding=morse encoding=moves method=guess; do
    check "refused: $bad" fails 400 range -d "$bad"
done
check "refused: a method that does not go with it" fails 400 range -d encoding=er -d method=pause
check "refused: a query that is none" fails 400 syntax -d 'query=(('
check "refused: no such database" fails 404 not-found -d db=nowhere
both() {
    mined sequence -d top=37 >"$work/first" &
    mined sequence -d top=37 >"$work/second"
    wait $!
    [[ -s $work/first ]] && cmp "$work/first" "$work/second"
}
check "two at once get the same" both
gone() { # closing the connection ends it, and the next one has its turn
    timeout 0.1 curl -sS -G "${url}api/joseki" -d top=2000 -d length=2 >/dev/null || true
    [[ -n $(mined sequence -d top=5 -d length=3) ]]
}
check "who hangs up is in nobody's way" gone
stop_server

"$KIFU" generate "$work/shogi.kifu" --games 300 --seed 1 --quiet >/dev/null
start_server "$work/shogi.kifu"
check "shogi as the command mines it" same_as_command shogi -d top=40 -- --encoding moves --top 40
check "queries find the games: shogi" queries_find -d top=25
check "positions before, between and after" test "$(mined sequence -d top=20 | jq '(.sfens | length) == (.moves | length) + 1 and (.ja | length) == (.en | length)' | sort -u)" = true
check "refused: an encoding of Go" fails 400 range -d encoding=er
stop_server
"$KIFU" chaturanga simulate --players P0,P0,P0,P0 --games 2 --seed 1 -o "$work/four.cgn" --quiet >/dev/null 2>&1 || true
if "$KIFU" import "$work/four.kifu" "$work/four.cgn" --quiet >/dev/null 2>&1; then
    start_server "$work/four.kifu"
    check "refused: a game without" fails 400 unsupported
fi

# Three corners that are one: as Black plays it in the upper right, as White does in the lower left, and with the edges
# exchanged, where White then plays twice.
cat >"$work/corners.sgf" <<'END'
(;SZ[19]RE[B+R]DT[1985-01-01]PB[A]PW[B];B[qd];W[od];B[oc])
(;SZ[19]RE[W+R]DT[1991-01-01]PB[C]PW[D];B[jj];W[cp];B[ep];W[eq])
(;SZ[19]RE[W+R]DT[1999-01-01]PB[E]PW[F];B[pc];W[pe];W[pf])
END
"$KIFU" import "$work/corners.kifu" "$work/corners.sgf" --quiet >/dev/null
start_server "$work/corners.kifu"
tree() { # EXPECTED FILTER [CURL-OPTION...]
    local expected=$1 filter=$2 got
    shift 2
    curl -sS -G "${url}api/joseki/tree" "$@" >"$work/answer"
    got=$(jq -c "$filter" "$work/answer")
    [[ $got == "$expected" ]] || { echo "expected $expected, got $got"; head -c 600 "$work/answer"; return 1; }
}
check "the tree of a corner: all of them" tree '[3,3,3,"R16",3]' '[.read, .times, .games, (.steps[0].moves[0] | .move, .times)]'
check "orientations and colours are one" tree '[["R16","P16"],3,3,2,1,0]' '[.path, .times, .games, .wins, .losses, .draws]' -d path=R16%20P16
check "in any corner" tree '["R16","P16"]' .path -d path=C4%20E4
check "what came next, and who played twice" tree '[3,2,1,["P17",2,1,2,0]]' \
    '.steps[2] | [.times, .moved, .again, (.moves[0] | [.move, .times, .share, .wins, .losses])]' -d path=R16%20P16
check "when" tree '[1985,1999,[[1980,1],[1990,1]]]' '[.from, .to, .steps[2].moves[0].decades]' -d path=R16%20P16
check "the newest game first, at its ply" tree '[["1999-01-01",2],["1991-01-01",3],["1985-01-01",2]]' '[.examples[] | [.date, .first]]' -d path=R16%20P16
check "ahead along the commonest" tree '[4,"P17"]' '[(.steps | length), .steps[2].moves[0].move]' -d path=R16%20P16 -d ahead=1
check "no such point" tree '"syntax"' .error.code -d path=Z30
echo "1..$number"
