# "In the same game": ever, and openings, which hold in all of a game however they are asked for.
# First the rook, then the castle (haya-gakoi); the castle alone; the rook alone; the castle is gone
# when the rook moves.
cat >games.usi <<'END'
startpos moves 7g7f 3c3d 2h6h 8c8d 5i4h 8d8e 4h3h 5a4b 3i4h 4b3b 6h7h 3b4b
startpos moves 7g7f 3c3d 5i4h 8c8d 4h3h 8d8e 3i4h 5a4b 4h3i 4b3b
startpos moves 7g7f 3c3d 2h6h 8c8d 6h2h 8d8e
startpos moves 7g7f 3c3d 5i4h 8c8d 4h3h 8d8e 3i4h 5a4b 3h3i 4b3b 4g4f 3b4b 4h4g 4b3b 2h6h 3b4b
END
"$KIFU" import db.kifu games.usi --quiet >/dev/null
try() { echo "$1: $("$KIFU" search db.kifu "$1" --verify --json 2>/dev/null | sed 's/.*"game":\([0-9]*\),.*"from":\([0-9]*\),"to":\([0-9]*\),.*/\1:\2-\3/' | tr '\n' ' ')"; }
try castle:haya-gakoi
try opening:shiken-bisha
try 'castle:haya-gakoi opening:shiken-bisha'
try 'opening:shiken-bisha castle:haya-gakoi'
try 'castle:haya-gakoi ever opening:shiken-bisha'
try 'castle:haya-gakoi then opening:shiken-bisha'
try 'opening:shiken-bisha then castle:haya-gakoi'
try 'game.castle:haya-gakoi opening:shiken-bisha'
try 'opening:shiken-bisha ever castle:haya-gakoi'
try 'castle:haya-gakoi never opening:shiken-bisha'
try 'castle:haya-gakoi not opening:shiken-bisha'
try 'opening:shiken-bisha then<4 castle:haya-gakoi'
try 'opening:shiken-bisha then<9 castle:haya-gakoi'
try 'opening:shiken-bisha for<3'
try 'since(castle:haya-gakoi)'
try 'game.s.castle:haya-gakoi'
try 'not game.castle:haya-gakoi'
try 's38ou ever s68hi ever s28hi'
"$KIFU" search db.kifu game.player:A 2>&1
echo "exit $?"
