#!/bin/bash
# Three hosts, imitated: each has a network, a name and a disk of its own (namespaces), is reached by
# mpirun through an agent in place of ssh, and sees no other shard than its own.  What kifu-mpi says
# there is what kifu says where all shards are at hand; and the bytes cross the network.
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/../.." && pwd)}
skip() {
    echo "$1"
    exit 77
}
if [[ -z ${KIFU_TEST_INSIDE:-} ]]; then
    [[ $(id -u) -eq 0 ]] || skip "needs root, to make network namespaces"
    if ! command -v ip >/dev/null || ! command -v nsenter >/dev/null; then skip "needs ip and nsenter (Debian: iproute2, util-linux)"; fi
    unshare -n -m -u ip link add kifu-try type veth peer name kifu-yrt 2>/dev/null ||
        skip "may not make network namespaces (CAP_NET_ADMIN, CAP_SYS_ADMIN)"
    KIFU_TEST_INSIDE=1 exec unshare -n -m "$0"
fi
# shellcheck source=tests/mpi/setting.bash
source "$TOP/tests/mpi/setting.bash"
mount --make-rprivate /
hosts=3 holders=()
trap 'kill "${holders[@]}" 2>/dev/null; cd /; rm -rf "$work"' EXIT

# Where all shards are at hand: this is what kifu sees.
mkdir local
for i in 1 2 3; do
    "$KIFU" generate - -n 150 --seed "$i" --to csa -q >g$i.csa
    "$KIFU" import local/p$i.kifu g$i.csa --segment-games 40 -q >/dev/null
done
for i in 1 2 3; do
    "$KIFU" generate - -n 60 --game go --seed "$i" -q >g$i.sgf
    "$KIFU" import local/go$i.kifu g$i.sgf --segment-games 20 -q >/dev/null
done
printf 'kifu-shards 1\nnode2:local/go2.kifu\nnode1:local/go1.kifu\nnode3:local/go3.kifu\n' >go.shards
# Games that two hosts have, and some that were removed.
"$KIFU" generate - -n 30 --seed 1 --to csa -q >twins.csa
"$KIFU" import local/p3.kifu twins.csa --segment-games 40 -q >/dev/null
"$KIFU" remove local/p2.kifu castle:yagura -q >/dev/null
mapfile -t names < <("$KIFU" players local/p2.kifu --json | sed -n 's/^{"name":"\([^"]*\)".*/\1/p' | head -n 2)
"$KIFU" players local/p2.kifu --merge "${names[0]}" "${names[1]}" -q >/dev/null
printf 'kifu-shards 1\nnode1:local/p1.kifu\nnode2:local/p2.kifu\nnode3:local/p3.kifu\n' >games.shards
printf 'kifu-shards 1\nnode1:local/p1.kifu\nnode2:local/p9.kifu\n' >missing.shards
printf 'kifu-shards 1\nnode3:local/p3.kifu\nnode1:local/p1.kifu\n' >others.shards
mv local everything

# The hosts.  A holder keeps the namespaces of each.
if ! ip link set lo up || ! ip link add switch type bridge || ! ip link set switch up; then skip "can't make a bridge"; fi
printf '127.0.0.1 localhost\n10.77.0.1 node1\n10.77.0.2 node2\n10.77.0.3 node3\n' >etc-hosts
mkdir local
for ((i = 1; i <= hosts; i++)); do
    # shellcheck disable=SC2016
    unshare -n -m -u bash -c 'echo $$ >pid.node'$i'.new && mv pid.node'$i'.new pid.node'$i' && exec sleep 1200' &
    holders+=($!)
    wait_until 60 test -s pid.node$i || skip "can't make the namespaces of a host"
    pid=$(cat pid.node$i)
    ip link add port$i type veth peer name eth0 netns "$pid" && ip link set port$i master switch up
    nsenter -t "$pid" -n -m -u bash -c "
        hostname node$i && ip addr add 10.77.0.$i/24 dev eth0 && ip link set eth0 up && ip link set lo up &&
        mount --bind '$work/etc-hosts' /etc/hosts && mount -t tmpfs tmpfs '$work/local' &&
        mkdir '$work/local/tmp' && cp -a '$work/everything/p$i.kifu' '$work/everything/go$i.kifu' '$work/local/' && mount -t tmpfs tmpfs '$work/everything'" ||
        skip "can't furnish a host"
done
cat >agent <<END
#!/bin/bash
host=\$1
shift
exec nsenter -t "\$(cat '$work'/pid."\$host")" -n -m -u --wd='$work' -- bash -c "\$*"
END
chmod +x agent

