#!/bin/bash
# What a user might have instead: PostgreSQL with a table of positions, the facts of each as an array
# of numbers, and a GIN index of the extension intarray, on 10,000 generated games.
#
# Starts a cluster of its own in a scratch folder, as an ordinary user, on a socket there, with fsync
# off and more memory than by default; removes it afterwards.  Times are the server's own (the best
# of three), so that neither the client nor the network counts.
set -u
cd "$(dirname "$0")/.." || exit 3
B=${B:-$PWD/build/release}
CORPORA=${CORPORA:-$PWD/build/bench-corpora}
. bench/corpora.bash

skip() {
    echo "skipped: $1"
    exit 77
}

find_postgres() {
    local dir
    for dir in /usr/lib/postgresql/15/bin "$(pg_config --bindir 2>/dev/null)"; do
        [[ ! -x $dir/initdb ]] || { echo "$dir"; return; }
    done
}

bin=$(find_postgres)
[[ -n $bin ]] || skip "PostgreSQL 15 is not installed (postgresql-15, with intarray in it)"
[[ -f $("$bin/pg_config" --sharedir 2>/dev/null || echo /usr/share/postgresql/15)/extension/intarray.control ]] ||
    skip "PostgreSQL lacks the extension intarray"
# The server refuses to run as root.
as=()
if [[ $(id -u) -eq 0 ]]; then
    user=nobody
    ! id postgres >/dev/null 2>&1 || user=postgres
    as=(setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups)
fi

db=$(corpus 10k) || exit 3

scratch=$(mktemp -d "${TMPDIR:-/tmp}/kifu-postgres.XXXXXX")
finish() {
    [[ ! -f $scratch/data/postmaster.pid ]] ||
        "${as[@]}" "$bin/pg_ctl" -D "$scratch/data" -m immediate -w stop >/dev/null 2>&1
    rm -rf "$scratch"
}
trap finish EXIT
[[ ${#as[@]} -eq 0 ]] || chown "$user" "$scratch"
cd "$scratch" || exit 3

"${as[@]}" "$bin/initdb" -D "$scratch/data" -A trust -U bench -E UTF8 --locale=C --no-sync \
    >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 3; }
"${as[@]}" "$bin/pg_ctl" -D "$scratch/data" -w -l "$scratch/server.log" -o "-k $scratch \
    -c listen_addresses='' -c fsync=off -c full_page_writes=off -c synchronous_commit=off \
    -c shared_buffers=1GB -c maintenance_work_mem=1GB -c work_mem=256MB -c max_wal_size=8GB \
    -c jit=off" start >/dev/null || { cat "$scratch/server.log"; exit 3; }

sql() {
    psql -h "$scratch" -U bench -d postgres -qAtX -v ON_ERROR_STOP=1 "$@"
}

sql -c 'create extension intarray; create unlogged table positions (game int, ply int, facts int[]);
        create table questions (name text, facts int[]); select version()' || exit 3
began=$(date +%s.%N)
"$B/bench/measure_search" rows "$db" | sql -c 'copy positions from stdin' || exit 3
loaded=$(date +%s.%N)
sql -c 'create index by_fact on positions using gin (facts gin__int_ops)' \
    -c 'vacuum analyze positions' || exit 3
indexed=$(date +%s.%N)
"$B/bench/measure_search" sql "$db" | sed 's/\t\(.*\)/\t{\1}/' | sql -c 'copy questions from stdin' || exit 3

sql <<'END' | awk -v load="$began $loaded $indexed" '
    BEGIN { split(load, t, " ") }
    NR == 1 {
        printf "%d games, %d positions: loaded in %.0f s, indexed in %.0f s\n", $1, $2, t[2] - t[1], t[3] - t[2]
        printf "  table %.0f bytes a game, index %.0f bytes a game\n", $3 / $1, $4 / $1
        next
    }
    / (on|using) by_fact|Seq Scan/ { sub(/^ *(-> *)?/, ""); print "  plan: " $0; next }
    NF != 6 || $2 !~ /^[0-9]+$/ { next }
    { printf "  %-12s %3d questions: mean %8.2f ms  median %8.2f ms  99th %8.2f ms  worst %8.2f ms\n", $1, $2, $3, $4, $5, $6 }'
\pset fieldsep ' '
select count(distinct game), count(*), pg_table_size('positions'), pg_relation_size('by_fact') from positions;
select format('explain (costs off) select game, ply from positions where facts @> %L', facts)
    from questions where name = 'tesuji' limit 1 \gexec
create table times (name text, ms float);
do $$
declare
    q record;
    began timestamptz;
    best float;
    found bigint;
begin
    for q in select replace(name, ' ', '-') as name, facts from
            (select name, facts, row_number() over (partition by name) as nth from questions) n
            where nth <= 50 loop
        best := 1e9;
        for i in 1..3 loop
            began := clock_timestamp();
            execute 'select count(*) from (select game, ply from positions where facts @> $1) p'
                into found using q.facts;
            best := least(best, extract(epoch from clock_timestamp() - began) * 1000);
        end loop;
        insert into times values (q.name, best);
    end loop;
end $$;
select name, count(*), avg(ms), percentile_disc(0.5) within group (order by ms),
    percentile_disc(0.99) within group (order by ms), max(ms) from times group by name order by name;
END
"$KIFU" info "$db" --json | sed 's/.*"games":\([0-9]*\),"plies.*"facts":\([0-9]*\),"hashes":\([0-9]*\).*/\1 \2 \3/' |
    awk '{ printf "ours, on the same games and questions; facts %.0f bytes a game, whole positions %.0f\n", $2 / $1, $3 / $1 }'
"$B/bench/measure_search" growth "$db"
