#!/bin/bash
# Imports into a disk that is too small, one size after another.  The importer says so (status 3),
# what was there before and what was reported as stored is still there, and with more room importing
# again completes it.  Needs the right to mount a small tmpfs; otherwise a limit on the size of files
# stands in for it.
# shellcheck source=tests/crash/setting.bash
. "$(dirname "$0")/setting.bash"
make_records 12 60
options=(--segment-games 200 --progress=json)
mkdir disk
if mount -t tmpfs -o size=16m tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    room() { mount -o remount,size="$1"k disk; }
    import() { "$KIFU" import disk/db.kifu in "${options[@]}" >/dev/null 2>progress.json; }
else
    room() { limit=$1; }
    import() { (trap '' XFSZ; ulimit -f $((limit / 4)); exec "$KIFU" import disk/db.kifu in "${options[@]}") >/dev/null 2>progress.json; }
fi

room 16384
import || exit 1
complete disk/db.kifu || exit 1
need=$(du -sk disk | cut -f1)
bad=0 full=0
for ((tenth = 0; tenth <= 10; tenth++)); do
    room 16384
    rm -rf disk/db.kifu
    room $((need * tenth / 10 + 8))
    import
    status=$?
    ((status == 0)) || full=$((full + 1))
    if ((status != 0 && status != 3)); then
        bad=$((bad + 1))
        echo "$tenth tenths of the room: status $status"
        tail -n 3 progress.json
    fi
    stored=$(grep -o '"stored":[0-9]*' progress.json | tail -n 1 | cut -d: -f2)
    have=0
    if [[ -e disk/db.kifu/MANIFEST ]]; then
        sound disk/db.kifu || bad=$((bad + 1))
        have=$(games_in disk/db.kifu)
    fi
    if ((have < ${stored:-0})); then
        bad=$((bad + 1))
        echo "$tenth tenths of the room: $stored games were reported as stored, $have are there"
    fi
    room 16384
    if ! import || ! sound disk/db.kifu || ! complete disk/db.kifu; then
        bad=$((bad + 1))
        echo "$tenth tenths of the room: importing again did not complete it"
    fi
done
echo "11 sizes of disk, $full of them too small"
((full > 0 && bad == 0))
