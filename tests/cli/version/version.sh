# The same by word, option and letter.
kifu version >word && kifu --version | diff - word && kifu -V | diff - word
sed 's/[0-9][0-9.]*/N/' word
kifu version --json | sed 's/[0-9][0-9.]*/N/'
