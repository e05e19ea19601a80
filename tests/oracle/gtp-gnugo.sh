#!/bin/bash
# kifu gtp plays itself under GNU Go's eyes, which allows every move.  The network has random weights: how well kifu
# gtp does against GNU Go is in docs/gtp.md.
set -eu
# shellcheck source-path=SCRIPTDIR
. "${0%/*}/setting.bash"
PATH=$PATH:/usr/games
need_command gnugo
need_command python3
player="$KIFU gtp --temperature 1 --network $TOP/tests/cli/gtp/tiny.network"
"$TOP/scripts/gtp-match" --games 1 --moves 350 --json "$player" "$player --seed 7" "gnugo --mode gtp --level 0 --chinese-rules" >"$work/log"
if grep -q '"moves": 350' "$work/log" && ! grep -q refused "$work/log"; then
    echo "ok 1 - a game of 350 moves"
else
    echo "not ok 1 - a game of 350 moves"
    sed 's/^/# /' "$work/log"
fi
echo "1..1"
