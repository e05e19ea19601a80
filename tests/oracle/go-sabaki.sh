#!/bin/bash
# SGF files: the same trees and final boards as @sabaki/sgf and @sabaki/go-board have; exceptions in
# go-exceptions.txt.  All of messy-sgf, and of the other archives a part (with KIFU_TEST_SCOPE=long
# all of them).
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
: "${B:=$TOP/build/release}"
data=$KIFU_DATA/go
need_data messy-sgf.tar.zst
need_command node
need_command zstd
need_package @sabaki/sgf
"${CC:-cc}" -std=c17 -O1 -D_GNU_SOURCE -I"$TOP/src" -o "$work/go_games" "$TOP/tests/oracle/go_games.c" \
    "$B/internal.a" -larchive -lxxhash -lm -pthread
mkdir "$work/files"
tar -C "$work/files" -I zstd -xf "$data/messy-sgf.tar.zst"
mkdir "$work/files/pro" "$work/files/kgs"
tar -C "$work/files/pro" -I zstd -xf "$data/pro-to-2005.tar.zst"
tar -C "$work/files/kgs" -xzf "$data/amateur-kgs-2015.tar.gz"
if [[ ${KIFU_TEST_SCOPE:-} != long ]]; then
    find "$work/files/pro" "$work/files/kgs" -name '*.sgf' | LC_ALL=C sort | awk 'NR % 20' | xargs -d '\n' rm
fi
"$work/go_games" "$work/files" >"$work/games.tsv"
node "$TOP/tests/oracle/go-sabaki.mjs" "$KIFU" "$TOP/tests/oracle/go-exceptions.txt" "$work/games.tsv" "$work/files"
