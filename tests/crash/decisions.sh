#!/bin/bash
# Kills `kifu players` (SIGKILL) at random moments while it keeps a decision.  Each time the decisions
# are those before or those after, and nothing else; a decision that was reported stays.
#
#   KILLS=30   how often
# shellcheck source=tests/crash/setting.bash
. "$(dirname "$0")/setting.bash"
kills=${KILLS:-30}
[[ $kills =~ ^[1-9][0-9]*$ ]] || { echo "KILLS=$kills is no number" >&2; exit 2; }
"$KIFU" generate db.kifu --games 40 --quiet >/dev/null || exit 1
mapfile -t names < <("$KIFU" players db.kifu --json | sed 's/{"name":"\([^"]*\)".*/\1/')
decided() { grep -c '^merge\|^split' db.kifu/people-decisions 2>/dev/null || true; }

"$KIFU" players db.kifu --split "${names[0]}" --quiet || exit 1
began=$EPOCHREALTIME
"$KIFU" players db.kifu --split "${names[1]}" --quiet || exit 1
span=$((${EPOCHREALTIME/./} - ${began/./} + 1)) # microseconds that a run takes

bad=0 kept=0 lost=0
for ((i = 0; i < kills; i++)); do
    before=$(decided)
    "$KIFU" players db.kifu --merge "${names[i % 7]}" "${names[7 + i % 11]}" >/dev/null 2>said &
    pid=$!
    moment=$(((RANDOM << 15 | RANDOM) % (2 * span)))
    sleep "$(printf '%d.%06d' $((moment / 1000000)) $((moment % 1000000)))"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    after=$(decided)
    if grep -q already said; then # they were one person
        "$KIFU" players db.kifu --undo --quiet || bad=$((bad + 1))
        continue
    fi
    if ((after != before && after != before + 1)) || { [[ -s said ]] && ((after == before)); }; then
        bad=$((bad + 1))
        echo "kill $i: $before decisions before, $after after; it said: $(<said)"
    fi
    "$KIFU" players db.kifu >/dev/null || bad=$((bad + 1))
    ((after > before)) && kept=$((kept + 1)) || lost=$((lost + 1))
done
"$KIFU" check db.kifu >/dev/null || bad=$((bad + 1))

# Two at once: the second is told, or comes after the first; no decision is lost.
before=$(decided) reported=0
for ((i = 0; i < 8; i++)); do
    "$KIFU" players db.kifu --split "${names[i]}" --quiet 2>/dev/null &
    pids[i]=$!
done
for pid in "${pids[@]}"; do
    wait "$pid" && reported=$((reported + 1))
done
(($(decided) == before + reported && reported > 0)) || { bad=$((bad + 1)); echo "$reported reported, $before before, $(decided) there"; }
echo "$kills kills: $kept decisions kept, $lost not made; $reported of 8 at once"
((bad == 0))
