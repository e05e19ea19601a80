#!/bin/bash
# kifu-mpi serve: the answers of kifu serve, in any number of processes; what becomes of questions when
# one of them is slow, stopped or killed; and the end.
# shellcheck disable=SC2317  # what `check` calls
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/../.." && pwd)}
# shellcheck source=tests/mpi/setting.bash
source "$TOP/tests/mpi/setting.bash"
{ command -v curl && command -v jq; } >/dev/null || { echo "no curl or no jq: scripts/deps test"; exit 77; }
alone='' job='' job_url=''
trap 'kill -CONT $(ranks) 2>/dev/null; kill -TERM $alone $job 2>/dev/null; [[ -z $job ]] || reap $job; wait $alone; rm -rf "$work"' EXIT
check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then ok "$name"; else
        not_ok "$name"
        sed 's/^/# /' "$work/log" | head -n 20
    fi
}

ranks() { [[ -z $job ]] || pgrep -P "$job"; }
rank() { rank_of_job "$job" "$1"; }
start_job() { # RANKS WORDS...
    local ranks=$1
    shift
    : >job.url
    mpirun -q -n "$ranks" "$KIFU_MPI" serve "$@" --port 0 >job.url 2>job.err </dev/null &
    job=$!
    wait_until 120 test -s job.url || { echo "# the job did not start"; sed 's/^/# /' job.err; }
    job_url=$(<job.url)
}
end_job() {
    kill -TERM "$job" 2>/dev/null
    reap "$job"
    job=''
}
get() { curl -sS -m 120 -G "$1api/$2" "${@:3}"; }
count() { get "$job_url" search -d query=s76fu -d limit=0; }
is() { [[ $(count | jq -c "$2") == "$1" ]]; }

make_databases
"$KIFU" import many.kifu games.csa --segment-games 230 -q >/dev/null
"$KIFU" serve many.kifu other.kifu shogi.kifu --port 0 >alone.url 2>alone.err &
alone=$!
wait_until 120 test -s alone.url
alone_url=$(<alone.url)

# --- The same answers ----------------------------------------------------------------------------
start='sfen "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"'
# One request a line: path, then arguments; answers with their status must be the same but for times.
requests() {
    cat <<END
info
search|query=castle:mino
search|query=castle:mino|db=many
search|query=id:5|db=shogi
search|query=castle:mino|limit=7|offset=300|boards=1
search|query=$start|limit=3|offset=1499
search|query=s76fu g34fu|limit=0
search|query=s76fu|db=other|lines=1
search|query=like "startpos"|limit=40
search|query=value>1500|limit=5
search|query=s11ou g19ou
search|query=
moves|query=$start|limit=100
moves|query=$start|years=10|limit=1000
moves|query=castle:mino|limit=30
moves|query=sfen "startpos"|limit=100|db=many
moves|query=sfen "startpos" result:b|limit=100
moves|query=s26fu|db=other
facets|query=castle:mino
facets|query=|limit=200
facets/names|query=s28ou|ms=8000|db=many
facets/names|query=|ms=8000|db=other
names
game/7|db=shogi
game/1555|db=shogi
board|game=3|db=other|ply=10
position|sfen=startpos|moves=7g7f
parse|query=s99ou s9xou
export|query=castle:mino|db=many|to=csa
export|query=castle:yagura|to=kif
search|query=s76fu s99xx
search|query=s76fu|db=none
search|query=s76fu|limit=many
moves|query=castle:nothing
game/7
game/999999|db=shogi
game/300|db=shogi
export|query=s76fu|to=png
nothing/here
END
}
# ask_everything URL: all of them by one curl, each answer with its request and status.
ask_everything() {
    local line words word first=yes
    while read -r line; do
        IFS='|' read -ra words <<<"$line"
        [[ $first == yes ]] || echo next
        first=no
        printf 'silent\nshow-error\nget\nmax-time = 300\nurl = "%sapi/%s"\n' "$1" "${words[0]}"
        for word in "${words[@]:1}"; do printf 'data-urlencode = "%s"\n' "${word//\"/\\\"}"; done
        printf 'write-out = "\\n%%{http_code} %%{content_type} %s\\n"\n' "${line//\"/\\\"}"
    done >requests.curl
    # How many games each name has is told when somebody has counted them: after a while, or never.
    curl -K requests.curl | sed -E 's/"seconds":[0-9.e+-]*/"seconds":0/
        s/("word":"[^"]*","games":)(null|[0-9]+)/\1?/g; s/("games":\?\}\],"whole":)(true|false)/\1?/'
}
requests | ask_everything "$alone_url" >expected.out
check "all were asked" test "$(grep -cE '^[245]0[0-9] ' expected.out)" -eq "$(requests | wc -l)"
for n in 1 2 3 4; do
    start_job "$n" many.kifu other.kifu shogi.kifu
    requests | ask_everything "$job_url" >got.out
    if cmp got.out expected.out >/dev/null; then ok "$(requests | wc -l) requests ($n)"; else
        not_ok "other answers in $n processes"
        diff expected.out got.out | cut -c 1-300 | head -n 20 | sed 's/^/# /'
    fi
    [[ $n -eq 4 ]] || end_job
