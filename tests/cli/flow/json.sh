# Fields, their order and their types; the file has what was kept; threads change nothing.
kifu generate people.kifu --games 150 --seed 1 --quiet
kifu generate programs.kifu --games 120 --seed 2 --quiet
kifu flow people.kifu programs.kifu --min-count 5 --alpha 0.2 --json -o flow.txt >lines
jq -r 'keys_unsorted | join(" ")' lines | sort -u
jq -r 'map_values(type) | map(.) | join(" ")' lines | sort -u
echo 'kept have p below the level, are frequent, and more so with people'
jq -c 'select(.kept and (.p >= 0.2 or .human < 5 or .ratio < 1))' lines
jq -c 'select(.human < 5)' lines
echo 'as many in the file'
[[ $(jq -c 'select(.kept)' lines | wc -l) == $(grep -c '^(' flow.txt) ]] && echo yes
head -n 19 flow.txt
grep '^(' flow.txt | head -n 3
grep '^class' flow.txt
echo 'any number of threads, also of the same games by lot'
for how in --both --shuffle=3 --classes=all; do
    for jobs in 1 3; do
        kifu flow people.kifu programs.kifu --min-count 8 --json --jobs $jobs $how -o $jobs.txt --force >$jobs.json
    done
    cmp 1.json 3.json && cmp 1.txt 3.txt && echo same
done
echo 'one of each class'
kifu flow people.kifu programs.kifu --min-count 10 --json --top 1 --classes all | jq -r .class
echo 'the same piece twice'
kifu flow people.kifu programs.kifu --json --twice | jq -r 'keys_unsorted | join(" ")' | sort -u
kifu flow people.kifu programs.kifu --json --twice | jq -r .piece | xargs
