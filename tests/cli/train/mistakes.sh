# Wrong use is 2; what can't be done is 3, and leaves what was there.
kifu generate games.kifu --games 3 --quiet
kifu train games.kifu; echo $?
kifu train -o w; echo $?
kifu train games.kifu -o w --lambda 2; echo $?
kifu train games.kifu -o w --rate fast; echo $?
kifu train none.kifu -o w; echo $?
kifu generate go.kifu --game go --games 1 --quiet
kifu train go.kifu -o w; echo $?
echo old >w
kifu train games.kifu -o w --force --skip 9999; echo $?
kifu train games.kifu -o no/such/folder/w --epochs 1 --quiet >/dev/null; echo $?
cat w
