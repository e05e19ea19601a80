# A problem a line, answered in order whatever the number of threads; given moves are not played.
cat >problems <<'END'
# two mates and a position without
4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1
sfen 9/k1p6/9/G8/9/9/9/9/L7R b N 1 moves 9d9c 9b9a 1i1a

startpos
END
kifu mate problems --shortest --jobs 1; echo $?
kifu mate problems --shortest --json --jobs 1 | sed 's/"nodes":[0-9]*/"nodes":…/'
for _ in 1 2 3 4 5 6 7 8 9; do cat problems; done >many
kifu mate many --jobs 1 --json >one && kifu mate many --jobs 4 --json >four && cmp one four && wc -l <four
grep startpos problems | kifu mate -; echo $?
