# Values and progress of all positions, so that queries need not work them out.
"$KIFU" generate from.kifu --games 30 --seed 3 --quiet
"$KIFU" export from.kifu --to csa >games.csa 2>/dev/null
"$KIFU" import --columns --quiet db.kifu games.csa >/dev/null
for file in db.kifu/columns/*; do
    echo "${file%-*}"
done
"$KIFU" search db.kifu "value>=300 progress>0.3" --count --verify | sed 's/ (.*//;3d'
printf '(;GM[1]SZ[9];B[ee])' >go.sgf
"$KIFU" import --columns go.kifu go.sgf >/dev/null
