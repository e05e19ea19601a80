#!/bin/bash
# All games of games.tsv: the same moves, result and plies; exceptions in truth-exceptions.txt.
set -eu
: "${TOP:=$(cd "$(dirname "$0")/../.." && pwd)}" "${KIFU:=$TOP/build/release/kifu}"
: "${KIFU_DATA:=$TOP/../shared/data}"
data=$KIFU_DATA/shogi
[[ -f $data/games.tsv.zst ]] || { echo "no games.tsv.zst under KIFU_DATA"; exit 77; }
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
command -v zstd >/dev/null || { echo "zstd is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
zstd -qdc "$data/games.tsv.zst" >"$work/games.tsv"
"$KIFU" convert --quiet --json --to usi "$data"/{human-pro,human-amateur,computer,messy-bioshogi,messy-fixtures}.tar.zst \
    >"$work/ours" 2>"$work/problems" || [[ $? -eq 1 ]]
node "$TOP/tests/oracle/truth.mjs" "$work/games.tsv" "$TOP/tests/oracle/truth-exceptions.txt" <"$work/ours"
