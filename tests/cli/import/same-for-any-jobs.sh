# The bytes do not depend on threads; a big file is cut into segments.
for i in 1 2 3 4 5 6 7; do
    printf 'PI\n+\n+%s76FU\n/\nPI\n+\n+2726FU\n-3334FU\n+%s76FU\n%%TORYO\n' 77 77 >"$i.csa"
    printf 'PI\n+\n+7776FU\n-8384FU\n+6978KI\n-%s\n' "${i}3${i}4FU" >"x$i.csa"
done
for jobs in 1 2 5; do
    "$KIFU" import --quiet "$jobs.kifu" ./*.csa --jobs "$jobs" --segment-games 3 --json 2>/dev/null |
        sed 's/"seconds":[^,]*/"seconds":0/'
done
cmp 1.kifu/MANIFEST 2.kifu/MANIFEST && diff -r 1.kifu 2.kifu && diff -r 1.kifu 5.kifu && echo same
"$KIFU" check 1.kifu
