# Working with games on the page, in a real browser: saved searches, tags and edits, on generated games.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/games.kifu" --games 400 --castles all --seed 3 --quiet
start_server "$work/games.kifu" --allow-import
node "$TOP/tests/web/work.mjs" "$url" "$pictures"
