# The page in web/dist was made from the sources as they are; and, where npm's packages are there,
# building it again gives the same bytes and the types are right.
set -eu
cd "$TOP/web"
echo 1..4
if [[ $(grep -l "Sources: $(./stamp.sh)\$" dist/*.js | wc -l) = 3 ]]; then
    echo "ok 1 - the bundle's stamp is that of the sources"
else
    echo "not ok 1 - web/dist is older than web/src: make page"
fi
# What every reader has to fetch; more.js comes when somebody goes to one of its areas.
size=$(($(gzip -9 -c dist/kifu.js | wc -c) + $(gzip -9 -c dist/shared.js | wc -c)))
if ((size < 80000)); then
    echo "ok 2 - the scripts of the first load are $size bytes, compressed"
else
    echo "not ok 2 - the scripts of the first load are $size bytes, compressed: the limit is 80,000"
fi
if ! node -e 'import("esbuild").catch(() => process.exit(1))' 2>/dev/null; then
    echo "ok 3 - built again # SKIP no esbuild in web/node_modules: scripts/deps test"
    echo "ok 4 - types # SKIP likewise"
    exit 0
fi
again=$(mktemp -d)
trap 'rm -rf "$again" || true' EXIT
if node build.mjs "$again" && diff -r dist "$again" >&2; then
    echo "ok 3 - built again"
else
    echo "not ok 3 - built again"
fi
if node_modules/.bin/tsc --noEmit; then
    echo "ok 4 - types"
else
    echo "not ok 4 - types"
fi
