# What a book cannot be made of, or written to.
"$KIFU" generate db.kifu --games 2 --quiet
"$KIFU" generate go.kifu --game go --games 1 --quiet
try() { "$KIFU" book "$@" 2>&1; echo "exit $?"; }
try db.kifu
try db.kifu --to polyglot
try db.kifu --to yaneuraou --min-games 100
try go.kifu --to yaneuraou
try db.kifu --to apery --json
try db.kifu --to yaneuraou --plies 0
try nowhere.kifu --to yaneuraou
