# Playing on the page in a real browser: shogi against the engine, chaturanga at one screen.
# KIFU_PICTURES=FOLDER keeps the screenshots.
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
"$KIFU" generate "$work/sample.kifu" --games 20 --seed 1 --quiet >/dev/null
start_server "$work/sample.kifu"
node "$TOP/tests/web/play.mjs" "$url" "$pictures"
