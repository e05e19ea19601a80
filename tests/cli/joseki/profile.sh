# One game: how often its moves occur in a row, the sequences that stand out, and a picture.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 24 >games.sgf
"$KIFU" import go.kifu games.sgf --quiet >/dev/null
"$KIFU" joseki --profile go.kifu:3 --windows 3 --quiet --plot profile.svg | head -12
head -c 4 profile.svg && echo
"$KIFU" joseki --profile go.kifu:3 --windows 3 --quiet --json |
    jq -c '[.game, .window, .games, (.profile | length)], .profile[5], .sequences[0]'
"$KIFU" joseki go.kifu 'date:1950..1960' --profile go.kifu:3 --windows 3 --quiet --lang ja | head -2
# shogi has an encoding of its own
"$KIFU" generate shogi.kifu --games 40 --seed 1 --quiet
"$KIFU" joseki --profile shogi.kifu:1 --json --quiet | jq -c '[.games, .profile[0], .profile[5]]'
try() {
    "$KIFU" joseki "$@" 2>&1
    echo "exit $?"
}
try --profile go.kifu
try --profile go.kifu:99 --quiet
try --profile go.kifu:3 --encoding thread
try --profile go.kifu:3 --gallery page.html
try go.kifu --plot x.svg