done

# --- Many at once --------------------------------------------------------------------------------
many() {
    local i asking=()
    for i in $(seq 40); do
        get "$job_url" search -d query=castle:mino -d limit=3 -d offset="$((i % 5))" -o "many.$i" &
        asking+=($!)
    done
    wait "${asking[@]}"
    jq -c 'del(.seconds)' many.{1..40} | awk '{ line[NR] = $0 } NR > 5 && $0 != line[NR - 5] { exit 1 } END { if (NR != 40) exit 1 }'
}
check "forty questions at a time" many
idle() { # the processor time of all ranks, in hundredths of a second
    local pid sum=0
    for pid in $(ranks); do sum=$((sum + $(awk '{ print $14 + $15 }' "/proc/$pid/stat"))); done
    echo "$sum"
}
rests() {
    local before after
    before=$(idle)
    sleep 1.2
    after=$(idle)
    echo "$((after - before)) hundredths of a second in 1.2 seconds"
    [[ $((after - before)) -lt 36 ]]
}
check "who has nothing to do does next to nothing" wait_until 120 rests

# --- Nobody wants to know any more ---------------------------------------------------------------
quits() {
    local before after
    curl -s -m 1 "${job_url}api/facets/names?query=value%3E1000&ms=8000" >/dev/null
    before=$(idle)
    wait_until 60 rests || return 1
    after=$(idle)
    echo "$((after - before)) hundredths of a second after that"
    [[ $((after - before)) -lt 400 ]] # less than if somebody had waited
}
check "work ends when the asker hangs up" quits
end_job

# --- A process that does not answer --------------------------------------------------------------
export OMPI_MCA_odls_base_sigkill_timeout=1 # as it is for everybody: how they end is what counts
start_job 3 many.kifu --deadline 10 # enough for a busy machine
all_answer() { # a busy machine may be too late for the deadline
    whole=$(count | jq -c 'del(.seconds)')
    [[ $(jq -c '[.whole, .shards]' <<<"$whole") == '[true,null]' ]]
}
check "all answer" wait_until 120 all_answer
slow=$(rank 2)
kill -STOP "$slow"
check "an answer without a process that is stopped says so" is '[2,3,false]' '[.shards.answered, .shards.of, .whole]'
counts_missing() {
    local got
    got=$(count)
    echo "$got, and $whole"
    [[ $(jq '.shards.games_missed' <<<"$got") -gt 0 && $(jq '.games' <<<"$got") -lt $(jq '.games' <<<"$whole") ]]
}
check "and how many games are missing" counts_missing
soon() {
    local took
    took=$(curl -s -o /dev/null -w '%{time_total}' "${job_url}api/search?query=s76fu&limit=0")
    echo "$took s"
    awk -v t="$took" 'BEGIN { exit !(t < 9) }'
}
check "nobody waits for it again" soon
check "other answers say so as well" test "$(for path in moves facets facets/names; do
    get "$job_url" $path -d query=s76fu -d ms=3000 | jq -c '[.shards.answered, .shards.of, .whole]'
