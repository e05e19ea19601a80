# Two plots in one file.
kifu generate a.kifu --games 50 --quiet
kifu census a.kifu --plot plot.svg >/dev/null
head -c 4 plot.svg; echo
grep -c polyline plot.svg
grep -o '<text[^>]*>[^<]*positions[^<]*<' plot.svg | sed 's/.*>\(.*\)</\1/'
kifu census a.kifu --plot no/such/folder/plot.svg >/dev/null; echo $?
