# Weights are fitted, told, and written to a file that the other commands take.
kifu generate games.kifu --games 300 --quiet
kifu calibrate games.kifu --fit ls --min-positions 100 | sed -E 's/ +-?[0-9]+\.[0-9]+/ #/g; s/\[[^]]*\]/[]/g'
kifu calibrate games.kifu --fit ml -o w.txt --json --min-positions 100 >lines
jq -r 'select(.term) | [.term, (.weight | type), (.error | type)] | @tsv' lines
jq -r 'select(.fit) | [.fit, .terms, .converged, .learnt.games + .held_out.games] | @tsv' lines
jq -r 'select(.after) | [.after, .before.condition, .curve.condition] | @tsv' lines
grep -cE '^(attack|defence) -?[1-9]' w.txt
kifu eval startpos --weights w.txt --json | jq -c '[.evaluation, .value]'
echo "a file of weights asks for a fit"
kifu calibrate games.kifu -o v.txt --quiet >/dev/null && cmp v.txt w.txt && echo the same
echo "a term for each condition"
kifu calibrate games.kifu --fit ml --terms conditions --when 's.hand.fu>=3' --when 'ply:..20' --json |
    jq -r 'select(.term) | .term'
echo "all weights: the file differs in many places"
kifu calibrate games.kifu --fit ml --terms material -o m.txt --quiet --json >/dev/null
diff w.txt m.txt | grep -c '^>' | awk '{ print ($1 > 10 ? "many" : $1) }'
