# Records without values: results alone count.  The same weights with any number of threads, and
# without newer instructions; other ones for another seed.
kifu generate games.kifu --games 60 --quiet
kifu train games.kifu -o one.weights --epochs 2 --batch 512 --jobs 1 --json |
    sed -E 's/"positions_per_second":[0-9.e+]+/"positions_per_second":0/; s/([0-9]\.[0-9]{3})[0-9]*/\1/g'
kifu train games.kifu -o three.weights --epochs 2 --batch 512 --jobs 3 --quiet >table
head -n 1 table
wc -l <table
KIFU_CPU=base kifu train games.kifu -o base.weights --epochs 2 --batch 512 --quiet >/dev/null
cmp one.weights three.weights && cmp one.weights base.weights && echo "the same weights"
kifu train games.kifu -o other.weights --epochs 2 --batch 512 --seed 2 --quiet >/dev/null
cmp -s one.weights other.weights || echo "other weights"
