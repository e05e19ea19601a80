#!/bin/bash
# All KIF, KI2, CSA and JKF files: the same moves as tsshogi and json-kifu-format read; exceptions,
# with the number of the oracle's fault, in agreement-exceptions.txt.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
need_data messy-fixtures.tar.zst
need_command node
need_command zstd
need_package tsshogi
archives=("$data"/{human-pro,human-amateur,computer,messy-bioshogi,messy-fixtures,human-pro-psn}.tar.zst)
for archive in "${archives[@]}"; do
    tar -C "$work" -I zstd -xf "$archive"
done
node "$TOP/tests/oracle/agreement.mjs" "$KIFU" "$TOP/tests/oracle/agreement-exceptions.txt" "$work" "${archives[@]}"
