# What the tests in a real browser share: the browser, and where its pictures go.  Wants $work.
# shellcheck shell=bash
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
