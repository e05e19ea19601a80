# The same figures with any number of threads; a row for each method and class; the parts are apart.
kifu generate pro.kifu --games 12 --seed 1 --quiet
kifu generate net.kifu --games 12 --seed 2 --quiet
kifu flow pro.kifu net.kifu --min-count 1 -o both.flow --quiet >/dev/null
kifu natural eval pro=pro.kifu online=net.kifu --reserve 999 --nodes 200 --positions 60 --flow both.flow \
    --jobs 1 --json >one
kifu natural eval pro=pro.kifu online=net.kifu --reserve 999 --nodes 200 --positions 60 --flow both.flow \
    --jobs 3 --json >three
cmp one three && echo "the same figures"
sed 's/"positions".*//' one
grep -c '"against":{"method":"plain"' one
sed -n '1s/:-*[0-9][0-9.e-]*/:0/gp' one
# Each way to change moves has a control; what changed a game; points at 1 % are the control itself.
jq -s -c '.[] | select(.against_control and .class == "mean") | [.method, .against_control.method]' one
jq -s -c 'map(select(.class == "mean" and .against)) | map([.method, (.against.changed == 0) == (.against.changed_a_game == 0)])' one
kifu natural eval pro=pro.kifu online=net.kifu --reserve 999 --nodes 200 --positions 60 --flow both.flow \
    --method plain,paper,sum --flow-weight 1 --json >weak
for method in paper sum; do
    jq -s -c "map(select(.class == \"mean\")) | (map(select(.method == \"$method\"))[0].against | [.changed, .ours, .theirs]) ==
        (map(select(.method == \"$method-control\"))[0].against | [.changed, .ours, .theirs])" weak
    jq -s -c "map(select(.class == \"mean\" and .method == \"$method\"))[0].against_control.changed" weak
done
# With many points moves change, and more than by themselves.
kifu flow pro.kifu net.kifu --min-count 1 --alpha 0.9 --from-ply 41 -o any.flow --quiet >/dev/null
sed 's/^points one-frame .*/points one-frame 2000/; s/^points both-frames .*/points both-frames 2000/' any.flow >many.flow
kifu natural eval pro=pro.kifu online=net.kifu --reserve 999 --nodes 200 --positions 60 --flow many.flow \
    --method plain,paper --json >many
jq -s -c 'map(select(.class == "mean")) | [.[1].against.changed > .[2].against.changed, .[1].against_control.changed > 0]' many
# What was searched once serves any weight.
kifu natural eval pro=pro.kifu --reserve 999 --nodes 200 --positions 20 --flow both.flow --method paper --answers a --json >first
size=$(wc -c <a)
kifu natural eval pro=pro.kifu --reserve 999 --nodes 200 --positions 20 --flow both.flow --method paper --answers a --flow-weight 7 --json >/dev/null
[ "$(wc -c <a)" = "$size" ] && echo "nothing searched again"
kifu natural eval pro=pro.kifu --reserve 999 --nodes 200 --positions 20 --flow both.flow --method paper --answers a --json | cmp - first
# Without a file of sequences the paper's method is left out; a table for people.
kifu natural eval pro=pro.kifu --reserve 999 --nodes 100 --positions 20 --from-ply 1 --quiet |
    sed 's/  .*//'
# Of a generated database nothing but one part is judged, and both parts have other games.
kifu natural eval pro.kifu --reserve 300 --method model --positions 0 --json | grep -o '"games":[0-9]*' | head -n 1
kifu natural eval pro.kifu --reserve 300 --held-out 300 --part held-out --method model --positions 0 --json |
    grep -o '"games":[0-9]*' | head -n 1
