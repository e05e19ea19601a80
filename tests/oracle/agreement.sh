#!/bin/bash
# All KIF, KI2, CSA and JKF files: the same moves as tsshogi and json-kifu-format read; exceptions,
# with the number of the oracle's fault, in agreement-exceptions.txt.
set -eu
: "${TOP:=$(cd "$(dirname "$0")/../.." && pwd)}" "${KIFU:=$TOP/build/release/kifu}"
: "${KIFU_DATA:=$TOP/../shared/data}"
data=$KIFU_DATA/shogi
[[ -f $data/messy-fixtures.tar.zst ]] || { echo "no records under KIFU_DATA"; exit 77; }
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
command -v zstd >/dev/null || { echo "zstd is not installed"; exit 77; }
[[ -d $TOP/tests/oracle/node_modules/tsshogi ]] || { echo "tests/oracle/node_modules is missing: scripts/deps test"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
archives=("$data"/{human-pro,human-amateur,computer,messy-bioshogi,messy-fixtures,human-pro-psn}.tar.zst)
for archive in "${archives[@]}"; do
    tar -C "$work" -I zstd -xf "$archive"
done
node "$TOP/tests/oracle/agreement.mjs" "$KIFU" "$TOP/tests/oracle/agreement-exceptions.txt" "$work" "${archives[@]}"
