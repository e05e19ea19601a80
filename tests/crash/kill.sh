#!/bin/bash
# Kills the importer (SIGKILL) at random moments.  Each time the database opens, `check` finds
# nothing wrong and every game that was reported as stored is there; the next run goes on from there.
#
#   KILLS=30   how often
# shellcheck source=tests/crash/setting.bash
. "$(dirname "$0")/setting.bash"
kills=${KILLS:-30}
[[ $kills =~ ^[1-9][0-9]*$ ]] || { echo "KILLS=$kills is no number" >&2; exit 2; }
make_records 20 60
options=(--segment-games 100 --progress=json)

began=$EPOCHREALTIME
"$KIFU" import whole.kifu in "${options[@]}" >/dev/null 2>&1 || exit 1
complete whole.kifu || exit 1
span=$((${EPOCHREALTIME/./} - ${began/./})) # microseconds that a run takes

bad=0 partly=0 finished=0 before=0
for ((i = 0; i < kills; i++)); do
    "$KIFU" import db.kifu in "${options[@]}" >/dev/null 2>progress.json &
    pid=$!
    moment=$(((RANDOM << 15 | RANDOM) % span))
    sleep "$(printf '%d.%06d' $((moment / 1000000)) $((moment % 1000000)))"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    late=$(($? == 0))
    stored=$(grep -o '"stored":[0-9]*' progress.json | tail -n 1 | cut -d: -f2)
    # The machine may have become busier or less so: kills that find nothing come later, those that are
    # too late come earlier.
    ((late)) && span=$((span * 3 / 4 + 1000))
    [[ -e db.kifu/MANIFEST ]] || { span=$((span * 4 / 3)); continue; }
    sound db.kifu || { bad=$((bad + 1)); echo "kill $i"; rm -rf db.kifu; before=0; continue; }
    have=$(games_in db.kifu)
    ((have > before)) || span=$((span * 4 / 3))
    if ((have < before + ${stored:-0})); then
        bad=$((bad + 1))
        echo "kill $i: $before and $stored games were reported as stored, $have are there"
    fi
    ((have == 0 || have == total)) || partly=$((partly + 1))
    before=$have
    if ((have == total)); then
        complete db.kifu || bad=$((bad + 1))
        finished=$((finished + 1)) before=0
        rm -rf db.kifu
    fi
done
echo "$kills kills: $partly in the middle of a database, $finished times it was completed"
if ((kills >= 20 && partly == 0)); then
    echo "none of them came while something could go wrong"
    exit 1
fi
((bad == 0))
