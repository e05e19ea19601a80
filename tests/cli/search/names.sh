# Named queries from the environment, the user's folder and the database; the last one counts.
try() { "$KIFU" search "$@" --json 2>&1 | sed 's/,"black".*//'; echo "exit ${PIPESTATUS[0]}"; }
printf 'startpos moves 7g7f 3c3d 2g2f\nstartpos moves 2g2f 8c8d 7g7f\n' >games.usi
"$KIFU" import db.kifu games.usi --quiet >/dev/null
cp -r db.kifu other.kifu
mkdir -p config/kifu
export XDG_CONFIG_HOME=$PWD/config
echo '@mine : s76fu s26fu' >config/kifu/names.txt
try db.kifu @mine
echo '@mine : g34fu' >names.txt
KIFU_NAMES=names.txt try db.kifu @mine
echo '@mine : g84fu' >db.kifu/names.txt
KIFU_NAMES=names.txt try db.kifu @mine
try db.kifu other.kifu @mine
