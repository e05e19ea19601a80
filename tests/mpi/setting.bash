# Sourced by the scripts of tests/mpi: a folder to work in, small databases in several segments, and
# `same`, which compares what kifu-mpi says in several processes with what kifu says.
# shellcheck shell=bash
KIFU=${KIFU:-$TOP/build/release/kifu}
KIFU_MPI=${KIFU_MPI:-$KIFU-mpi}
if ! command -v mpirun >/dev/null; then
    echo "no mpirun (Debian: openmpi-bin)"
    exit 77
elif [[ ! -x $KIFU_MPI ]]; then
    echo "kifu-mpi was not built (Debian: libopenmpi-dev)"
    exit 77
fi
# Containers run tests as root, on fewer processors than processes, and without what the faster ways
# between processes on one machine need; nothing of that is worth a word.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_btl_base_warn_component_unused=0
export OMPI_MCA_mpi_yield_when_idle=1 LC_ALL=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What a killed mpirun leaves behind is in the folder that goes at the end, not in /tmp and /dev/shm.
export OMPI_MCA_orte_tmpdir_base=$work OMPI_MCA_btl_vader_backing_directory=$work
# A job that fails is over at once, instead of after a second: by then all have said what they had to.
export OMPI_MCA_odls_base_sigkill_timeout=0
# The way that is taken on one machine anyway: looking for others is a fifth of starting.
export OMPI_MCA_pml=ob1
cd "$work" || exit 3
number=0 turn=0

ok() { number=$((number + 1)); echo "ok $number - $*"; }
not_ok() { number=$((number + 1)); echo "not ok $number - $*"; }

# together RANKS WORDS...: kifu-mpi in so many processes.
together() {
    local ranks=$1
    shift
    mpirun -q -n "$ranks" "$KIFU_MPI" "$@"
}

# wait_until SECONDS COMMAND...: the machine may be busy.
wait_until() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.05
    done
}
gone() { ! kill -0 "$1" 2>/dev/null; }
# The process that is rank N of the job whose mpirun is PID.
rank_of_job() { # PID N
    local pid
    for pid in $(pgrep -P "$1"); do
        [[ $(tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | sed -n 's/^OMPI_COMM_WORLD_RANK=//p') != "$2" ]] || echo "$pid"
    done 2>/dev/null
}
# reap PID: waits for the mpirun of a job that is to end; its exit status.  That of Open MPI 4.1 with PMIx
# 4.2 now and then waits for a lock that nobody holds when all it started has ended: so it is killed when
# nothing of that was to be seen for ten seconds; hung=yes says so.
reap() {
    local seen=$SECONDS
    hung=
    while kill -0 "$1" 2>/dev/null; do
        # one that has something to do, but no processor to do it, does not hang
        if pgrep -r R,S,D,T -P "$1" >/dev/null || grep -q '^State:.[RD]' "/proc/$1/status" 2>/dev/null; then seen=$SECONDS; fi
        if ((SECONDS > seen + 10)); then
            echo "# mpirun hangs after all its processes have ended"
            kill -KILL "$1" 2>/dev/null
            # shellcheck disable=SC2034 # kill.sh looks
            hung=yes
        fi
        sleep 0.02
    done
    wait "$1" 2>/dev/null
}

# What took how long, and who speaks, may differ.
plain() { sed -E 's/"seconds":[0-9.e+-]*/"seconds":0/; s/\([0-9.]+ (ms|ミリ秒)\)/(0 \1)/; s/, [0-9.]+ s$/, 0 s/'; }

# What mpirun's event library now and then says when processes end, on busy machines: not of ours.
without_noise() { sed '/^\[warn\] Epoll [A-Z]*([0-9]*) on fd [0-9]* failed/d'; }

# same NAME WORDS...: stdout, stderr and exit status are those of kifu, in 2, 3 or 4 processes, in
# turns: starting them takes most of the time.  same_in_all: in 1, 2, 3 and 4 of them.
same() {
    turn=$(((turn + 1) % 3))
    same_in $((turn + 2)) "$@"
}
same_in_all() { same_in "1 2 3 4" "$@"; }

same_in() { # RANKS NAME WORDS...
    local all=$1 name=$2 ranks status expected
    shift 2
    "$KIFU" "$@" >expected.out 2>expected.err </dev/null
    expected=$?
    plain <expected.out >expected.plain
    plain <expected.err >expected.remarks
    for ranks in $all; do
        together "$ranks" "$@" >got.out 2>got.err </dev/null
        status=$?
        plain <got.out >got.plain
        without_noise <got.err | plain >got.remarks
        if [[ $status -ne $expected ]]; then
            not_ok "$name: exit status $status in $ranks processes, not $expected"
            sed 's/^/# /' got.err
        elif ! cmp got.plain expected.plain; then
            not_ok "$name: another answer in $ranks processes"
            diff expected.plain got.plain | head -n 20 | sed 's/^/# /'
        elif ! cmp got.remarks expected.remarks; then
            not_ok "$name: other remarks in $ranks processes"
            diff expected.remarks got.remarks | head -n 20 | sed 's/^/# /'
        else
            ok "$name ($ranks)"
        fi
    done
}

# Shogi in eight segments, some games removed, Go in six, and other games of shogi in three.
make_databases() {
    "$KIFU" generate - -n 1500 --seed 5 --to csa -q >games.csa
    "$KIFU" import shogi.kifu games.csa --segment-games 230 -q >/dev/null
    "$KIFU" generate - -n 60 --seed 9 --to csa -q >more.csa
    "$KIFU" import shogi.kifu more.csa --segment-games 230 -q --tag later >/dev/null
    "$KIFU" remove shogi.kifu id:7 or id:300 or id:301 -q >/dev/null
    "$KIFU" generate - -n 200 --game go --seed 3 -q >games.sgf
    "$KIFU" import go.kifu games.sgf --segment-games 36 -q >/dev/null
    "$KIFU" import other.kifu more.csa --segment-games 25 -q >/dev/null
    [[ $(segments_of shogi go other) == "8 6 3 " ]] || not_ok "segments: $(segments_of shogi go other)"
}

# segments_of NAME...: how many there are in these databases.
segments_of() {
    local name
    for name; do grep -c '^segment .* games ' "$name.kifu/MANIFEST" | tr '\n' ' '; done
}

finish() {
    echo "1..$number"
    exit 0
}
