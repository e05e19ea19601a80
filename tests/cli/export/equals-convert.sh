# Real records, messy ones too: what is imported and exported is what convert writes.
[[ ${KIFU_TEST_SCOPE:-} != quick ]] || { echo "not in the quick scope" >&2; exit 77; }
data=${KIFU_DATA:-$TOP/../shared/data}/shogi
[[ -f $data/messy-fixtures.tar.zst ]] || { echo "no records at $data" >&2; exit 77; }
"$KIFU" import --quiet --dup keep games.kifu "$data/messy-fixtures.tar.zst" "$data/messy-bioshogi.tar.zst" >/dev/null 2>&1
for format in csa kif ki2 usi jkf; do
    "$KIFU" convert --quiet "$data/messy-fixtures.tar.zst" "$data/messy-bioshogi.tar.zst" --to $format >convert.out 2>/dev/null
    "$KIFU" export --quiet games.kifu --to $format >export.out
    cmp convert.out export.out && [[ -s export.out ]] && echo "$format is the same"
done
"$KIFU" check games.kifu | grep -o 'all is well'
