#!/bin/bash
# Kills `kifu check --repair` (SIGKILL) at random moments.  Each time every game that was not in the
# damaged bytes is still there, in the database or in the files put aside, and repairing again
# completes it.
#
#   KILLS=30   how often
# shellcheck source=tests/crash/setting.bash
. "$(dirname "$0")/setting.bash"
kills=${KILLS:-30}
[[ $kills =~ ^[1-9][0-9]*$ ]] || { echo "KILLS=$kills is no number" >&2; exit 2; }
make_records 8 60
"$KIFU" import whole.kifu in --segment-games 160 --quiet >/dev/null || exit 1
"$KIFU" remove whole.kifu 'player:"player 7"' --quiet >/dev/null || exit 1
# Damages that are there at every beginning: a bit of moves, which can be corrected, in one segment; a
# zeroed page in the middle of another, behind its records; no manifest every third time.
cp -r whole.kifu damaged.kifu
printf '\377' | dd of=damaged.kifu/s000001.seg bs=1 seek=5000 conv=notrunc 2>/dev/null
size=$(stat -c %s damaged.kifu/s000002.seg)
dd if=/dev/zero of=damaged.kifu/s000002.seg bs=4096 seek=$((size / 4096 - 2)) count=1 conv=notrunc 2>/dev/null

rm -rf first.kifu && cp -r damaged.kifu first.kifu
began=$EPOCHREALTIME
"$KIFU" check first.kifu --repair --quiet >/dev/null 2>first.log || { cat first.log; exit 1; }
span=$((${EPOCHREALTIME/./} - ${began/./})) # microseconds that a run takes
"$KIFU" export whole.kifu --to usi --quiet --force -o whole.usi || exit 1
"$KIFU" export first.kifu --to usi --quiet --force -o first.usi || exit 1
cmp whole.usi first.usi || { echo "not everything was kept"; exit 1; }
total=$(wc -l <whole.usi)

# aside DB: every damaged file is there under one of its names, as it was.
aside() {
    local n
    for n in s000001 s000002; do
        cmp -s "damaged.kifu/$n.seg" "$1/$n.seg" || cmp -s "damaged.kifu/$n.seg" "$1/$n.seg.damaged" || {
            echo "$n.seg is lost"
            return 1
        }
    done
}

bad=0 interrupted=0 published=0
for ((i = 0; i < kills; i++)); do
    rm -rf db.kifu && cp -r damaged.kifu db.kifu
    ((i % 3)) || rm db.kifu/MANIFEST
    "$KIFU" check db.kifu --repair --quiet >/dev/null 2>&1 &
    pid=$!
    moment=$(((RANDOM << 15 | RANDOM) % span))
    sleep "$(printf '%d.%06d' $((moment / 1000000)) $((moment % 1000000)))"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    late=$(($? == 0))
    # Kills that come too late come earlier from then on.
    ((late)) && span=$((span * 3 / 4 + 1000)) || interrupted=$((interrupted + 1))
    [[ -e db.kifu/s000001.seg.damaged ]] && published=$((published + 1))
    aside db.kifu || { bad=$((bad + 1)); echo "kill $i"; }
    "$KIFU" check db.kifu --repair --quiet >/dev/null 2>again.log || { bad=$((bad + 1)); echo "kill $i: repairing again failed"; cat again.log; }
    sound db.kifu || { bad=$((bad + 1)); echo "kill $i"; }
    "$KIFU" export db.kifu --to usi --quiet --force -o after.usi
    cmp -s whole.usi after.usi || { bad=$((bad + 1)); echo "kill $i: $(wc -l <after.usi) of $total games"; }
    aside db.kifu || { bad=$((bad + 1)); echo "kill $i, afterwards"; }
    # A writer that comes next sweeps what no manifest names, and nothing that was put aside.
    "$KIFU" import db.kifu in/0000.csa --quiet >/dev/null 2>&1 || { bad=$((bad + 1)); echo "kill $i: import"; }
    aside db.kifu || { bad=$((bad + 1)); echo "kill $i, after an import"; }
done
echo "$kills kills: $interrupted while it was repairing, $published after damaged files had got their second names"
if ((kills >= 20 && interrupted == 0)); then
    echo "none of them came while something could go wrong"
    exit 1
fi
((bad == 0))
