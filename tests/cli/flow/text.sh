# The report in both languages; all classes; a control by lot.
kifu generate people.kifu --games 150 --seed 1 --quiet
kifu generate programs.kifu --games 120 --seed 2 --quiet
kifu flow people.kifu programs.kifu --min-count 4 --alpha 0.2 --top 3
kifu flow people.kifu programs.kifu --min-count 4 --top 2 --lang ja --correct --alpha 0.99 --classes own-two/own-king/capture,two/moved
kifu flow people.kifu programs.kifu --min-count 4 --top 4 --both --alpha 0.2 --classes two/moved/capture | head -n 9
echo 'a control'
kifu flow people.kifu programs.kifu --min-count 4 --top 2 --alpha 0.2 --shuffle 5 --classes two/moved | head -n 9
echo 'all of one length'
kifu flow people.kifu programs.kifu --min-count 4 --top 0 --classes three | grep -o '^three[^ ]*'