# cluster PLACES RANKS WORDS...: kifu-mpi on hosts, begun on node1.  (begin=exec, with &: $! is it.)
cluster() {
    local places=$1 ranks=$2
    shift 2
    ${begin:-} nsenter -t "$(cat pid.node1)" -n -m -u --wd="$work" -- env TMPDIR="$work/local/tmp" timeout 600 mpirun -q --map-by node --host "$places" -n "$ranks" \
        --mca plm_rsh_agent "$work/agent" --mca plm_rsh_no_tree_spawn 1 --mca btl tcp,self --mca btl_tcp_if_include eth0 \
        --mca oob_tcp_if_include eth0 --mca orte_tmpdir_base "$work/local/tmp" "$KIFU_MPI" "$@"
}
all=node1:2,node2:2,node3:2

# kifu sees everything; the cluster sees a third on each host.
as_at_hand() { # NAME PLACES RANKS WORDS...
    local name=$1 places=$2 ranks=$3 status expected
    shift 3
    (mount --bind everything local && "$KIFU" "$@" >expected.out 2>expected.err </dev/null; echo $? >expected.status; umount local)
    expected=$(cat expected.status)
    cluster "$places" "$ranks" "$@" >got.out 2>got.err </dev/null
    status=$?
    plain <expected.out >expected.plain
    plain <got.out >got.plain
    if [[ $status -eq $expected ]] && cmp got.plain expected.plain; then ok "$name"; else
        not_ok "$name: exit status $status, not $expected"
        diff expected.plain got.plain | head -n 8 | sed 's/^/# /'
        sed 's/^/# /' got.err | head -n 20
    fi
}
received() { ip -s link show dev "port$1" | awk '/RX:/ { getline; print $1 }'; }

before=$(received 2)
as_at_hand "hits as JSON" $all 3 search games.shards castle:mino --json
after=$(received 2)
size=$(grep -c '"db":"node2' got.out)
if ((size > 5 && after - before > size * 40)); then ok "$((after - before)) bytes came from node2, for $size hits there"; else
    not_ok "only $((after - before)) bytes came from node2, for $size hits there"
fi
as_at_hand "hits as a table" $all 6 search games.shards castle:mino --limit 60 --offset 40
as_at_hand "a board that is elsewhere" $all 3 search games.shards castle:mino --offset 60 --limit 3 --board
as_at_hand "a ranked search" $all 4 search games.shards 'like "startpos" >=30' --limit 30 --json
as_at_hand "counts" $all 3 search games.shards 's76fu g34fu' --count --json
as_at_hand "verified" $all 3 search games.shards castle:yagura --verify --limit 5
as_at_hand "next moves" $all 5 moves games.shards 'sfen "startpos"' --json
as_at_hand "games by castle" $all 3 search games.shards date:1990.. --by castle --json
as_at_hand "games by player" $all 5 search games.shards castle:mino --by player
as_at_hand "one person with two names" $all 3 search games.shards "player:${names[1]}" --count --json
as_at_hand "a matrix" $all 4 matrix games.shards --rows castle --columns opening --json
as_at_hand "a matrix of players" $all 6 matrix games.shards --rows player --columns decade --limit 20 --json
as_at_hand "what is there" $all 3 info games.shards
as_at_hand "census" $all 3 census games.shards --top 20
as_at_hand "census, several processes a host, several passes" $all 6 census games.shards --top 50 --json --memory 1
as_at_hand "census in another order" $all 4 census others.shards games.shards --top 20 --json
as_at_hand "curves" $all 3 calibrate games.shards --when castle:mino --min-positions 5 --mate-nodes 50 --json --no-cache
as_at_hand "curves of a query" $all 5 calibrate others.shards s76fu --preset progress --min-positions 5 --mate-nodes 50 --no-cache
if grep -q 'counted once: 30' expected.err && grep -q 'counted once: 30' got.err; then ok "games that two hosts have count once"; else
    not_ok "games that two hosts have count once"
    sed 's/^/# /' expected.err got.err
fi
as_at_hand "flows" $all 3 flow games.shards others.shards --min-count 5 --from-ply 10
as_at_hand "flows as JSON, of queries" $all 6 flow games.shards --human-query castle:mino --computer-query 'not castle:mino' --min-count 3 --from-ply 10 --json
as_at_hand "flows drawn by lot" $all 4 flow others.shards games.shards --min-count 5 --from-ply 10 --shuffle 3 --json
as_at_hand "joseki" $all 3 joseki go.shards --top 10
as_at_hand "joseki as JSON, of a query" $all 5 joseki go.shards 'date:1980..2000' --top 10 --json
as_at_hand "sequences of shogi" $all 4 joseki games.shards --encoding moves --top 10 --diagrams 3
as_at_hand "nothing" $all 3 search games.shards 's11ou g19ou'

refused() { # NAME PATTERN PLACES RANKS WORDS...
    local name=$1 pattern=$2 places=$3 ranks=$4 status
    shift 4
    cluster "$places" "$ranks" "$@" >got.out 2>got.err </dev/null
    status=$?
    if [[ $status -eq 3 && ! -s got.out ]] && grep -q "$pattern" got.err; then ok "$name"; else
        not_ok "$name: exit status $status"
        sed 's/^/# /' got.err | head
    fi
}
refused "a host without a process is named" 'node3:local/p3.kifu.*no process' node1:2,node2:2 2 search games.shards s76fu
refused "a shard that is missing is named" 'node2:local/p9.kifu.*missing.shards' $all 3 search missing.shards s76fu
refused "an explanation says what it needs" 'node1:local/p1.kifu.*needs all games' $all 3 search games.shards castle:mino --explain

