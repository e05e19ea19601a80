# Set sequences on the page in a real browser, of Go with a sequence planted and of shogi.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
{
    planted 80
    planted 40 '3 3 2 5 5 2 1 3 2 8 1 2 8 3 4 6'
} | sed 's/PB\[Black 1\]/PB[<b>Hostile<\/b>]/' >"$work/games.sgf"
"$KIFU" import "$work/games.kifu" "$work/games.sgf" --quiet >/dev/null
"$KIFU" generate "$work/sample.kifu" --games 300 --seed 1 --quiet >/dev/null
install_alone "$TOP/tests/cli/natural/tiny-go.network"
start_server "$work/games.kifu"
go=$url
start_server "$work/sample.kifu"
node "$TOP/tests/web/joseki.mjs" "$go" "$url" "$pictures"
