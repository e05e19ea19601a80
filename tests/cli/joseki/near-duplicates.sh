# A game that is there again, turned, or with a few moves changed, is left out; others are not.
kifu generate go.kifu --game go --games 12 --seed 3 --quiet
kifu export go.kifu --to sgf >games.sgf
kifu import both.kifu games.sgf --quiet >/dev/null
# transposed: column and row exchanged
sed -E 's/([BW])\[([a-s])([a-s])\]/\1[\3\2]/g' games.sgf >turned.sgf
kifu import both.kifu turned.sgf --quiet >/dev/null
kifu info both.kifu --json | jq .games
# a run of forty moves that occurs twice
long() { kifu joseki both.kifu -e er -m nf --min-length 40 --top 100000 --json --quiet "$@" | head -1000 | wc -l; }
long
long --near-duplicates keep
{ kifu --lang ja joseki both.kifu -e er -m nf --top 1 --diagrams 0 >/dev/null; } 2>&1
# by threads and with another encoding the same are left out
kifu joseki both.kifu --jobs 1 --top 1 2>&1 >/dev/null | tail -1
