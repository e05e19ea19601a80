#!/bin/bash
# Kills `kifu tag` and `kifu edit` (SIGKILL) at random moments.  Each time the database opens, `check`
# finds nothing wrong, and all games have the tag or none has; earlier tags stay.
#
#   KILLS=30   how often
# shellcheck source=tests/crash/setting.bash
. "$(dirname "$0")/setting.bash"
kills=${KILLS:-30}
[[ $kills =~ ^[1-9][0-9]*$ ]] || { echo "KILLS=$kills is no number" >&2; exit 2; }
make_records 4 50
"$KIFU" import db.kifu in >/dev/null 2>&1 || exit 1
games=$(games_in db.kifu)
tagged() { "$KIFU" search db.kifu "tag:=$1" --count --json | sed 's/.*"games":\([0-9]*\).*/\1/'; }

began=$EPOCHREALTIME
"$KIFU" tag db.kifu ply:0 +first >/dev/null || exit 1
span=$((${EPOCHREALTIME/./} - ${began/./})) # microseconds that a run takes

bad=0 none=0 all=0
for ((i = 0; i < kills; i++)); do
    if ((i % 3)); then
        "$KIFU" tag db.kifu ply:0 "+kill$i" -first >/dev/null 2>&1 &
    else
        "$KIFU" edit db.kifu 0 "event=kill$i" >/dev/null 2>&1 &
    fi
    pid=$!
    moment=$((RANDOM % (span + 1)))
    sleep "$(printf '%d.%06d' $((moment / 1000000)) $((moment % 1000000)))"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    # kills that are all too early come later, and the other way round
    ((none > all + 3)) && span=$((span * 5 / 4 + 500))
    ((all > none + 3)) && span=$((span * 4 / 5))
    sound db.kifu || { bad=$((bad + 1)); echo "kill $i"; continue; }
    [[ $(games_in db.kifu) == "$games" ]] || { bad=$((bad + 1)); echo "kill $i: games are missing"; }
    ((i % 3)) || continue
    have=$(tagged "kill$i") first=$(tagged first)
    if [[ $have == "$games" && $first == 0 ]]; then
        all=$((all + 1))
        "$KIFU" tag db.kifu ply:0 +first >/dev/null || bad=$((bad + 1))
    elif [[ $have == 0 && $first == "$games" ]]; then
        none=$((none + 1))
    else
        bad=$((bad + 1))
        echo "kill $i: $have of $games games have the tag, $first the one before"
    fi
done
leftovers=$(find db.kifu -name '.kifu-tmp-*' | wc -l)
"$KIFU" tag db.kifu ply:0 +last >/dev/null || bad=$((bad + 1))
[[ $(find db.kifu -name '.kifu-tmp-*' | wc -l) == 0 && $(grep -c ' edits ' db.kifu/MANIFEST) == 1 ]] || bad=$((bad + 1))
echo "$kills kills: $none before the change, $all after it; $leftovers temporary files were left and swept"
((bad == 0))
