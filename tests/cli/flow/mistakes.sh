# What can't be done is said, with the right exit status.
kifu generate shogi.kifu --games 3 --seed 1 --quiet
kifu generate go.kifu --game go --games 2 --seed 1 --quiet
try() {
    kifu flow "$@" 2>&1
    echo "exit $?"
}
try
try shogi.kifu
try shogi.kifu --human-query turn:s
try shogi.kifu missing.kifu
try shogi.kifu go.kifu
try shogi.kifu shogi.kifu --alpha 2
try shogi.kifu shogi.kifu --alpha x
try shogi.kifu shogi.kifu --classes tw
try shogi.kifu shogi.kifu --classes two/moved,
try shogi.kifu shogi.kifu --min-count 0
try shogi.kifu shogi.kifu --human-query nonsense
try shogi.kifu shogi.kifu -o /no/such/place
try shogi.kifu shogi.kifu --json --quiet
