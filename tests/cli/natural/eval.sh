# The same figures with any number of threads; a row for each method and class; the parts are apart.
kifu generate pro.kifu --games 12 --seed 1 --quiet
kifu generate net.kifu --games 12 --seed 2 --quiet
kifu flow pro.kifu net.kifu --min-count 1 -o both.flow --quiet >/dev/null
kifu natural eval pro=pro.kifu online=net.kifu --reserve 999 --nodes 200 --positions 60 --flow both.flow \
    --jobs 1 --json >one
kifu natural eval pro=pro.kifu online=net.kifu --reserve 999 --nodes 200 --positions 60 --flow both.flow \
    --jobs 3 --json >three
cmp one three && echo "the same figures"
sed 's/"positions".*//' one
grep -c '"against":{"method":"plain"' one
sed -n '1s/:-*[0-9][0-9.e-]*/:0/gp' one
# Without a file of sequences the paper's method is left out; a table for people.
kifu natural eval pro=pro.kifu --reserve 999 --nodes 100 --positions 20 --from-ply 1 --quiet |
    sed 's/  .*//'
# Of a generated database nothing but one part is judged, and both parts have other games.
kifu natural eval pro.kifu --reserve 300 --method model --positions 0 --json | grep -o '"games":[0-9]*' | head -n 1
kifu natural eval pro.kifu --reserve 300 --held-out 300 --part held-out --method model --positions 0 --json |
    grep -o '"games":[0-9]*' | head -n 1
