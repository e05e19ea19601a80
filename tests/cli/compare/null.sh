# Halves of the same games, by lot: nothing is different at the false discovery rate.
kifu generate db.kifu --games 600 --castles all --seed 7 --quiet
for halves in 'id:0..299|id:300..599' 'date:1980..2001|date:2002..2024' 'result:black|result:white'; do
    kifu compare db.kifu "${halves%|*}" "${halves#*|}" --json >rows
    echo "exit $?"
    jq -c '[.different, .tested > 100]' rows
done
echo 'a set and itself'
kifu compare db.kifu '' '' --json | jq -c '[.a.games, .b.games, .both, .different]'
echo 'p of all rows: about uniform, not heaped near 0'
kifu compare db.kifu id:0..299 id:300..599 --all --json | jq -s '[.[1:][].p] | (map(select(. < 0.05)) | length) / length < 0.06'
