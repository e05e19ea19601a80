#!/bin/bash
# The power fails at every operation on the disk in turn while games are imported (lossy.c: what was
# not fsynced is gone).  Whenever it was, the database opens, `check` finds nothing wrong, every game
# that was reported as stored is there, and importing again completes it.
#
#   CUTS=40   at how many of the operations; "all": at each
# shellcheck source=tests/crash/setting.bash
. "$(dirname "$0")/setting.bash"
: "${CC:=cc}"
"$CC" -O1 -D_GNU_SOURCE -shared -fPIC -o lossy.so "$CRASH_DIR/lossy.c" -ldl 2>cc.log || {
    cat cc.log
    echo "no compiler for what imitates the power cut"
    exit 77
}
make_records 12 30

# import DB AT TAIL: reports the games stored, last line first.
import() {
    mkdir -p keep
    LOSSY_DIR=.kifu LOSSY_KEEP=$work/keep LOSSY_AT=$2 LOSSY_TAIL=$3 LD_PRELOAD=$work/lossy.so \
        "$KIFU" import "$1" in --segment-games 100 --progress=json >out.json 2>progress.json
}

import first.kifu 0 none || exit 1
complete first.kifu || exit 1
operations=$(<keep/operations)
cuts=${CUTS:-40}
[[ $cuts != all && $cuts -lt $operations ]] || cuts=$operations
bad=0 empty=0 partly=0
for ((i = 1; i <= cuts; i++)); do
    at=$(((i * operations + cuts - 1) / cuts))
    tails=(none half zeros)
    rm -rf db.kifu keep
    { import db.kifu $at "${tails[i % 3]}"; } 2>/dev/null
    stored=$(grep -o '"stored":[0-9]*' progress.json | tail -n 1 | cut -d: -f2)
    if [[ ! -e db.kifu/MANIFEST ]]; then
        empty=$((empty + 1)) have=0
    else
        sound db.kifu || { bad=$((bad + 1)); echo "after operation $at of $operations"; continue; }
        have=$(games_in db.kifu)
        ((have == 0 || have == total)) || partly=$((partly + 1))
    fi
    if ((have < ${stored:-0})); then
        bad=$((bad + 1))
        echo "operation $at: $stored games were reported as stored, $have are there"
    fi
    # The power is back.
    if ! import db.kifu 0 none || ! sound db.kifu || ! complete db.kifu; then
        bad=$((bad + 1))
        echo "operation $at: importing again did not complete it"
    fi
done
echo "$cuts cuts at $operations operations: $empty before there was a database, $partly in the middle"
if ((partly == 0)); then
    echo "none of them came while something could go wrong"
    exit 1
fi
((bad == 0))
