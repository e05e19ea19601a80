#!/bin/bash
# generate, match and chaturanga in several processes play the games that one plays, and go on after
# a process was killed.
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/../.." && pwd)}
# shellcheck source=tests/mpi/setting.bash
source "$TOP/tests/mpi/setting.bash"

# What took how long may differ.
plain() { sed -E 's/"(seconds|ms|worst)":[0-9.e+-]*/"\1":0/g; s/[0-9.]+ ms per move, longest [0-9]+/- ms/'; }
without_times() { sed '/^T/d' "$1"; }

# --- The same games -------------------------------------------------------------------------------

same_in_all "games" generate - -n 700 --seed 5 --jobs 1
same "games in threads" generate - -n 700 --jobs 3 --to csa
same "games of Go" generate - --game go -n 70
self=(--engine --weights material --nodes 10 --jobs 1 --progress none)
same_in 3 "self-play" generate - "${self[@]}" -n 40
"$KIFU" generate one.kifu -n 600 --seed 4 -q
for ranks in 2 4; do
    together "$ranks" generate "several$ranks.kifu" -n 600 --seed 4 -q
    if diff -r one.kifu "several$ranks.kifu"; then ok "a database ($ranks)"; else not_ok "a database ($ranks)"; fi
done
same "an unknown option" generate - -n 3 --castels all

duel=(match material material --depth-a 2 --depth-b 1 --max-plies 60 --progress none --jobs 1)
same_in_all "a match" "${duel[@]}" -n 14 --json
same "a match as text" "${duel[@]}" -n 9
same_in "1 4" "a test ends at the same game" match kifu material --nodes 30 --resign 1000 --sprt -200,200 --progress none --json --jobs 1
cat >cheat <<'END'
#!/bin/sh
while read -r line; do
    case $line in
    usi) echo usiok ;;
    isready) echo readyok ;;
    quit) exit ;;
    go*) echo bestmove 1a1b ;;
    esac
done
END
chmod +x cheat
same "who makes an illegal move" match material ./cheat --depth 1 -n 4 --progress none --json
"$KIFU" "${duel[@]}" -n 10 -o one.csa >/dev/null
for ranks in 2 3; do
    together "$ranks" "${duel[@]}" -n 10 -o "several$ranks.csa" >/dev/null
    if cmp <(without_times one.csa) <(without_times "several$ranks.csa"); then ok "records of a match ($ranks)"; else
        not_ok "records of a match ($ranks)"
    fi
done

same_in_all "chaturanga" chaturanga simulate -n 500 --players P0,P1,P4,P2 --progress none --json
same "chaturanga with those that search" chaturanga simulate -n 5 --players mcts:nodes=10,P0,P4,P0 --progress none
same "records to standard output" chaturanga simulate -n 20 -o - --progress none
same "tables" chaturanga tables -n 70 --part black --progress none
same "tables of other games" chaturanga tables -n 10 --part games --progress none
same "weights" chaturanga fit -n 90 --progress none
same "a player that is none" chaturanga simulate --players P9 --progress none
together 2 chaturanga perft 1 >got.out 2>got.err
status=$?
if [[ $status -eq 2 ]] && grep -q 'perft.*several processes' got.err; then ok "no perft together"; else not_ok "no perft together"; fi

# --- A process that is killed ---------------------------------------------------------------------

# killed NAME FILE BYTES RANK WORDS...: a process of three is killed as soon as FILE has grown to so
# many bytes; the job says so and fails.  On a machine where it is over before that, it is begun again.
killed() {
    local name=$1 file=$2 bytes=$3 rank=$4 pid victim status=0 tries
    shift 4
    for ((tries = 0; tries < 5 && status == 0; tries++)); do
        rm -rf "$file" "${file%.part}"
        mpirun -n 3 "$KIFU_MPI" "$@" >got.out 2>got.err </dev/null &
        pid=$!
        wait_until 120 grown "$file" "$bytes" "$pid"
        victim=$(rank_of_job "$pid" "$rank")
        [[ -z $victim ]] || kill -KILL "$victim" 2>/dev/null
        reap "$pid"
        status=$?
    done
    if [[ $status -ne 0 && -s $file ]] && grep -q "rank $rank .*signal 9" got.err; then ok "$name: killed"; else
        not_ok "$name: exit status $status after a process was killed"
        sed 's/^/# /' got.err
    fi
}
# shellcheck disable=SC2317 # wait_until calls it
grown() { [[ $(stat -c %s "$1" 2>/dev/null || echo 0) -ge $2 ]] || gone "$3"; } # FILE BYTES PID

