# Games of Go: the same for any number of threads, in a database or as SGF; some with a handicap.
kifu generate one.kifu --game go --games 200 --jobs 1 --json | sed 's/"seconds":[^}]*/"seconds":0/'
kifu generate two.kifu --game go --games 200 --jobs 3 --quiet
cmp one.kifu/s000001.seg two.kifu/s000001.seg && echo "the same bytes"
kifu check one.kifu --quiet >/dev/null && echo "in order"
kifu generate - --game go --games 200 >games.sgf
head -n 4 games.sgf
kifu import three.kifu games.sgf --json --strict | sed 's/"seconds":[^}]*/"seconds":0/'
kifu generate - --game go --games 1 --castles all; echo $?
kifu generate - --game go --games 1 --openings games.sgf; echo $?
kifu generate - --game go --games 1 --to csa; echo $?
kifu generate - --games 1 --to sgf; echo $?
