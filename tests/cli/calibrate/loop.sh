# The whole loop in one command: self-play, weights fitted to it, old against new; begun again, it
# goes on where it was.  Nothing here depends on which moves the engine finds.
export OPENINGS='' GAMES=60 NODES=20 MATCH_GAMES=4 MATCH_NODES=50 TERMS=material JOBS=1
"$TOP/scripts/calibrate-weights" new.txt >out 2>err || cat err
head -n 1 new.txt
cmp new.txt new.txt.work/weights.txt && echo "weights are there"
[[ $(grep -c '^board\.' new.txt) == 13 ]] && echo "all of them"
kifu eval --weights new.txt --depth 0 startpos >/dev/null && echo "and can be used"
grep -c '^4 games: ' out
"$TOP/scripts/calibrate-weights" new.txt >again 2>err
cmp <(grep -v ' ms per move' out) <(grep -v ' ms per move' again) && echo "the same again"
grep -o 'are already in the file' err
# weights fitted by two models, and by hand, each against each
export CALIBRATE='--mate-nodes 0' GAMES=2 RULE=osl
"$TOP/scripts/paper-calibration-match" table new.txt.work/games-0.kifu 2>err >table.md || cat err
head -n 3 table.md
grep -c '^| \(LS\|MLM\|by hand\) | -\?[0-9]* | -\?[0-9]* | [0-9]*-[0-9]*-[0-9]*, ' table.md
grep '^progress' table/ml.txt
"$TOP/scripts/paper-calibration-match" table new.txt.work/games-0.kifu 2>err | cmp - table.md && echo "the same again"
"$TOP/scripts/calibrate-weights" 2>&1 | head -n 1
