# What is wrong is said, with the place, and with the right exit status.
try() { "$KIFU" search "$@" 2>&1; echo "exit $?"; }
printf 'startpos moves 7g7f 3c3d\n' >games.usi
"$KIFU" import db.kifu games.usi --quiet >/dev/null
try nothing.kifu s76fu
try db.kifu other.kifu s76fu
try db.kifu 's76fu s99xx'
try db.kifu '( s76fu' --lang ja
try db.kifu 'castle:nothing'
try db.kifu --query-file nothing.txt
try db.kifu --limit many
KIFU_NAMES=bad.txt
export KIFU_NAMES
try db.kifu s76fu
unset KIFU_NAMES
# What is nearest, pieces included, whatever the letters' size.
for word in 76fu S76FU s76fo sfu19 CASTLE:mino s.cas:x; do try db.kifu "$word"; done
# The line of a query of several, the place after wide characters, and only so much of a long line.
try db.kifu $'s76fu\n\nplayer:羽生 nothing'
try db.kifu "$(printf 's76fu player:羽生善治 %.0s' {1..500}) nothing $(printf 'g34fu %.0s' {1..500})"
try db.kifu $'player:羽生\tnothing'
# Nothing shown is not nothing found.
try db.kifu s76fu --json --limit 0
try db.kifu s75fu --json --limit 0
