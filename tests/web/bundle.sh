# The page in web/dist was made from the sources as they are; and, where npm's packages are there,
# building it again gives the same bytes and the types are right.
set -eu
cd "$TOP/web"
echo 1..4
if grep -q "Sources: $(./stamp.sh)\$" dist/kifu.js; then
    echo "ok 1 - the bundle's stamp is that of the sources"
else
    echo "not ok 1 - web/dist is older than web/src: make page"
fi
# What every reader has to fetch.
size=$(gzip -9 -c dist/kifu.js | wc -c)
if ((size < 100000)); then
    echo "ok 2 - the script is $size bytes, compressed"
else
    echo "not ok 2 - the script is $size bytes, compressed: the limit is 100,000"
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
