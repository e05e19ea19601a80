#!/bin/bash
# Random games on boards of 3 by 3 to 5 by 5, where positions come back all the time: GNU Go allows
# the same points at every turn under each rule against repetition, with and without suicide.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
: "${B:=$TOP/build/release}"
PATH=$PATH:/usr/games
export LC_ALL=C
need_command gnugo
"${CC:-cc}" -std=c17 -O1 -D_GNU_SOURCE -I"$TOP/src" -o "$work/play" "$TOP/tests/oracle/go_random_games.c" \
    "$B/internal.a" -larchive -lxxhash -lm -pthread
n=0
bad=0
check() { # RULE SUICIDE OPTION...
    local rule=$1 suicide=$2
    shift 2
    n=$((n + 1))
    "$work/play" "$rule" 40 "$suicide" "$work/commands" "$work/ours"
    gnugo --mode gtp "$@" <"$work/commands" >"$work/all"
    grep '^=99' "$work/all" | sed 's/^=99 *//' >"$work/theirs"
    local points
    points=$(wc -l <"$work/ours")
    if ! grep -q '^?' "$work/all" && diff "$work/ours" "$work/theirs" >"$work/diff"; then
        echo "ok $n - $rule ko, $suicide: $points points judged alike"
    else
        sed -n '1,5s/^/# /p' "$work/diff"
        grep -m 3 '^?' "$work/all" | sed 's/^/# /' || true
        echo "not ok $n - $rule ko, $suicide (< ours, > GNU Go)"
        bad=1
    fi
}
check simple no-suicide --simple-ko
check positional no-suicide --positional-superko
check situational no-suicide --situational-superko
check simple suicide --simple-ko --allow-suicide # together with superko it lets suicide repeat
echo "1..$n"
exit $bad
