# For machines; several databases are one; the number of threads changes nothing, nor does memory.
printf '%s\n' 'startpos moves 7g7f 3c3d' 'startpos moves 7g7f 8c8d' >games.usi
kifu import a.kifu games.usi --quiet >/dev/null
kifu census a.kifu --json --top 3
cp -r a.kifu again.kifu
kifu census a.kifu again.kifu --json --top 1
kifu generate b.kifu --games 800 --quiet
kifu census a.kifu b.kifu --json --jobs 1 >one
kifu census a.kifu b.kifu --json --jobs 4 >four
cmp one four && sed 's/,"frequencies".*//' one
kifu census a.kifu b.kifu --json --memory 1 >little
cmp one little && echo same
