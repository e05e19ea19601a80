# The same search every time; another total means another search.
kifu bench engine --weights material --depth 6 --hash 4 | sed 's/ nodes .*/ nodes/'
