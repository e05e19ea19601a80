# Problems from real play: all are solved, and with --shortest each takes as long as its given
# solution; positions without a mate in one are not said to have one.
data=${KIFU_DATA:-$TOP/../shared/data}/shogi/mates
[[ ${KIFU_TEST_SCOPE:-} != quick ]] || { echo "not in the quick scope" >&2; exit 77; }
[[ $KIFU != */asan/* ]] || { echo "takes minutes with sanitizers" >&2; exit 77; }
[[ -f $data/mate11.sfen.zst ]] || { echo "no problems at $data" >&2; exit 77; }
command -v zstd >/dev/null || { echo "no zstd" >&2; exit 77; }
for plies in 3 5 7 9 11; do
    zstd -dcq "$data/mate$plies.sfen.zst" | awk 'NR % 100 == 7' >sample
    kifu mate sample --shortest --json --progress none |
        sed 's/.*"result":"\([a-z]*\)","length":\([0-9a-z]*\),.*"shortest":\([a-z]*\),"given":\([0-9]*\),.*/\1 \2 \3 \4/' |
        awk -v plies="$plies" '$1 == "mate" && $2 == $4 && $3 == "true" { good++ }
                               END { print plies ": " good " of " NR }'
done
kifu mate "$data/nshogi-no-mate-1-ply.sfen" --length 1 --json --progress none | grep -c '"nomate"'
