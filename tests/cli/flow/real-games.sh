# People against programs: far more is kept than by lot, pawn exchanges first of all, and quickly.
data=${KIFU_DATA:-$TOP/../shared/data}/shogi
[[ -f $data/human-pro.tar.zst && -f $data/computer-selfplay.csa.zst ]] || { echo "no records at $data" >&2; exit 77; }
[[ ${KIFU_TEST_SCOPE:-} != quick ]] || { echo "not in the quick scope" >&2; exit 77; }
[[ $KIFU != */asan/* ]] || { echo "slow with sanitizers; test_flow is for them" >&2; exit 77; }
kifu import people.kifu "$data/human-pro.tar.zst" --quiet >/dev/null 2>&1
kifu import programs.kifu "$data/computer-selfplay.csa.zst" --quiet >/dev/null 2>&1
kept() { jq -s 'map(select(.kept)) | length' "$1"; }
TIMEFORMAT='%U %S'
{ time kifu flow people.kifu programs.kifu --min-count 20 --json --quiet >real.json; } 2>seconds
kifu flow people.kifu programs.kifu --min-count 20 --json --quiet --shuffle 1 >lot.json
echo "by lot less than a fifth: $(($(kept lot.json) * 5 < $(kept real.json)))"
echo 'whose exchanges of pawns'
jq -c 'select(.sequence == "(1,-3,P),(1,-3,P),1" or .sequence == "(6,4,P),(6,4,P),1") | [.class, .kept, .ratio > 2]' real.json | sort
# Some 10,000 games; the bar is 2 s for 20,000.
echo "seconds of CPU in bounds: $(awk '{ print ($1 + $2 < 2) }' seconds)"
