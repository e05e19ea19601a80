# Every shared part of the page in every state, against the pictures that were looked at last.  KIFU_PICTURES=FOLDER keeps
# pictures of the whole sheet; KIFU_ACCEPT=1 takes it as it is now.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
[[ -d $TOP/web/node_modules/esbuild ]] || skip "no esbuild in web/node_modules: scripts/deps test"
(cd "$TOP/web" && node build-kit.mjs "$work")
node "$TOP/tests/web/kit.mjs" "$work/index.html" "$TOP/tests/web/kit.json" "$pictures"
