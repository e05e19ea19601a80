# Effects of conditions: with a sign, both sides pooled; those of a fit of conditions; classes of
# games side by side.
kifu generate one.kifu --games 200 --seed 1 --quiet
kifu generate two.kifu --games 150 --seed 2 --quiet
common=(--mate-nodes 0 --min-positions 50 --quiet)
kifu calibrate one.kifu --preset paper "${common[@]}" --json >json
echo "the flip of a condition has its effect with the other sign"
jq -s -c 'map(select(.effect_positions)) | . as $e | [range(0; length; 2)] |
    map($e[.].effect_share_low == (if $e[. + 1].effect_share_high then -$e[. + 1].effect_share_high else null end) and
        $e[.].effect == (if $e[. + 1].effect then -$e[. + 1].effect else null end) and
        $e[.].effect_error == $e[. + 1].effect_error and $e[.].effect_positions == $e[. + 1].effect_positions)' json
jq -c 'select(.condition == "s.hand.ke>=3") | keys' json
echo "the same as a fit of the conditions to all games"
conditions=(--when 's.hand.fu>=3' --when 'progress.diff>=0.25')
kifu calibrate one.kifu "${conditions[@]}" "${common[@]}" --json | jq -s -c '[.[1:][] | [.effect, .effect_error]]' >effects
kifu calibrate one.kifu "${conditions[@]}" "${common[@]}" --fit ml --terms conditions --held-out 0 --effects none --json |
    jq -s -c '[.[] | select(.term and .term != "value") | [.weight, .error] | map(. * 1000 | round / 1000)]' |
    cmp - effects && echo same
echo "each alone is a fit by itself"
kifu calibrate one.kifu "${conditions[@]}" "${common[@]}" --effects alone --json | jq -s -c '.[1].effect' >alone.out
kifu calibrate one.kifu --when 's.hand.fu>=3' "${common[@]}" --json | jq -s -c '.[1].effect' | cmp - alone.out && echo same
cmp -s alone.out <(jq -c '.[0][0]' effects) || echo "not the joint one"
kifu calibrate one.kifu "${conditions[@]}" "${common[@]}" --effects none --json | jq -s -c 'map(has("effect"))'
echo "z and p"
jq -c 'select(.effect) | (.effect / .effect_error - .effect_z | fabs) < 0.01 and .effect_p >= 0 and .effect_p <= 1' json | sort -u
echo "in games: the fit's chance with the effect less that without, where the condition holds for one side"
kifu calibrate one.kifu --when 's.hand.fu>=3 not(g.hand.fu>=3)' --when 'g.hand.fu>=3 not(s.hand.fu>=3)' --mate-nodes 0 --quiet \
    --min-positions 1 --bin 100 --effects none --json >sides
kifu calibrate one.kifu --when 's.hand.fu>=3' "${common[@]}" --fit ml --terms conditions --held-out 0 --json >fitted
jq -s -c --slurpfile sides sides '(map(select(.effect))[0]) as $e | (map(select(.fit))[0]) as $f |
    def chance($v): 1 / (1 + (-($f.bias + $v / $f.scale) | exp));
    def share($w): ([$sides[1].bins[] | .positions * (chance(.value + $w) - chance(.value))] +
        [$sides[2].bins[] | .positions * (chance(.value) - chance(.value - $w))] | add) / $e.effect_positions;
    [[0, "effect_share"], [-1.959964, "effect_share_low"], [1.959964, "effect_share_high"]] |
    map((share($e.effect + .[0] * $e.effect_error) - $e[.[1]] | fabs) < 1e-5)' fitted
kifu calibrate one.kifu --preset common "${common[@]}" --json | jq -c 'select(.effect) |
    [.effect_games >= 30, .effect_share != null, (.effect_share_low < .effect_share and .effect_share < .effect_share_high)] ' | sort -u
echo "a condition that is its own mirror image"
kifu calibrate one.kifu --when 'progress>=0.5' "${common[@]}" --json | jq -s -c '.[1] | [.effect, .effect_positions]'
echo "classes side by side"
kifu calibrate people=one.kifu engines=two.kifu both=one.kifu both=two.kifu "${common[@]}" --preset progress --preset knights >text
sed -n '/^effect/,$p' text
grep -c '^people\|^engines\|^both' text
kifu calibrate people=one.kifu engines=two.kifu both=one.kifu both=two.kifu "${common[@]}" --json >classes
jq -r 'select(.class) | [.class, .condition, .positions] | @tsv' classes
jq -c 'select(.difference) | [.difference, .classes]' classes
jq -s '(map(select(.class == "people" and .condition == "progress.diff>=0.25"))[0].effect -
    map(select(.class == "engines" and .condition == "progress.diff>=0.25"))[0].effect -
    map(select(.difference == "progress.diff>=0.25"))[0].effect | fabs) < 0.01' classes
kifu calibrate one.kifu "${common[@]}" --json >single
jq -c 'select(.class == "people") | del(.class)' classes | cmp - <(jq -c . single) && echo "a class is as by itself"
kifu calibrate people=one.kifu engines=two.kifu "${common[@]}" --plot effects.svg --lang ja 'ply:20..' >/dev/null
grep -oE 'people|engines|効果（歩' effects.svg | sort | uniq -c | sed 's/^ *//'
echo "mistakes"
kifu calibrate people=one.kifu two.kifu 2>&1; echo "exit $?"
kifu calibrate people=one.kifu --fit ml 2>&1; echo "exit $?"
kifu calibrate people=none.kifu 2>&1; echo "exit $?"
kifu calibrate people=one.kifu --when s99xx 2>&1; echo "exit $?"