done | sort -u)" = '[2,3,false]'
check "info says so, too" test "$(get "$job_url" info | jq -c '[.shards.answered, .shards.of, .whole]')" = '[2,3,false]'
not_exported() {
    [[ $(curl -sS -o answer -w '%{http_code}' "${job_url}api/export?query=s76fu&to=csa") == 500 ]] && grep -q 'only 2 of 3' answer
}
check "no file that is not whole" not_exported
# The page, in a real browser where there is one.
CHROMIUM=${CHROMIUM:-$(command -v chromium)}
export CHROMIUM TOP
if [[ -n $CHROMIUM && -d $TOP/web/node_modules/playwright-core ]] && command -v node >/dev/null; then
    mkdir -p "${KIFU_PICTURES:-$work}"
    check "the page shows it" node "$TOP/tests/mpi/serve.mjs" "$job_url" "${KIFU_PICTURES:-$work}" "$slow"
else
    echo "# no node, chromium or playwright-core: scripts/deps test"
fi
kill -CONT "$slow"
recovered() { [[ $(count | jq -c 'del(.seconds)') == "$whole" ]]; }
check "when it is back, answers are whole" wait_until 120 recovered
check "and info says so" test "$(get "$job_url" info | jq -c '[.whole, .shards]')" = '[true,null]'

# --- The end -------------------------------------------------------------------------------------
all_end() { # SIGNAL PID
    local pids pid
    pids="$(ranks) $job"
    kill "-$1" "$2"
    for pid in $pids; do wait_until 120 gone "$pid" || return 1; done
}
check "SIGTERM to mpirun ends all processes" all_end TERM "$job"
start_job 2 shogi.kifu
check "SIGTERM to the first process, too" all_end TERM "$(rank 0)"
start_job 2 shogi.kifu
check "SIGTERM to another one, too" all_end TERM "$(rank 1)"
check "which is told" grep -q 'process 1 .*told to stop' job.err
start_job 2 shogi.kifu
kill -STOP "$(rank 1)"
check "one that is stopped does not keep it alive" all_end TERM "$(rank 0)"
check "which is told, too" grep -q 'process 1 .*does not answer' job.err
export OMPI_MCA_odls_base_sigkill_timeout=0
start_job 3 shogi.kifu
killed() {
    kill -KILL "$(rank 1)"
    reap "$job"
    local status=$?
    echo "exit status $status"
    [[ $status -ne 0 ]]
}
check "one that is killed ends the job, which fails" killed
start_job 3 many.kifu
check "and can be started again at once" recovered
end_job

# --- What can't be ------------------------------------------------------------------------------
cp "$KIFU_MPI" other-build && printf x >>other-build
mpirun -q -n 1 "$KIFU_MPI" serve shogi.kifu --port 0 : -n 1 ./other-build serve shogi.kifu --port 0 >got.out 2>got.err
status=$?
check "another build is refused" test "$status" -eq 3 -a ! -s got.out
check "and named" grep -q 'process 1 .*another build' got.err
together 3 serve shogi.kifu --port "$(sed "s|.*:||; s|/||" <<<"$alone_url")" >got.out 2>got.err
check "a port that is taken" test $? -ne 0
printf 'kifu-shards 1\nmany.kifu\nother.kifu\n' >all.shards
start_job 2 all.shards
check "a list of shards" test "$(get "$job_url" info | jq -c '[.databases[].name]')" = '["many","other"]'
end_job
printf 'kifu-shards 1\nmany.kifu\nnode77:/data/other.kifu\n' >apart.shards
together 2 serve apart.shards >got.out 2>got.err
check "a shard that no process has" test $? -eq 3
check "which is named" grep -q 'node77.*no process' got.err
together 2 serve nothing.kifu >got.out 2>got.err
check "a database that is not there" test $? -eq 3
finish
