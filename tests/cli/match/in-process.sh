# Two of Kifu's own engines: the same games whatever the number of threads, both colours of each
# opening, records that Kifu reads; a name that is neither a program nor weights.
kifu match material material --games 4 --depth-a 3 --depth-b 1 --max-plies 160 --jobs 1 --progress none -o one.csa |
    sed 's/ms per move.*/…/; s/: .*/: …/'
kifu match material material --games 4 --depth-a 3 --depth-b 1 --max-plies 160 --jobs 3 --progress none -o three.csa >/dev/null
sed '/^T/d' one.csa >a; sed '/^T/d' three.csa >b; cmp a b
kifu convert one.csa --to usi --quiet | cut -d' ' -f 1-14
grep -c "^'\*\* " one.csa | awk '{ print ($1 > 100) ? "values" : "no values: " $1 }'
kifu match no-such-player material --progress none; echo $?
kifu match material material --sprt 5,0; echo $?
