# Wrong use is 2; weights that can't be read are 3 and named.
kifu usi now; echo $?
kifu usi --hash 0; echo $?
kifu usi --threads many; echo $?
kifu usi --weights no-such-file; echo $?
