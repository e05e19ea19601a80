# Saved searches: lines of the database's names.txt, found again as @name by every command.
printf 'startpos moves 7g7f 3c3d 2g2f\nstartpos moves 2g2f 8c8d 7g7f\n' >games.usi
"$KIFU" import db.kifu games.usi --quiet >/dev/null
try() { "$KIFU" "$@" 2>&1; echo "exit $?"; }
try search db.kifu 's76fu g34fu' --save mine --json --columns id
try search db.kifu @mine --json --columns id,plies
printf '# my own\n\n@other 別 : s26fu # with a comment\n  g84fu\n# the end' >>db.kifu/names.txt
try search db.kifu @other --json --columns id
try search db.kifu 'g34fu or @other' --save Mine --quiet --json --columns id
try search db.kifu 's26fu' --save @other --quiet --json --columns id
cat db.kifu/names.txt
# Comments in the file of a query, which keep the place of a mistake.
printf '# both pawns\ns76fu # and\ng34fu  #"the other\n' >query.txt
try search db.kifu --query-file query.txt --save 角道 --json --columns id
try search db.kifu @角道 --json --columns id
printf '# both pawns\ns76fu # and\n nothing\n' | try search db.kifu -f -
try moves db.kifu @角道 --json | sed 's/,"games".*//'
try export db.kifu @角道 --to usi --quiet
# What cannot be saved is not.
try search db.kifu 's76fu or @mine' --save mine
try search db.kifu s76fu --save 'a b'
try search db.kifu s76fu --save ''
try search db.kifu s76fu --save @@mine
cp -r db.kifu two.kifu
try search db.kifu two.kifu s76fu --save both
exec 9>>db.kifu/lock
flock -n 9
try search db.kifu s76fu --save locked
cmp db.kifu/names.txt two.kifu/names.txt
find db.kifu -mindepth 1 -maxdepth 1 ! -name 's0*' -printf '%f\n' | LC_ALL=C sort
