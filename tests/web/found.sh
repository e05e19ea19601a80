# Who finds each move, in a real browser: the bars of a replay, the words for the move shown, and that leaving ends it;
# and the page of `kifu natural puzzles` from a file.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
echo 'startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 7a7b 5g5f 9c9d' >"$work/game.usi"
"$KIFU" import "$work/games.kifu" "$work/game.usi" --quiet >/dev/null
"$KIFU" generate "$work/puzzles.kifu" --games 6 --seed 4 --quiet
"$KIFU" natural found "$work/puzzles.kifu" --network "$TOP/tests/cli/natural/tiny.network" --quiet
"$KIFU" natural puzzles "$work/puzzles.kifu" 'ply:20..' --network "$TOP/tests/cli/natural/tiny.network" --nodes 200 --count 3 \
    -o "$work/puzzles.html" --quiet
start_server "$work/games.kifu"
node "$TOP/tests/web/found.mjs" "$url" "$pictures" "$work/puzzles.html"
