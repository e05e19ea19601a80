#!/bin/bash
# Other people's files of Go through a database and back: what export gives is what convert writes,
# byte for byte; converting that again changes nothing; and the database is sound.  In a long run all
# of pro-to-2005, too.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
data=$KIFU_DATA/go
need_data messy-sgf.tar.zst
need_data amateur-kgs-2015.tar.gz
archives=(messy-sgf.tar.zst amateur-kgs-2015.tar.gz)
[[ ${KIFU_TEST_SCOPE:-} != long ]] || archives+=(pro-to-2005.tar.zst)
n=0
bad=0
check() { # ARCHIVE LEAST
    local games
    rm -rf "${work:?}"/*
    "$KIFU" import --quiet --dup keep "$work/g.kifu" "$data/$1" >"$work/counts" 2>"$work/problems"
    "$KIFU" check --quiet "$work/g.kifu" || return 1
    "$KIFU" export --quiet "$work/g.kifu" --to sgf -o "$work/exported.sgf"
    "$KIFU" convert --quiet "$data/$1" --to sgf -o "$work/converted.sgf" 2>"$work/problems"
    "$KIFU" convert --quiet "$work/converted.sgf" --to sgf -o "$work/again.sgf" 2>"$work/problems"
    cmp "$work/exported.sgf" "$work/converted.sgf" && cmp "$work/converted.sgf" "$work/again.sgf" || return 1
    games=$("$KIFU" search "$work/g.kifu" 'moves>=0' --count --json | sed 's/.*"games":\([0-9]*\).*/\1/')
    echo "# $games games of $1"
    [[ $games -ge $2 ]]
}
for archive in "${archives[@]}"; do
    n=$((n + 1))
    if check "$archive" 1500 >"$work.log" 2>&1; then
        tail -n 1 "$work.log"
        echo "ok $n - $archive comes back as it is converted"
    else
        sed 's/^/# /' "$work.log"
        echo "not ok $n - $archive comes back as it is converted"
        bad=1
    fi
    rm -f "$work.log"
done
echo "1..$n"
exit $bad
