# The same model with any number of threads and without newer instructions; another for another seed.
[[ ${KIFU_TEST_SCOPE:-} != quick ]] || { echo "not in the quick scope" >&2; exit 77; }
kifu generate games.kifu --games 6 --quiet
kifu natural train pro=games.kifu -o one.model --epochs 2 --batch 256 --jobs 1 --json >lines
grep -c '"held_out"' lines
sed -n '1s/:-*[0-9][0-9.e-]*/:0/gp' lines
kifu natural train pro=games.kifu -o three.model --epochs 2 --batch 256 --jobs 3 --quiet >table
head -n 1 table
wc -l <table
KIFU_CPU=base kifu natural train pro=games.kifu -o base.model --epochs 2 --batch 256 --quiet >/dev/null
cmp one.model three.model && cmp one.model base.model && echo "the same model"
kifu natural train pro=games.kifu -o other.model --epochs 2 --batch 256 --seed 2 --quiet >/dev/null
cmp -s one.model other.model || echo "another model"
[ "$(wc -c <one.model)" -le 4000000 ] && echo "small enough"
# Games twice count once; a query says who played.
kifu natural train games.kifu games.kifu -o twice.model --epochs 1 --class 'online=not source:elsewhere' --json 2>&1 |
    tail -n 1 | grep -o '"amateur":{"positions":0'
