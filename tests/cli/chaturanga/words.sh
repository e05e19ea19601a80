# A word that is nearly one is answered with the one that was meant, as a command's name is.
for words in 'chaturanga simulat' 'chaturanga dance' 'natural trian'; do
    # shellcheck disable=SC2086
    "$KIFU" $words 2>&1
    echo "exit $?"
done
