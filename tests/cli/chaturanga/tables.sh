# The paper's figures beside ours, in three forms.
kifu chaturanga tables --part dice --progress none
kifu chaturanga tables --part dice --progress none --markdown | head -4
kifu chaturanga tables --part black --games 40 --json --progress none | head -2
# it is known beforehand how many games there are to play
kifu chaturanga tables --games 8 --progress json 2>&1 >/dev/null | tail -n 1 |
    jq -r 'if .finished and .total > 0 and .done == .total then "all games were foreseen" else . end'
# rows of other games say how many they have
kifu chaturanga tables --part games --games 3 --json --progress none | jq -c '[.game, .games]'
