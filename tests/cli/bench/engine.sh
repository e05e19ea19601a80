# The same search every time; another total means another search.
# A change of the search that was meant: scripts/test-cli --accept build/release/kifu tests/cli/bench/engine.sh
kifu bench engine --weights material --depth 6 --hash 4 | sed 's/ nodes .*/ nodes/'
