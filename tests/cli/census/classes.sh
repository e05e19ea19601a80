# Random order, parts, and classes at the same number of positions.
kifu generate a.kifu --games 300 --seed 1 --quiet
kifu generate b.kifu --games 200 --seed 2 --quiet
kifu census a.kifu --json >whole
kifu census a.kifu --json --shuffle 5 --parts 3 >shuffled
jq -c '[.games, .positions, .distinct]' whole shuffled
jq -c '[.parts[] | .[0]], ([.parts[] | .[1]] | add)' shuffled
kifu census a.kifu --json --shuffle 5 | cmp - <(jq -c 'del(.parts)' shuffled) && echo "the seed tells the order"
kifu census a.kifu --shuffle 5 --parts 3 --top 0 | tail -5
# equal positions, whatever the sizes; the same games twice have all positions twice
cp -r a.kifu again.kifu
kifu census one=a.kifu two=b.kifu twice=a.kifu twice=again.kifu --json >classes
jq -c '[.class, .games, .positions, .distinct, .sample]' classes
jq -s '(.[0].positions / 2 | floor) >= .[0].sample and (.[1].positions / 2 | floor) == .[1].sample, .[2].share > 0.5,
    all(.low <= .sample_share and .sample_share <= .high)' classes
kifu census one=a.kifu two=b.kifu
kifu census --lang ja one=a.kifu two=b.kifu
kifu census one=a.kifu b.kifu; echo $?
kifu census one=a.kifu --plot x.svg; echo $?
mkdir x=y.kifu && kifu census x=y.kifu; echo $?
