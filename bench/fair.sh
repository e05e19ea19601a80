#!/bin/bash
# Whether a server stays fair: what a quick question waits beside clients with heavy ones.
#
# One client asks for a whole position, fifty times a second; eight others ask one after the other
# what games have to be played for (progress>=… without kept columns), and never the same again.
# Times are by the clock, until the answer is here: other programs on the machine are in them, and so
# is what the eight do with its processors.  100,000 generated games (BENCH_SMALL=1: 10,000).
set -u
cd "$(dirname "$0")/.." || exit 3
TOP=${TOP:-$PWD}
B=${B:-$PWD/build/release}
command -v node >/dev/null || { echo "fair: skipped: no node (scripts/deps bench)"; exit 77; }
. bench/corpora.bash
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
size=100k
[[ -z ${BENCH_SMALL:-} ]] || size=10k
db=$(corpus "$size") || exit 3
start_server "$db"
node bench/fair_clients.mjs "$url" 8 "${SECONDS_EACH:-15}"
