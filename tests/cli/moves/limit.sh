# A table has twenty rows unless more are asked for, and says how many are left; with --by as many of
# each period; JSON has all.
for year in 1985 1995 ''; do
    for i in {a..s}; do
        printf '(;SZ[19]DT[%s];B[%sd])(;SZ[19]DT[%s];B[%sq])' "$year" "$i" "$year" "$i"
    done
    printf '(;SZ[19]DT[%s];B[pd];W[dd])' "$year"
done >games.sgf
kifu import db.kifu games.sgf --quiet --dup keep >/dev/null
kifu moves db.kifu ply:0 2>err | tail -n +2 | wc -l
cat err
kifu moves db.kifu ply:0 --limit 100 2>err | tail -n +2 | wc -l
cat err
kifu moves db.kifu ply:0 --limit 0
kifu moves db.kifu ply:0 --json | wc -l
kifu moves db.kifu ply:0 --limit 4 --lang ja 2>&1 | cut -c 1-8
for by in year decade; do
    echo "--- by $by"
    kifu moves db.kifu ply:0 --by $by --limit 3 2>&1 | cut -c 1-16
done
kifu moves db.kifu ply:0 --by decade 2>/dev/null | tail -n +2 | cut -c 1-4 | sort | uniq -c
kifu moves db.kifu ply:0 --by decade --limit 2 --json | jq -c '[.period, .move, .games]'
