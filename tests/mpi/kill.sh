#!/bin/bash
# A process of an import, or mpirun itself, is killed at one moment after another.  Each time the job
# ends with a failure and says so, the database is as it was or as it should become, and never has a
# segment that is not whole; the next run, with another number of processes, goes on from what was
# finished and makes the very database that kifu makes.
#
#   KILLS=6   how often
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/../.." && pwd)}
# shellcheck source=tests/mpi/setting.bash
source "$TOP/tests/mpi/setting.bash"
kills=${KILLS:-6}
mkdir in
for i in $(seq 1 12); do "$KIFU" generate - -n 60 --seed $((i / 2)) --to csa -q >in/g"$i".csa; done
"$KIFU" generate - -n 40 --seed 90 --to csa -q >before.csa
"$KIFU" import before.kifu before.csa -q >/dev/null
cp -a before.kifu one.kifu
"$KIFU" import one.kifu in --segment-games 100 -q >/dev/null
options=(in --segment-games 100 --checkpoint-bytes 4000)

# Databases are named by their whole paths: other tests run the same program at the same time, and
# its processes are none of ours.
rank_of() { # DB: the process ids of the ranks that import into it
    pgrep -f -- "^$KIFU_MPI import $work/$1 "
}
parts() { find "$1/import" -name '*.part' 2>/dev/null | wc -l; }
# shellcheck disable=SC2317 # `when` calls it
begun() { [[ -d $1/import ]] && echo 1 || echo 0; }
ranges() { find "$1/import" -name MANIFEST 2>/dev/null | wc -l; }

# begin RANKS DB: in the background; $job is mpirun.
begin() {
    mpirun -n "$1" "$KIFU_MPI" import "$work/$2" "${options[@]}" >got.out 2>got.err </dev/null &
    job=$!
}
# when WHAT DB COUNT: waits until there are so many of them, or it is over.
when() {
    while kill -0 $job 2>/dev/null && (($("$1" "$2") < $3)); do sleep 0.002; done
}
ended() { # DB: all of its processes are gone
    local tries
    for tries in $(seq 600); do
        [[ -z $(rank_of "$1") ]] && return
        sleep 0.05
    done
    echo "# $tries looks: processes of $1 are still there"
}
await() { reap "$job"; }
# mpirun tells of every kill that a process has failed, and then which one was killed; the second is missing
# if the job is over before it looks for that one: on a busy machine once in 60 jobs.
told() { grep -q -e 'exited on signal 9' -e '^a non-zero exit code' got.err; }
# mpirun itself may fall over at the end of a job that failed, before it has said anything: of 120 jobs on a busy
# machine it hung once and was ended by a signal of its own three times (139, where no process of ours was ended so).
fell() { # STATUS
    [[ $hung == yes ]] || { [[ $1 -eq 139 ]] && ! grep -q 'signal 11' got.err; }
}
# settle NAME DB: after a kill, and after the next run.
settle() {
    local name=$1 db=$2 ranks=$3 sound=no
    ended "$db"
    [[ -e $db/MANIFEST ]] && "$KIFU" check "$db" -q >/dev/null 2>check.err && sound=yes
    cmp -s "$db/MANIFEST" before.kifu/MANIFEST || cmp -s "$db/MANIFEST" one.kifu/MANIFEST || sound="another manifest"
    before="$(parts "$db") parts, $(ranges "$db") ranges"
    mpirun -n "$ranks" "$KIFU_MPI" import "$work/$db" "${options[@]}" >again.out 2>again.err </dev/null
    local status=$?
    if [[ $sound == yes && $status -eq 0 ]] && diff -r one.kifu "$db"; then
        ok "$name ($before there): $(grep -o 'went on.*' again.err || echo 'nothing to go on from')"
    else
        not_ok "$name: sound: $sound, then exit status $status"
        cat check.err again.err 2>/dev/null | sed 's/^/# /' | head
    fi
    rm -rf "$db"
}

