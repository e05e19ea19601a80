# A table with diagrams, in two languages.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 24 >games.sgf
"$KIFU" import db.kifu games.sgf --quiet >/dev/null
"$KIFU" joseki db.kifu --encoding er --method nf --top 3 --diagrams 1
"$KIFU" joseki db.kifu --encoding er --method nf --top 1 --diagrams 1 --lang ja
