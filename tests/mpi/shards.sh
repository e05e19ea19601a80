#!/bin/bash
# A list of shards stands for the databases that it names: kifu opens it, and kifu-mpi says the same.
# (Shards that only some hosts have: hosts.sh.)
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/../.." && pwd)}
# shellcheck source=tests/mpi/setting.bash
source "$TOP/tests/mpi/setting.bash"
mkdir parts
for i in 1 2 3; do
    "$KIFU" generate - -n 120 --seed "$i" --to csa -q >g$i.csa
    "$KIFU" import parts/p$i.kifu g$i.csa --segment-games 50 -q >/dev/null
done
"$KIFU" generate - -n 60 --game go --seed 3 -q >g.sgf
"$KIFU" import parts/go.kifu g.sgf --segment-games 20 -q >/dev/null
printf 'kifu-shards 1\n# three years\n\np1.kifu\n./p2.kifu\n%s/parts/p3.kifu\n' "$work" >parts/games.shards
printf 'kifu-shards 1\n%s:p1.kifu\nlocalhost:p2.kifu\n' "$(hostname)" >parts/hosts.shards
printf 'kifu-shards 1\ngo.kifu\n' >parts/go.shards

# As the databases themselves, but for how they are called.
called() { sed "s#parts/\./#parts/#g; s#$work/##g"; }
for words in "search %s castle:mino --json" "search %s s76fu --count" "moves %s sfen startpos --json" "census %s --top 5 --json"; do
    # shellcheck disable=SC2059,SC2046
    "$KIFU" $(printf "$words" parts/games.shards) 2>&1 | called | plain >got.plain
    # shellcheck disable=SC2059,SC2046
    "$KIFU" $(printf "$words" "parts/p1.kifu parts/p2.kifu parts/p3.kifu") 2>&1 | called | plain >expected.plain
    if [[ -s expected.plain ]] && cmp got.plain expected.plain; then ok "kifu ${words/\%s/a list}"; else not_ok "kifu ${words/\%s/a list}"; fi
done
games=$("$KIFU" info parts/games.shards --json | grep -o '"games":[0-9]*' | head -n 1)
if [[ $games == '"games":360' ]]; then ok "info adds up"; else not_ok "info: $games"; fi

same_in_all "hits" search parts/games.shards castle:mino --json
same "hits, with names of hosts" search parts/hosts.shards castle:mino --limit 30
same "next moves" moves parts/games.shards 'sfen "startpos"' --json
same_in_all "what is there" info parts/games.shards
same "census" census parts/games.shards --top 20
same "curves" calibrate parts/games.shards --when castle:mino --min-positions 5 --mate-nodes 50 --json
same "flows" flow parts/games.shards parts/p3.kifu --min-count 5 --from-ply 10
same "joseki" joseki parts/go.shards --top 10 --json
same "another game among them" search parts/go.shards parts/games.shards s76fu

# What is wrong is said, with its place, by all alike.
wrong() { # NAME PATTERN TEXT
    printf %b "$3" >parts/wrong.shards
    "$KIFU" info parts/wrong.shards >got.out 2>got.err
    if [[ $? -eq 3 && ! -s got.out ]] && grep -q "$2" got.err; then ok "$1"; else
        not_ok "$1"
        sed 's/^/# /' got.err
    fi
}
wrong "no list" 'wrong.shards:1: byte 0: not a list' 'p1.kifu\n'
wrong "an empty list" 'has no shards' 'kifu-shards 1\n# nothing\n'
wrong "of another version" 'another version' 'kifu-shards 2\np1.kifu\n'
wrong "twice" 'wrong.shards:4: byte 25: parts/p1.kifu is listed twice' 'kifu-shards 1\np1.kifu\n##\np1.kifu\n'
wrong "a host that is none" 'wrong.shards:2: byte 14: .*not a host name' 'kifu-shards 1\na b:p1.kifu\n'
wrong "control character" 'wrong.shards:2.*control character' 'kifu-shards 1\np1.kifu\r\n'
wrong "truncated" 'truncated' 'kifu-shards 1\np1.kifu'
wrong "a shard that is missing" 'shard parts/nix.kifu, listed in parts/wrong.shards, does not exist' 'kifu-shards 1\np1.kifu\nnix.kifu\n'
wrong "the same path on two hosts" 'several hosts' 'kifu-shards 1\na:p1.kifu\nb:p1.kifu\n'
printf 'kifu-shards 1\np1.kifu\nnix.kifu\n' >parts/wrong.shards
same "a shard that is missing" search parts/wrong.shards s76fu
same "no such list" search nothing.shards s76fu
printf 'kifu-shards 1\np1.kifu\nfar-away:p2.kifu\n' >parts/far.shards
together 2 search parts/far.shards s76fu >got.out 2>got.err
status=$?
if [[ $status -eq 3 ]] && grep -q 'far-away:parts/p2.kifu.*no process' got.err; then ok "a host without processes"; else not_ok "a host without processes"; fi
finish
