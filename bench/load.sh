# kifu serve under load: requests a second and their times by wrk, alone and with a crowd of clients
# that are slow, deaf or mad (tests/web/crowd.mjs); what the crowd costs is a ratio of the same run.
set -eu
{ command -v wrk && command -v node; } >/dev/null || { echo "no wrk or no node: scripts/deps bench" >&2; exit 77; }
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
games=${GAMES:-20000} seconds=${SECONDS_EACH:-5}
"$KIFU" generate "$work/games.kifu" --games "$games" --seed 1 --quiet >/dev/null
start_server "$work/games.kifu"
port=${url##*:}
port=${port%/}
memory() { awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$server/status"; }
cpu() { awk '{ print ($14 + $15) / 100 }' "/proc/$server/stat"; }

cat >"$work/report.lua" <<'LUA'
done = function(summary, latency, requests)
    local bad = summary.errors.connect + summary.errors.read + summary.errors.status + summary.errors.timeout
    io.write(string.format("REPORT %.0f %.2f %.2f %d\n", summary.requests / (summary.duration / 1e6),
        latency:percentile(50) / 1000, latency:percentile(99) / 1000, bad))
end
LUA
# 32 connections, each with one question after the other.
measure() { # NAME PATH
    local began ended rate half most bad
    began=$(cpu)
    read -r _ rate half most bad < <(wrk -t 1 -c 32 -d "${seconds}s" --timeout 10s -s "$work/report.lua" "$url$2" | grep ^REPORT)
    ended=$(cpu)
    last_rate=$rate
    awk -v name="$1" -v rate="$rate" -v half="$half" -v most="$most" -v bad="$bad" -v s="$seconds" -v c="$began" -v d="$ended" \
        'BEGIN { printf "  %-34s %8.0f /s  p50 %7.2f ms  p99 %8.2f ms  errors %d  CPU %.0f us a request\n",
                 name, rate, half, most, bad, rate ? (d - c) / (rate * s) * 1e6 : 0 }'
}
echo "  $games generated games; wrk with 32 connections, ${seconds} s each; $(nproc) processors shared with wrk"
measure "the page" ""
measure "one position, 50 hits" "api/search?query=startpos&limit=50"
measure "both kings in a corner, 50 hits" "api/search?query=s99ou+g91ou&limit=50"
measure "next moves" "api/moves?query=s28ou+s38gi"
measure "both kings in a corner, count" "api/search?query=s99ou+g91ou&limit=0"
alone=$last_rate
before=$(memory)
coproc CROWD { exec node "$TOP/tests/web/crowd.mjs" "$port" silent=100 dawdle=100 body=100 deaf=50 listen=12; }
read -r -t 60 _ <&"${CROWD[0]}"
# Until the large answers that nobody fetches are made: that is work like anybody's.
for ((i = 0; i < 60; i++)); do
    was=$(cpu)
    sleep 1
    awk -v a="$was" -v b="$(cpu)" 'BEGIN { exit !(b - a < 0.1) }' && break
done
measure "the same, with 362 slow and deaf" "api/search?query=s99ou+g91ou&limit=0"
during=$(memory)
eval "exec ${CROWD[1]}>&-"
wait "$CROWD_PID" 2>/dev/null || true
awk -v a="$alone" -v w="$last_rate" -v b="$before" -v d="$during" \
    'BEGIN { printf "  with the crowd %.2f of the rate; memory %d MB before, %d MB with it\n", w / a, b, d }'
