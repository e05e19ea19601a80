# Games on standard output: the same for any number of threads, others for another seed.
kifu generate - --games 3 | cut -c 1-52
kifu generate - --games 40 --jobs 1 >one
kifu generate - --games 40 --jobs 4 >four
kifu generate - --games 40 --seed 2 >other
cmp one four && wc -l <one
cmp -s one other || echo "another seed, other games"
kifu generate - --games 5 --to csa | kifu convert - --to usi | cmp - <(head -n 5 one) && echo "the same as CSA"
kifu generate - --games 1 --to kif | kifu convert - --to csa | grep -c '^N[+-]'
