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
