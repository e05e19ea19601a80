# The paper's two conditions, and others; the bins of each; in Japanese.
kifu generate games.kifu --games 200 --quiet
kifu calibrate games.kifu --min-positions 100 --mate-nodes 100
kifu calibrate games.kifu --min-positions 300 --bin 1000 --when 's.hand.fu>=3' --when 'castle:mino' --bins --interval binomial
kifu calibrate games.kifu --min-positions 100 --preset knights --lang ja
echo "what a bin needs where nothing is said goes by the positions"
kifu calibrate games.kifu --mate-nodes 0 --json | jq -s -c 'map([.condition, ([.bins[].positions] | min)])'
kifu calibrate games.kifu 'id:0..9' --mate-nodes 0 --json | jq -s -c 'map([.condition, ([.bins[].positions] | min)])'
echo "only some games, only some positions"
kifu calibrate games.kifu 'ply:40.. turn:s' --min-positions 100 --when 'progress>=0.5' --no-checks --no-hanging
