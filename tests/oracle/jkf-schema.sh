#!/bin/bash
# All records as JKF: valid by json-kifu-format's schema, and its player loads them.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
need_data messy-fixtures.tar.zst
need_command node
need_package json-kifu-format
"$KIFU" convert --quiet --to jkf -o "$work/all.jkf" "$data"/{human-amateur,messy-bioshogi,messy-fixtures,human-pro-psn}.tar.zst \
    2>/dev/null || [[ $? -eq 1 ]]
node "$TOP/tests/oracle/jkf-schema.mjs" <"$work/all.jkf"
