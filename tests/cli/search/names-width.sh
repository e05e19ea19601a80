# Names are whole where a program reads the table, and have the room there is on a terminal.
# shellcheck disable=SC2016 # dollars of CSA, not of the shell
command -v script >/dev/null || { echo "there is no script(1)" >&2; exit 77; }
game() { printf 'V2.2\nN+%s\nN-%s\n$EVENT:Cup\nPI\n+\n%s\n%%TORYO\n' "$@"; }
game 'Maria Magdalena von Habsburg-Lothringen' Bob +7776FU >a.csa
game Ann '東京都立大学将棋部所属の名人挑戦者' +2726FU >b.csa
kifu import db.kifu a.csa b.csa --quiet >/dev/null
kifu search db.kifu '' 2>/dev/null
echo "--- two databases, one with a long name"
cp -r db.kifu a-database-with-quite-a-long-name.kifu
kifu search db.kifu a-database-with-quite-a-long-name.kifu 'player:maria' 2>/dev/null
for columns in 80 100 120 200; do
    echo "--- $columns columns"
    NO_COLOR=1 script -qec "stty cols $columns; kifu search db.kifu '' 2>/dev/null" /dev/null </dev/null |
        tr -d '\r' | sed '/^$/,$d'
done
