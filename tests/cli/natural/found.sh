# How likely people were to find the moves of a database: made, gone on with, kept through import and compaction; searched;
# the same with any number of threads; another network's are not mixed in; damage is found and cut off.
exec 2>&1
network=$TOP/tests/cli/natural/tiny.network
kifu generate db.kifu --games 6 --seed 1 --quiet
found() { kifu natural found --network "$network" --quiet "$@"; }
count() { kifu search "$@" --count --json --quiet | jq -c '[.games, .positions]'; }
# Without it there is an error that names the command.
kifu search db.kifu 'found.pro>=0.5'
kifu search db.kifu 'surprise>=4' --lang ja
kifu search db.kifu 'value>=0' --count --quiet >/dev/null && echo "value needs nothing"
# Some games, then the others; the same log by three threads.
found db.kifu 'moves<=100' --json --jobs 1 | jq -c 'del(.seconds)'
kifu search db.kifu 'surprise>=0' --count >/dev/null
found db.kifu --json --jobs 1 | jq -c '[.before > 0, .games + .before]'
found db.kifu --json | jq -c '[.games, .before]'
cp -r db.kifu three.kifu && rm three.kifu/columns/found.log
found three.kifu --jobs 3
[ "$(wc -c <three.kifu/columns/found.log)" = "$(wc -c <db.kifu/columns/found.log)" ] && echo "the same size with three threads"
# Every move, and none at last positions; in words and by the eye of kifu eval: a hit is one ply before its move.
plies=$(kifu info db.kifu --json | jq .plies)
[ "$(count db.kifu 'surprise>=0')" = "[6,$plies]" ] && echo "every move"
count db.kifu 'surprise<0'
for i in 0 1 2 3 4 5; do kifu eval --people --network "$network" db.kifu:$i --json --quiet; done >moves.json
for bound in 4 5; do
    echo "$(jq -s "map(select(.surprise >= $bound)) | length" moves.json) $(kifu search db.kifu "surprise>=$bound" --count --json --quiet | jq .positions)"
done | awk '{ d = $1 - $2; print(($1 > 0 && d * d <= 1) ? "as eval has it" : "not as eval has it: " $0) }'
hit=$(kifu search db.kifu 'found.amateur>=0.05' --json --limit 1 --quiet)
ply=$(jq .from <<<"$hit") game=$(jq .game <<<"$hit")
kifu eval --people --network "$network" "db.kifu:$game" --json --quiet |
    jq -c --argjson ply "$ply" 'select(.ply == $ply + 1) | .found.amateur >= 0.05'
[ "$(count db.kifu 'surprise>=4')" = "$(count db.kifu 'surprise>=4' --verify)" ] && echo "the same without an index"
kifu search db.kifu 'found.pro>0.02 turn:s' --count --json --quiet | jq -c '.positions > 0'
# What compares with them works everywhere.
kifu moves db.kifu 'found.pro>=0.04' --json --quiet | head -n 1 | jq -c 'has("move")'
kifu search db.kifu 'found.pro>=0.' | head -n 1
kifu search db.kifu 'found.prof>=0.5' | head -n 1
# Games that come later have none until it is run again; compaction keeps what there is.
kifu generate more.kifu --games 3 --seed 9 --quiet
kifu export more.kifu --to usi -o more.usi --quiet
kifu import db.kifu more.usi --quiet >/dev/null
before=$(count db.kifu 'surprise>=3')
kifu compact db.kifu --quiet >/dev/null
[ "$(count db.kifu 'surprise>=3')" = "$before" ] && echo "compaction keeps it"
found db.kifu --json | jq -c '[.games, .before]'
kifu check db.kifu --quiet && echo whole
# Another network: a note when searching, refused when going on, all made again with --force.
kifu search db.kifu 'surprise>=99' 2>&1 >/dev/null | sed 's/ ([0-9.]* ms)//'
cp "$network" other.network
printf 'X' | dd of=other.network bs=1 seek=20 conv=notrunc status=none
kifu natural found db.kifu --network other.network | sed 's/.*: //'
kifu generate small.kifu --games 1 --seed 3 --quiet
kifu natural found small.kifu --network "$network" --json --quiet | jq -c '[.games, .before]'
printf 'KIFUFND1\1\2\3\4\5\6\7\10' >small.kifu/columns/found.log
found small.kifu
found small.kifu --force --json | jq -c '[.games, .before]'
# Damage.
size=$(wc -c <db.kifu/columns/found.log)
printf 'X' | dd of=db.kifu/columns/found.log bs=1 seek=$((size / 2)) conv=notrunc status=none
kifu check db.kifu --quiet | sed 's/byte [0-9]*/byte N/'
kifu check db.kifu --repair --quiet >/dev/null
kifu check db.kifu --quiet && echo "whole again"
found db.kifu --json | jq -c '[.games > 0, .games + .before]'
# A kill in the middle of a game costs this game.
truncate -s -5 db.kifu/columns/found.log
found db.kifu --json | jq -c '[.games, .before]'
# Other games have no such moves.
kifu generate go.kifu --game go --games 1 --quiet
found go.kifu
kifu search go.kifu 'found.pro>=0.5' | head -n 1
