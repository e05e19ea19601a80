# A game that stands in two databases counts once.
kifu generate one.kifu --games 40 --quiet
kifu generate two.kifu --games 40 --seed 9 --quiet
cp -r one.kifu again.kifu
kifu calibrate one.kifu --min-positions 20 --json >alone
kifu calibrate one.kifu again.kifu --min-positions 20 --json | cmp - alone && echo "the same as one of them"
kifu calibrate one.kifu two.kifu again.kifu --json --quiet | jq -c '[.condition, .positions, .games]' >three
kifu calibrate one.kifu two.kifu --json | jq -c '[.condition, .positions, .games]' | cmp - three && echo "nor in a third"
