# A line for each curve, with the fields that programs rely on; rates lie in their intervals.
kifu generate games.kifu --games 100 --quiet
kifu calibrate games.kifu --min-positions 50 --mate-nodes 0 --when 's.hand.fu>=2' --json >lines
jq -r '[.condition, .positions, (keys | join(" "))] | @tsv' lines
jq -r '.bins[0] | keys | join(" ")' lines
jq -c 'select(.bins | any(.low > .rate or .rate > .high or .low < 0 or .high > 1))' lines
jq -r '[.bins[].positions] | add <= '"$(jq -s '.[0].positions' lines)" lines
echo "the same for any number of threads"
for jobs in 1 3; do
    kifu calibrate games.kifu --min-positions 50 --mate-nodes 0 --when 's.hand.fu>=2' --json --no-cache --jobs $jobs | cmp - lines
done
