# How likely people are to choose each next move: only if asked for, and only with a network.
mkdir -p installed/bin installed/share/kifu/natural
cp "$KIFU" installed/bin/kifu
kifu generate games.kifu --game go --games 200 --seed 1 --quiet
installed/bin/kifu joseki games.kifu --top 5 --json --likely --quiet 2>error ||
    grep -o 'no network of people.s Go moves is installed' error
cp "$TOP/tests/cli/natural/tiny-go.network" installed/share/kifu/natural/go.network
installed/bin/kifu joseki games.kifu --top 5 --json --likely --quiet >likely
installed/bin/kifu joseki games.kifu --top 5 --json --quiet >plain
jq -c 'del(.likely)' likely | cmp - <(jq -c . plain) && echo "the rest is the same"
jq -c '[(.next | length) == (.likely | length), ([.likely[] | select(. != null)] | length > 0 and add <= 1)]' likely | sort | uniq -c | tr -s ' '
# Black and White: whoever made the last move does not make the next.
jq -c '.moves[-1][0:1] as $last | [.next, .likely] | transpose | map((.[0].move[0:1] == $last) == (.[1] == null)) | all' likely | sort -u
# In the text behind how often each was played; of shogi there is no such thing.
installed/bin/kifu joseki games.kifu --top 1 --likely --quiet | grep -oE 'next: [BW]\[[A-T][0-9]+\] [0-9]+ \([0-9.]+ %\)' | sed 's/[A-Z0-9.]//g'
installed/bin/kifu joseki games.kifu --top 1 --quiet | grep -c '%), '
kifu generate shogi.kifu --games 2 --quiet
kifu joseki shogi.kifu --likely 2>&1; echo $?
