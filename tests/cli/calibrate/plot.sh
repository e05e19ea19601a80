# Pictures: curves; before and after a fit.
kifu generate games.kifu --games 200 --quiet
kifu calibrate games.kifu --min-positions 100 --plot curves.svg --quiet >/dev/null
kifu calibrate games.kifu --min-positions 100 --fit ml --plot fit.svg --lang ja --quiet >/dev/null
for f in curves.svg fit.svg; do
    grep -c '<svg' $f
done
grep -o 'progress.diff&gt;=0.25' curves.svg | sort -u
grep -oE '調整[前後]' fit.svg | sort -u
kifu calibrate games.kifu --plot no/such/folder/x.svg --quiet >/dev/null; echo $?
