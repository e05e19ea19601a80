# What the paper leaves open about msfp is an option, and each way gives scores of its own.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 40 >games.sgf
"$KIFU" import db.kifu games.sgf --quiet >/dev/null
scores() {
    "$KIFU" joseki db.kifu --encoding er --method msfp --windows 2 --min-length 2 --top 10000 --json "$@" |
        jq -sc '[length, (map(.score) | add * 1000 | round)]'
}
scores
echo 'means of factors'
scores --mean factors
echo 'factors below 0'
scores --unclamped
"$KIFU" joseki db.kifu --mean all 2>&1
echo "exit $?"
