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
finish
