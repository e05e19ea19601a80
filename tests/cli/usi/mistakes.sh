# Wrong use is 2; files that can't be read are 3 and named.
kifu usi now; echo $?
kifu usi --hash 0; echo $?
kifu usi --threads many; echo $?
kifu usi --weights no-such-file; echo $?
echo "no model" >model
kifu usi --model model; echo $?
kifu usi --flow model; echo $?
