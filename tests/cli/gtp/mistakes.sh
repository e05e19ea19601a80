# With a damaged network, with something else, with none, and with wrong options.
head -c 9000 "$TOP/tests/cli/gtp/tiny.network" >cut.network
kifu gtp --network cut.network </dev/null
kifu gtp --network "$TOP/tests/cli/natural/tiny.network" </dev/null 2>&1 | sed 's|^\(kifu gtp: \).*/tests/|\1…/tests/|' >&2
kifu gtp --network nowhere.network </dev/null
echo "status $?"
kifu gtp --temperature cold </dev/null
kifu gtp --temperature 11 </dev/null
kifu gtp --person nobody </dev/null
echo "status $?"
