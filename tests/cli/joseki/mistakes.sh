# What can't be done is said, with the right exit status.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 4 >games.sgf
"$KIFU" import go.kifu games.sgf --quiet >/dev/null
"$KIFU" generate shogi.kifu --games 2 --seed 1 --quiet >/dev/null
try() {
    "$KIFU" joseki "$@" 2>&1 | sed 's/ (.*)$/ (…)/'
    echo "exit ${PIPESTATUS[0]}"
}
try
try shogi.kifu --encoding er
try shogi.kifu --gallery page.html
try go.kifu shogi.kifu
try go.kifu --encoding morse
try go.kifu --method guess --encoding er
try go.kifu --method pause --encoding er
try go.kifu --windows 4,x --encoding er --method nf
try go.kifu --windows 0 --encoding er --method nf
try go.kifu --threshold 2 --encoding er --method nf
try go.kifu --size 60 --encoding er --method nf
try go.kifu --size 9x --encoding er --method nf
try go.kifu --top 0
try go.kifu 'date:abc' --encoding er --method nf
try go.kifu --encoding er --method nf --gallery nowhere/at/all.html
echo 'nothing found'
try go.kifu --size 13 --encoding er --method nf
try go.kifu 'player:nobody' --encoding er --method nf --json
