# Variations are searched when asked for, and only where they are not the game's.
cat >game.kif <<'END'
手合割：平手
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２六歩(27)
   4 ８四歩(83)

変化：3手
   3 ６六歩(67)
   4 ８四歩(83)
END
"$KIFU" import db.kifu game.kif --quiet >/dev/null
try() { "$KIFU" search db.kifu "$@" --json | sed 's/,"black".*//'; echo "exit ${PIPESTATUS[0]}"; }
try s66fu
try s66fu --lines
try s76fu --lines
try 's76fu then s66fu' --lines --verify
try 'g34fu' --lines --count | sed 's/,"seconds.*//'
"$KIFU" search db.kifu s66fu --lines 2>/dev/null
