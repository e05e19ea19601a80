# The whole game searched, in a real browser: the graph, the figures, sentences that lead to their moves, and that
# leaving ends it.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
# Black leaves a bishop to be taken: whatever the evaluation, that is a mistake.
echo 'startpos moves 7g7f 3c3d 8h5e 2b5e 9g9f 8c8d 3g3f 8d8e 7i7h 4a3b' >"$work/game.usi"
"$KIFU" import "$work/games.kifu" "$work/game.usi" --quiet >/dev/null
start_server "$work/games.kifu"
node "$TOP/tests/web/analyse.mjs" "$url" "$pictures"
