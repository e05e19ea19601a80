# The engine against itself: the same games for any number of threads; values survive export.
# Nothing here depends on which moves it finds.
play() { kifu generate "$@" --engine --weights material --nodes 60; }
play one.kifu --games 8 --jobs 1 --json | sed -E 's/:[0-9.]+/:0/g'
play two.kifu --games 8 --jobs 2 --quiet
cmp one.kifu/s000001.seg two.kifu/s000001.seg && echo "the same bytes"
kifu check one.kifu --quiet >/dev/null && echo "in order"
kifu export one.kifu --to csa >games.csa
play - --games 8 --to csa | cmp - games.csa && echo "the same on standard output"
kifu import three.kifu games.csa --strict --quiet 2>/dev/null >/dev/null
kifu export three.kifu --to jkf --quiet >again.jkf
kifu export one.kifu --to jkf --quiet | cmp - again.jkf && echo "the same read again"
values=$(grep -c "^'\*\* -\?m\?[0-9]*$" games.csa) moves=$(grep -c '^[+-][0-9]' games.csa)
((values > moves / 2 && values < moves)) && echo "most moves have values"
grep '^N' games.csa | sort -u
play - --games 8 --seed 2 | cmp -s - <(kifu convert games.csa --to usi --quiet) || echo "another seed, other games"
play - --games 3 --random-plies 0 --max-plies 30 --to csa | sed -n 's/^%//p'
