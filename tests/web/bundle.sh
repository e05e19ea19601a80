# The page in web/dist was made from the sources as they are; and, where npm's packages are there,
# building it again gives the same bytes and the types are right.
set -eu
cd "$TOP/web"
echo 1..5
if [[ $(grep -L "Sources: $(./stamp.sh) " dist/*.js | wc -l) = 0 ]]; then
    echo "ok 1 - the bundle's stamp is that of the sources"
else
    echo "not ok 1 - web/dist is older than web/src: make page"
fi
# What every reader has to fetch; the others come when they are needed.
size=$(($(gzip -9 -c dist/kifu.js | wc -c) + $(gzip -9 -c dist/shared.js | wc -c)))
if ((size < 80000)); then
    echo "ok 2 - the scripts of the first load are $size bytes, compressed"
else
    echo "not ok 2 - the scripts of the first load are $size bytes, compressed: the limit is 80,000"
fi
# With what an area needs, too.
largest=0
for area in dist/more_*.js; do
    read -ra parts <<<"$(grep -oE '"\./part_[a-z_]+\.js"' "$area" | tr -d '"' | sed 's|^\.|dist|' | sort -u | tr '\n' ' ')"
    all=$size
    for file in "$area" "${parts[@]}"; do all=$((all + $(gzip -9 -c "$file" | wc -c))); done
    ((all <= largest)) || largest=$all
done
if ((largest > size && largest < 140000)); then
    echo "ok 3 - with the largest area they are $largest bytes"
else
    echo "not ok 3 - with the largest area they are $largest bytes: the limit is 140,000"
fi
if ! node -e 'import("esbuild").catch(() => process.exit(1))' 2>/dev/null; then
    echo "ok 4 - built again # SKIP no esbuild in web/node_modules: scripts/deps test"
    echo "ok 5 - types # SKIP likewise"
    exit 0
fi
again=$(mktemp -d)
trap 'rm -rf "$again" || true' EXIT
if node build.mjs "$again" && diff -r dist "$again" >&2; then
    echo "ok 4 - built again"
else
    echo "not ok 4 - built again"
fi
if node_modules/.bin/tsc --noEmit; then
    echo "ok 5 - types"
else
    echo "not ok 5 - types"
fi