# A server on node1: what it says of games that only the others have.
on_node1() { nsenter -t "$(cat pid.node1)" -n "$@"; }
ask() { curl -sS -m 120 -G "$1api/$2" "${@:3}" | sed -E 's/"seconds":[^,}]*//'; }
# The answer of the job; false if a process was too late for the deadline, as on a busy machine, and is missed.
# shellcheck disable=SC2317 # wait_until calls it
all_answer() { # PATH ARGUMENTS...
    on_node1 bash -c "$(declare -f ask); ask \"\$@\"" ask "$(<job.url)" "$@" >got.out
    ! grep -q '"shards":{"answered":' got.out
}
same_answer() { # NAME PATH ARGUMENTS...
    local name=$1 path=$2
    shift 2
    ask "$(<alone.url)" "$path" "$@" >expected.out
    wait_until 120 all_answer "$path" "$@"
    if [[ -s expected.out ]] && ! grep -q '"error"' expected.out && cmp got.out expected.out; then ok "served: $name"; else
        not_ok "served: $name"
        diff <(head -c 2000 expected.out) <(head -c 2000 got.out) | head -n 8 | sed 's/^/# /'
    fi
}
if command -v curl >/dev/null; then
    mount --bind everything local
    "$KIFU" serve games.shards --port 0 >alone.url 2>alone.err &
    alone=$!
    begin="exec" cluster $all 4 serve games.shards --port 0 --deadline 10 >job.url 2>job.err </dev/null &
    job=$!
    holders+=("$alone")
    if wait_until 120 test -s alone.url && wait_until 120 test -s job.url; then
        same_answer "what is there" info
        same_answer "hits with boards" search -d query=castle:mino -d boards=true -d limit=500
        same_answer "next moves" moves --data-urlencode 'query=sfen "startpos"'
        same_answer "facets" facets -d query=castle:mino
        same_answer "names" facets/names -d query=castle:mino
        for db in p1 p2 p3; do
            same_answer "a game of $db" game/3 -d db=$db
            same_answer "a board of $db" board -d game=5 -d db=$db -d ply=20
        done
        same_answer "a file of games" export -d query=castle:mino -d to=kif
        on_node1 curl -sS -G "$(<job.url)api/calibrate" -d db=p2 >got.out
        if grep -q 'p2 is on another host' got.out; then ok "served: what can't be asked is said"; else not_ok "served: $(head -c 300 got.out)"; fi
        # The host of p2 falls silent: what it alone can search is missing, and said to be; its games are
        # at hand all the same.  When it speaks again, so is everything.
        silent=()
        for pid in $(pgrep -x kifu-mpi); do
            if [[ /proc/$pid/ns/net -ef /proc/$(cat pid.node2)/ns/net ]]; then silent+=("$pid"); fi
        done
        kill -STOP "${silent[@]}"
        on_node1 curl -sS -m 120 -G "$(<job.url)api/search" -d query=castle:mino -d limit=0 >got.out
        if grep -q '"shards":{"answered":' got.out; then ok "served: a silent host is missed"; else not_ok "served: $(head -c 300 got.out)"; fi
        same_answer "a game of a silent host" game/3 -d db=p2
        kill -CONT "${silent[@]}"
        # shellcheck disable=SC2317 # wait_until calls it
        whole_again() { on_node1 curl -sS -m 120 -G "$(<job.url)api/search" -d query=castle:mino -d limit=0 | grep -qv '"shards"'; }
        if wait_until 120 whole_again; then ok "served: whole again"; else not_ok "served: not whole again"; fi
    else
        not_ok "the servers did not start"
        sed 's/^/# /' alone.err job.err
    fi
    kill -TERM "$alone" "$job" 2>/dev/null
    wait "$job" 2>/dev/null
    wait "$alone" 2>/dev/null
    umount -l local
else
    echo "# no curl: nothing is served"
fi

# An import of files that all see, by processes on three hosts.
"$KIFU" import one.kifu g1.csa g2.csa g3.csa --segment-games 40 -q >/dev/null
cluster $all 3 import many.kifu g1.csa g2.csa g3.csa --segment-games 40 --checkpoint-bytes 20000 -q >got.out 2>got.err
status=$?
if [[ $status -eq 0 ]] && diff -r one.kifu many.kifu; then ok "an import by three hosts"; else
    not_ok "an import by three hosts: exit status $status"
    sed 's/^/# /' got.err | head
fi
refused "an import of files that only one host has" 'local/p1.kifu/.*is missing here' $all 3 import other.kifu local/p1.kifu --checkpoint-bytes 1024
finish