# The database has the same games, if it was not the leader of self-play who put some there early.
killed "generate" killed.kifu.part 30000 1 generate killed.kifu -n 2500 --seed 4 --jobs 1 --progress none
"$KIFU" generate whole.kifu -n 2500 --seed 4 -q
together 2 generate killed.kifu -n 2999 --seed 4 >got.out 2>got.err
status=$?
if [[ $status -eq 3 ]] && grep -q 'other options' got.err; then ok "other options are refused"; else not_ok "other options are refused"; fi
together 2 generate killed.kifu -n 2500 --seed 4 --jobs 1 --progress none >got.out 2>got.err
if grep -q 'resuming: [1-9]' got.err && diff -r whole.kifu killed.kifu && [[ ! -e killed.kifu.part ]]; then
    ok "generate goes on"
else
    not_ok "generate goes on"
    sed 's/^/# /' got.err
fi
killed "the leader of generate" lead.kifu.part 30000 0 generate lead.kifu -n 2500 --seed 4 --jobs 1 --progress none
"$KIFU" generate lead.kifu -n 2500 --seed 4 --progress none >got.out 2>got.err
if grep -q 'resuming: [1-9]' got.err && diff -r whole.kifu lead.kifu; then ok "one process goes on"; else not_ok "one process goes on"; fi

killed "match" killed.csa 4000 2 "${duel[@]}" -n 300 -o killed.csa
"$KIFU" "${duel[@]}" -n 40 -o whole.csa >/dev/null
cp killed.csa some.csa
together 2 "${duel[@]}" -n 40 -o killed.csa >got.out 2>got.err
if grep -q 'games are already in the file' got.err && [[ $(grep -c '^%' killed.csa) -ge 40 ]] &&
    "$KIFU" "${duel[@]}" -n 40 -o killed.csa 2>/dev/null | head -n 1 | cmp - <("$KIFU" "${duel[@]}" -n 40 -o whole.csa 2>/dev/null | head -n 1); then
    ok "match goes on"
else
    not_ok "match goes on"
    sed 's/^/# /' got.err
fi

"$KIFU" "${duel[@]}" -n 3000 -o stopped.csa >/dev/null 2>got.err &
pid=$!
wait_until 120 test -s stopped.csa
kill -TERM $pid
wait $pid 2>/dev/null
if grep -q 'are in stopped.csa; run the same command again to resume' got.err; then ok "a match that is stopped says so"; else
    not_ok "a match that is stopped says so"
    sed 's/^/# /' got.err
fi

trial=(chaturanga simulate -n 6000 --players P4 --jobs 1 --progress none --seed 8)
killed "simulate" killed.txt.part 5000 1 "${trial[@]}" -o killed.txt
"$KIFU" "${trial[@]}" -o whole.txt >expected.out
together 3 "${trial[@]}" -o killed.txt >got.out 2>got.err
if grep -q 'resuming from killed.txt.part' got.err && cmp killed.txt whole.txt && cmp got.out expected.out && [[ ! -e killed.txt.part ]]; then
    ok "simulate goes on"
else
    not_ok "simulate goes on"
    sed 's/^/# /' got.err
fi
killed "simulate without records" sums.part 2000 1 "${trial[@]}" --checkpoint sums.part
if "$KIFU" "${trial[@]}" --checkpoint sums.part 2>got.err | cmp - expected.out && grep -q 'resuming' got.err; then
    ok "sums go on"
else
    not_ok "sums go on"
fi

# Processes that would play different games do not begin.
mpirun -q -n 1 "$KIFU_MPI" generate - -n 500 : -n 1 "$KIFU_MPI" generate - -n 500 --seed 2 >got.out 2>got.err
status=$?
if [[ $status -eq 3 && ! -s got.out ]] && grep -q 'different options' got.err; then ok "different seeds"; else
    not_ok "different seeds: exit status $status"
    sed 's/^/# /' got.err
fi
finish
