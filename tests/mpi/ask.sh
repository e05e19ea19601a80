#!/bin/bash
# search, moves and info in several processes say what they say in one.
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/../.." && pwd)}
# shellcheck source=tests/mpi/setting.bash
source "$TOP/tests/mpi/setting.bash"
make_databases

same_in_all "hits as JSON" search shogi.kifu castle:mino --json
same "hits as a table" search shogi.kifu castle:mino --limit 7 --offset 3
same "the first hits" search shogi.kifu s76fu --json --limit 50 --offset 1200
same "counts" search shogi.kifu 's76fu g34fu' --count --json
same "all games" search shogi.kifu --json --limit 40
same "nothing" search shogi.kifu 's11ou g19ou'
same_in_all "a ranked search" search shogi.kifu 'like "startpos" 30' --limit 30 --json
same "without an index too" search shogi.kifu castle:yagura --verify --limit 4
same "a plan" search shogi.kifu castle:yagura --explain --limit 2
same "several databases" search shogi.kifu other.kifu castle:mino --json
same "a board" search shogi.kifu castle:mino --board --limit 1
same "a drawn pattern" search go.kifu 'corner "..X/.O./..."' --json --limit 30
same_in_all "moves from the start" moves shogi.kifu 'sfen "startpos"' --json
same "moves where a castle is" moves shogi.kifu castle:mino --limit 9
"$KIFU" tag shogi.kifu id:0..9 +edited >/dev/null
"$KIFU" edit shogi.kifu 3 'black=Nobody Else' date=1901 >/dev/null
same_in_all "tags and headers that were changed" search shogi.kifu tag:edited --sort players --json --columns id,black,date,tags
same_in_all "a person, in any spelling" search shogi.kifu player:nobody --count --json
same "a comment" search shogi.kifu comment:x
for key in date -players rating -length; do
    same_in_all "sorted by $key" search shogi.kifu other.kifu castle:mino --sort=$key --csv --limit 40 --offset 5
done
# Who is who is the same for all, whoever has the games: two names that the user made one person.
mapfile -t names < <("$KIFU" players shogi.kifu --json | sed -n 's/^{"name":"\([^"]*\)".*/\1/p' | head -n 2)
"$KIFU" players shogi.kifu --merge "${names[0]}" "${names[1]}" -q >/dev/null
same_in_all "one person with two names" search shogi.kifu "player:${names[1]}" --count --json
games() { sed -n 's/^{"games":\([0-9]*\).*/\1/p'; }
if (($(games <expected.out) > $("$KIFU" search shogi.kifu "player:=${names[1]}" --count --json | games))); then
    ok "more games than under one of them"
else
    not_ok "more games than under one of them"
fi
for kind in castle player year event; do
    same_in_all "by $kind" search shogi.kifu other.kifu 'either(s.castle:mino)' --by=$kind --json
done
same "the groups with most games" search shogi.kifu player:nobody --by decade --limit 2
same "by no such kind" search shogi.kifu castle:mino --by colour
same_in_all "a matrix" matrix shogi.kifu other.kifu --rows castle --columns opening --json
same "a matrix of castles" matrix shogi.kifu --rows castle --columns castle --json
same_in_all "a matrix of players" matrix shogi.kifu other.kifu --rows player --columns player --limit 12 --json
same "a matrix as text" matrix shogi.kifu --rows player --columns decade date:1990.. --limit 5
same "a matrix of Go" matrix go.kifu --rows opening --columns year --json
same "a matrix of what is not" matrix shogi.kifu --rows castle --columns colour
same "columns" search shogi.kifu castle:mino --columns id,date,sfen --limit 5
same "moves by year" moves shogi.kifu other.kifu 'sfen "startpos"' --by year
same "moves of Go" moves go.kifu --json --limit 20
same "what is there" info shogi.kifu
same "what is there, of Go" info go.kifu --json
same "no database" search nothing.kifu s76fu
same "a mistake" search shogi.kifu 's76fu s99xx'

# A query from standard input reaches all.
"$KIFU" search shogi.kifu -f - --json <<<'castle:mino' >expected.out
if together 3 search shogi.kifu -f - --json <<<'castle:mino' | cmp - expected.out; then
    ok "a query from standard input"
else
    not_ok "a query from standard input"
fi

# What only one of them can't open ends all, and it is named.
mpirun -q -n 2 "$KIFU_MPI" search shogi.kifu s76fu : -n 1 "$KIFU_MPI" search nothing.kifu s76fu >got.out 2>got.err
status=$?
if [[ $status -eq 3 && ! -s got.out ]] && grep -q 'process 2.*nothing.kifu' got.err; then ok "one fails"; else
    not_ok "one fails: exit status $status"
    sed 's/^/# /' got.err
fi
mpirun -q -n 2 "$KIFU_MPI" search shogi.kifu s76fu : -n 1 "$KIFU_MPI" search other.kifu s76fu >got.out 2>got.err
status=$?
if [[ $status -eq 3 && ! -s got.out ]] && grep -q 'different states' got.err; then ok "different states"; else
    not_ok "different states: exit status $status"
    sed 's/^/# /' got.err
fi

# What each process sent and took is told to who asks for it (what all got from one was sent once).
KIFU_MPI_STATS=1 together 3 search shogi.kifu castle:mino --count >got.out 2>got.err
if [[ $(grep -c -E '^mpi: rank=[0-2] meetings=[0-9]+ messages=[0-9]+ sent=[0-9]+ received=[0-9]+ waited=[0-9.]+ wall=[0-9.]+ user=[0-9.]+ system=[0-9.]+ memory=[0-9]+$' got.err) -eq 3 ]] &&
    awk '{ for (i = 2; i <= NF; i++) { split($i, a, "="); sum[a[1]] += a[2] } } END { exit sum["sent"] > sum["received"] || !sum["messages"] }' got.err; then
    ok "figures of each process"
else
    not_ok "figures of each process"
    sed 's/^/# /' got.err
fi

# What kifu-mpi can't do it says.
together 2 convert games.csa --to kif >got.out 2>got.err
status=$?
if [[ $status -eq 2 && $(grep -c "'convert'" got.err) -eq 1 ]]; then ok "no such command"; else not_ok "no such command"; fi
for command in 'compare shogi.kifu date:..1990 date:1991..' 'profile shogi.kifu nobody' 'players shogi.kifu' 'names shogi.kifu'; do
    # shellcheck disable=SC2086 # words
    together 2 $command >got.out 2>got.err
    status=$?
    if [[ $status -eq 2 && ! -s got.out && $(grep -c "'${command%% *}' cannot run in several processes" got.err) -eq 1 ]]; then
        ok "for one process: ${command%% *}"
    else
        not_ok "for one process: ${command%% *}: exit status $status"
        sed 's/^/# /' got.err
    fi
done
# A heat map is written once.
together 3 matrix shogi.kifu --rows castle --columns decade --svg got.svg --json >/dev/null
"$KIFU" matrix shogi.kifu --rows castle --columns decade --svg expected.svg --json >/dev/null
if cmp got.svg expected.svg; then ok "a heat map"; else not_ok "a heat map"; fi
finish
