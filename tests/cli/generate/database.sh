# A database, whose bytes depend on the seed alone; adding the same games again adds nothing.
kifu generate one.kifu --games 200 --jobs 1 --json | sed 's/"seconds":[^}]*/"seconds":0/'
kifu generate two.kifu --games 200 --jobs 3 --quiet
cmp one.kifu/s000001.seg two.kifu/s000001.seg && echo "the same bytes"
kifu generate one.kifu --games 250 --json | sed 's/"seconds":[^}]*/"seconds":0/'
kifu generate one.kifu --games 1
