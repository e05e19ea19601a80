#!/bin/bash
# All games of games.tsv: the same moves, result and plies; exceptions in truth-exceptions.txt.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
need_data games.tsv.zst
need_command node
need_command zstd
zstd -qdc "$data/games.tsv.zst" >"$work/games.tsv"
"$KIFU" convert --quiet --json --to usi "$data"/{human-pro,human-amateur,computer,messy-bioshogi,messy-fixtures}.tar.zst \
    >"$work/ours" 2>"$work/problems" || [[ $? -eq 1 ]]
node "$TOP/tests/oracle/truth.mjs" "$work/games.tsv" "$TOP/tests/oracle/truth-exceptions.txt" <"$work/ours"
