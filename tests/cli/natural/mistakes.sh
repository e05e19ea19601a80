# Wrong use is 2; what can't be done is 3, and leaves what was there.
kifu generate games.kifu --games 3 --quiet
kifu natural train games.kifu; echo $?
kifu natural learn games.kifu; echo $?
kifu natural; echo $?
kifu natural train games.kifu -o m --rate fast; echo $?
kifu natural train games.kifu -o m --class 'strong=games'; echo $?
kifu natural train games.kifu -o m --class 'pro=nonsense:'; echo $?
kifu natural train none.kifu -o m; echo $?
kifu generate go.kifu --game go --games 1 --quiet
kifu natural train go.kifu -o m; echo $?
echo old >m
kifu natural train games.kifu -o m --force --share 1000 --held-out 0; echo $?
cat m
kifu natural train games.kifu -o m --force --held-out 600 --reserve 400; echo $?
kifu natural eval; echo $?
kifu natural eval games.kifu --method plain,strong; echo $?
kifu natural eval games.kifu --method paper; echo $?
kifu natural eval games.kifu --method model --from-ply 60000; echo $?
kifu natural eval games.kifu --method paper --flow none.flow --reserve 999 --from-ply 1; echo $?
kifu natural eval games.kifu --method model --model m --reserve 999 --from-ply 1; echo $?
kifu natural train -o m --force; echo $?
kifu natural eval nobody=games.kifu; echo $?
# An option that would change nothing is one that was meant for something else.
kifu natural found games.kifu --nodes 5 2>&1; echo $?
kifu natural ratings key.json answers.json --lang ja --fit 2>&1; echo $?
