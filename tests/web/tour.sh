# A tour of the whole page, for shogi and Go, in all its looks.  KIFU_PICTURES=FOLDER keeps the
# screenshots; `make pictures` does that.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$TOP/scripts/demo-database" "$KIFU" "$work/shogi.kifu"
"$KIFU" generate "$work/go.kifu" --game go --games 200 --seed 1 --quiet >/dev/null
start_server "$work/go.kifu"
go_url=$url
start_server "$work/shogi.kifu" --allow-import
node "$TOP/tests/web/tour.mjs" "$pictures" "shogi=$url" "go=$go_url"
