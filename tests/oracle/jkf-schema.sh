#!/bin/bash
# All records as JKF: valid by json-kifu-format's schema, and its player loads them.
set -eu
: "${TOP:=$(cd "$(dirname "$0")/../.." && pwd)}" "${KIFU:=$TOP/build/release/kifu}"
: "${KIFU_DATA:=$TOP/../shared/data}"
data=$KIFU_DATA/shogi
[[ -f $data/messy-fixtures.tar.zst ]] || { echo "no records under KIFU_DATA"; exit 77; }
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
[[ -d $TOP/tests/oracle/node_modules/json-kifu-format ]] || { echo "tests/oracle/node_modules is missing: scripts/deps test"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$KIFU" convert --quiet --to jkf -o "$work/all.jkf" "$data"/{human-amateur,messy-bioshogi,messy-fixtures,human-pro-psn}.tar.zst \
    2>/dev/null || [[ $? -eq 1 ]]
node "$TOP/tests/oracle/jkf-schema.mjs" <"$work/all.jkf"
