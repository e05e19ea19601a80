# A database of chaturanga on the page, in a real browser: text, facets, hits with boards, replay.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" chaturanga simulate --players P3,P4,P3,P4 -n 40 --seed 3 -o "$work/games.chatur" --progress=none >/dev/null
"$KIFU" import "$work/games.kifu" "$work/games.chatur" --quiet >/dev/null
start_server "$work/games.kifu"
node "$TOP/tests/web/chatur-page.mjs" "$url" "$pictures"
