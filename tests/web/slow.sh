# Hundreds of clients that are slow, deaf or mad do no harm to the others.
set -eu
{ command -v curl && command -v node; } >/dev/null || { echo "no curl or no node: scripts/deps test" >&2; exit 77; }
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
"$KIFU" generate "$work/games.kifu" --games 2000 --seed 1 --quiet >/dev/null
start_server "$work/games.kifu"
port=${url##*:}
port=${port%/}
memory() { awk '/^VmRSS/ { print $2 }' "/proc/$server/status"; } # kB
ask() { # SECONDS: fifty questions of somebody who behaves, one after the other; the slowest must be faster
    local i
    for ((i = 0; i < 50; i++)); do
        curl -sS --fail --max-time 300 -o /dev/null -w '%{time_total}\n' \
            "${url}api/search?query=s$((i % 9 + 1))$((i / 9 + 3))ou&limit=20" || return 1
    done | sort -n >"$work/times"
    echo "# fifty questions: median $(sed -n 25p "$work/times") s, slowest $(tail -n 1 "$work/times") s," \
        "server $(($(memory) / 1024)) MB"
    [[ $(wc -l <"$work/times") -eq 50 ]] && awk -v limit="$1" 'END { exit !($1 < limit) }' "$work/times"
}
number=0
say() { # RESULT NAME
    number=$((number + 1))
    [[ $1 -eq 0 ]] && echo "ok $number - $2" || echo "not ok $number - $2"
}

result=0
ask 60 || result=1
say $result "alone"
# How long others may make somebody wait depends on the machine: ten times as long as without them, and
# 15 s are nothing on one that is busy with something else.  Who waited for the silent ones would wait 30 s.
limit=$(tail -n 1 "$work/times" | awk '{ print ($1 > 1.5 ? $1 * 10 : 15) }')
before=$(memory)
coproc CROWD { exec node "$TOP/tests/web/crowd.mjs" "$port" silent=100 dawdle=100 body=50 deaf=50 listen=12 noise=5 vanish=5; }
read -r -t 120 ready <&"${CROWD[0]}" || true
[[ ${ready:-} == ready ]] || echo "# the crowd did not come"
result=0
ask "$limit" || result=1
say $result "among hundreds of slow, deaf and mad ones"
during=$(memory)
result=0
((during < before + 400 * 1024)) || result=1
say $result "memory stays bounded ($((before / 1024)) MB before, $((during / 1024)) MB with them)"
eval "exec ${CROWD[1]}>&-"
wait "$CROWD_PID" 2>/dev/null || true
result=0
ask "$limit" || result=1
say $result "when they have gone"
result=0
kill -INT "$server"
wait "$server" || result=$?
server=
[[ $result -eq 130 ]] && ! grep -qi 'error\|sanitizer' "$work/serve.log" && result=0
say $result "it ends as always"
echo "1..$number"