# A rank is killed: early, when some parts are there, when some ranges are.
kill_rank() { # NAME RANK WHAT COUNT NEXT-RANKS
    local db=db.kifu pids status
    cp -a before.kifu $db
    begin 3 $db
    when "$3" $db "$4"
    mapfile -t pids < <(rank_of $db)
    [[ ${#pids[@]} -gt $2 ]] && kill -KILL "${pids[$2]}"
    await
    status=$?
    if ((${#pids[@]} <= $2)); then
        echo "# $1: it was over before"
    elif ((status > 128)) && told; then
        ok "$1 is told (exit status $status)"
    elif fell "$status"; then
        echo "# $1: mpirun fell over (exit status $status)"
    elif ((status != 0)); then
        not_ok "$1: nothing was said"
        sed 's/^/# /' got.err
    fi
    settle "$1" $db "$5"
}
kill_rank "the first process killed at once" 0 parts 1 2
kill_rank "the last process killed among parts" 2 parts 5 4
kill_rank "a process killed among ranges" 1 ranges 1 1
kill_rank "the first process killed among ranges" 0 ranges 3 3

# mpirun is killed.
for what in "parts 4 2" "ranges 2 3"; do
    read -r kind count ranks <<<"$what"
    cp -a before.kifu db.kifu
    begin 2 db.kifu
    when "$kind" db.kifu "$count"
    kill -KILL $job 2>/dev/null
    wait $job 2>/dev/null
    status=$?
    if ((status != 0)); then ok "mpirun killed among $kind: exit status $status"; else echo "# mpirun: it was over before"; fi
    settle "mpirun killed among $kind" db.kifu "$ranks"
done

# And at moments that nobody has chosen.
for ((i = 0; i < kills; i++)); do
    cp -a before.kifu db.kifu
    begin 2 db.kifu
    when begun db.kifu 1
    sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
    mapfile -t pids < <(rank_of db.kifu)
    ((${#pids[@]})) && kill -KILL "${pids[RANDOM % ${#pids[@]}]}" 2>/dev/null
    await
    settle "a random kill" db.kifu $((1 + RANDOM % 3))
done

# What does not fit is made anew (byte 100 lies in a section of whatever it is): a damaged part, a damaged range, another input.
cp -a before.kifu db.kifu
begin 2 db.kifu
when ranges db.kifu 2
mapfile -t pids < <(rank_of db.kifu)
((${#pids[@]})) && kill -KILL "${pids[0]}"
await
ended db.kifu
for file in $(find db.kifu/import -type f | sort | awk 'NR % 2'); do printf 'X' | dd of="$file" bs=1 seek=100 conv=notrunc 2>/dev/null; done
: >db.kifu/import/0000000000000000-00000000000000000000000000000000.part
mkdir -p db.kifu/import/0000000000000000-000000 && : >db.kifu/import/0000000000000000-000000/s000001.seg
settle "damaged leftovers" db.kifu 2
cp -a before.kifu db.kifu
begin 2 db.kifu
when parts db.kifu 4
mapfile -t pids < <(rank_of db.kifu)
((${#pids[@]})) && kill -KILL "${pids[0]}"
await
ended db.kifu
"$KIFU" generate - -n 60 --seed 77 --to csa -q >in/g1.csa
rm -rf one.kifu && cp -a before.kifu one.kifu && "$KIFU" import one.kifu in --segment-games 100 -q >/dev/null
settle "a file that has changed since" db.kifu 3

# Work that only reads: the job ends and says so.
for words in "census $work/one.kifu" "joseki $work/go.kifu --top 5"; do
    [[ -d go.kifu ]] || { "$KIFU" generate - -n 400 --game go --seed 3 -q >g.sgf && "$KIFU" import go.kifu g.sgf -q >/dev/null; }
    for attempt in 1 2 3; do
        # shellcheck disable=SC2086
        mpirun -n 3 "$KIFU_MPI" $words >got.out 2>got.err </dev/null &
        job=$!
        while kill -0 $job 2>/dev/null && (($(pgrep -cf -- "^$KIFU_MPI $words") < 3)); do sleep 0.002; done
        mapfile -t pids < <(pgrep -f -- "^$KIFU_MPI $words")
        ((${#pids[@]})) && kill -KILL "${pids[-1]}"
        await
        status=$?
        told || ! fell "$status" || [[ $attempt -eq 3 ]] || continue
        break
    done
    if ((${#pids[@]} == 0 || status == 0)); then
        echo "# ${words%% *}: it was over before"
    elif ((status > 128)) && told; then
        ok "${words%% *}: a killed process is told (exit status $status)"
    else
        not_ok "${words%% *}: nothing was said (exit status $status)"
        sed 's/^/# /' got.err
    fi
done
finish
