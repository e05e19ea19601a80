# The output does not depend on the number of threads.
mkdir in
for i in $(seq 1 200); do
    printf 'N+p%d\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n%%TORYO\n' "$i" >"in/$i.csa"
done
"$KIFU" convert in --to csa --jobs 1 | cksum >one
"$KIFU" convert in --to csa --jobs 5 | cksum >five
cmp one five && echo same
