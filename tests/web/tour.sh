# A tour of the whole page, for shogi and Go, in all its looks.  KIFU_PICTURES=FOLDER keeps the
# screenshots; `make pictures` does that.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
skip() {
    echo "$*" >&2
    exit 77
}
command -v node >/dev/null || skip "no node: scripts/deps test"
CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
[[ -n $CHROMIUM ]] || skip "no chromium: scripts/deps test"
[[ -d $TOP/web/node_modules/playwright-core ]] || skip "no playwright-core in web/node_modules: scripts/deps test"
export CHROMIUM
pictures=${KIFU_PICTURES:-$work}
mkdir -p "$pictures"
"$TOP/scripts/demo-database" "$KIFU" "$work/shogi.kifu"
"$KIFU" generate "$work/go.kifu" --game go --games 200 --seed 1 --quiet >/dev/null
start_server "$work/go.kifu"
go=$server go_url=$url
trap 'kill -INT "$go" 2>/dev/null || true; stop_server; rm -rf "$work"' EXIT
start_server "$work/shogi.kifu" --allow-import
node "$TOP/tests/web/tour.mjs" "$pictures" "shogi=$url" "go=$go_url"
