#!/bin/bash
# What the page asks while somebody edits, at the server: bench/measure_page.c says what that is.
#
# 240,000 generated games of shogi (seed 1, from real openings where there are any) and of Go.  In
# the process, times are processor time of one request: first as the page asks, with a time limit
# within which a first answer may be from a part of the games; then whole answers; and those again
# with every request searching for itself, for comparison.  Over HTTP, times are by the clock, until
# the answer is here, and other programs on the machine are in them: the load stands above.  Last,
# what somebody waits who opens the page, and the processor time that it takes.
set -u
cd "$(dirname "$0")/.." || exit 3
TOP=${TOP:-$PWD}
B=${B:-$PWD/build/release}
. bench/corpora.bash
. bench/bars.bash
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
size=240k
[[ -z ${BENCH_SMALL:-} ]] || size=10k

# Castles and openings are found in the first seconds: not while others are measured.
wait_until_idle() {
    local was now i
    for ((i = 0; i < 120; i++)); do
        was=$(awk '{ print $14 + $15 }' "/proc/$server/stat")
        sleep 1
        now=$(awk '{ print $14 + $15 }' "/proc/$server/stat")
        ((now - was > 2)) || return 0
    done
}

over_http() { # DB EVERY
    command -v node >/dev/null || { echo "-- over HTTP: not measured, there is no node"; return 0; }
    "$B/bench/measure_page" questions "$1" >"$work/questions" || return 3
    start_server "$1"
    wait_until_idle
    node bench/page_http.mjs "$url" "$server" "$2" <"$work/questions"
    local status=$?
    first_view || status=3
    stop_server
    return $status
}

first_view() {
    CHROMIUM=${CHROMIUM:-$(command -v chromium)}
    if [[ -n $CHROMIUM && -d $TOP/web/node_modules/playwright-core ]]; then
        TOP=$TOP CHROMIUM=$CHROMIUM node bench/page_view.mjs "$url" "$server"
    else
        echo "-- first view: not measured, there is no chromium or playwright-core (scripts/deps test)"
    fi
}

measure() { # CORPUS EVERY
    local db
    db=$(corpus "$1") || return 3
    echo "$1"
    "$B/bench/measure_page" all "$db" "$2" && over_http "$db" "$2"
}
# What a reader fetches, compressed: at first, and with the area that needs most.
scripts_sent() {
    local first all largest=0 area files
    first=$(gzip -9 -c web/dist/kifu.js | wc -c)
    first=$((first + $(gzip -9 -c web/dist/shared.js | wc -c)))
    for area in web/dist/more_*.js; do
        mapfile -t files < <(grep -oE '"\./part_[a-z_]+\.js"' "$area" | tr -d '"' | sed 's|^\.|web/dist|' | sort -u)
        all=$first
        for file in "$area" "${files[@]}"; do all=$((all + $(gzip -9 -c "$file" | wc -c))); done
        ((all <= largest)) || largest=$all
    done
    bar "scripts of the first load, gzip -9" "$(awk "BEGIN { print $first / 1000 }")" "<=" 80 kB
    bar "with those of the largest area" "$(awk "BEGIN { print $largest / 1000 }")" "<=" 140 kB
}
scripts_sent
# One question of so many: Go takes longer, and all of it should be done in some minutes.
measure "$size" 2 && measure "go-$size" 10 || exit 3
