# The page in web/dist was made from the sources as they are; and, where npm's packages are there,
# building it again gives the same bytes and the types are right.
set -eu
cd "$TOP/web"
echo 1..3
if grep -q "Sources: $(./stamp.sh)\$" dist/kifu.js; then
    echo "ok 1 - the bundle's stamp is that of the sources"
else
    echo "not ok 1 - web/dist is older than web/src: make page"
fi
if ! node -e 'import("esbuild").catch(() => process.exit(1))' 2>/dev/null; then
    echo "ok 2 - built again # SKIP no esbuild in web/node_modules: scripts/deps test"
    echo "ok 3 - types # SKIP likewise"
    exit 0
fi
again=$(mktemp -d)
trap 'rm -rf "$again"' EXIT
if node build.mjs "$again" && diff -r dist "$again" >&2; then
    echo "ok 2 - built again"
else
    echo "not ok 2 - built again"
fi
if node_modules/.bin/tsc --noEmit; then
    echo "ok 3 - types"
else
    echo "not ok 3 - types"
fi
