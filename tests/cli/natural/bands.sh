# Bands of moves made and of values hold every position with a choice once, whatever they are by.
kifu generate pro.kifu --games 12 --seed 1 --quiet
kifu generate net.kifu --games 12 --seed 2 --quiet
bands() { # BY OPTION...
    kifu natural eval pro=pro.kifu online=net.kifu --reserve 999 --nodes 200 --positions 400 --from-ply 1 --by "$@"
}
for by in phase value both; do
    bands $by --method plain,model --answers a --json >$by.json
    jq -s -c 'map(select(.method == "plain" and .class == "mean")) | [length > 3, (map(.positions) | add)]' $by.json
done
jq -s -c 'map(select(.method == "model" and .class == "mean") | .positions) | add' value.json
jq -c 'keys_unsorted' phase.json | sort -u
# Edges follow each other, and are open at both ends.
jq -s -c 'map(select(.method == "plain" and .class == "pro")) | [.[0].ply_from, .[0].ply_to, .[1].ply_from, .[-1].ply_to, .[0].value_from]' phase.json
jq -s -c 'map(select(.method == "plain" and .class == "pro")) | map([.value_from, .value_to]) | . == (. | sort)' value.json
jq -s -c 'map(select(.value_to != null and .value_from != null)) | map(.value_to > .value_from) | all' value.json both.json
# The share of all bands together is that of all positions; there are more legal moves later.
for by in phase value both; do
    jq -s 'map(select(.method == "plain" and .class == "pro")) | map(.positions * .top1) | add | round' $by.json
done | uniq | wc -l
jq -s -c 'map(select(.method == "plain" and .class == "mean")) | [.[0].legal < .[2].legal, .[0].legal > 20]' phase.json
bands phase --method plain --jobs 1 --json >one
bands phase --method plain --jobs 3 --json | cmp - one
bands value --method plain --quiet | sed 's/  *[0-9][0-9]* .*//'
bands value --method model 2>&1; echo $?
bands side 2>&1; echo $?
