# Numbers measured at positions.  Nine of these counts were compared with what kifu eval --json says
# of each position.
cat >games.usi <<'END'
startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e B*6e 4e3d 6e7f
startpos moves 2g2f 8c8d 2f2e 8d8e
END
"$KIFU" import db.kifu games.usi --quiet >/dev/null
try() { "$KIFU" search db.kifu "$@" --json --limit 0 2>&1 | sed 's/,"seconds.*//'; }
each() { for q; do printf '%s: ' "$q"; try "$q" --count; done; }
each 'progress>=0' 'progress>0' 'progress>=0.2' 'progress>=0.1875' 'progress.diff<0' 'attack.g>0' \
    's.attack>0' 'defence.s>=0.9' 'defence.diff!=0' 'value>0' 'value<=-300' 'value>=0 value<=0'
# Turned round, and with an index beside it.
each 'flip(progress.diff>0)' 'either(attack.g>=0.1875)' 's.hand.ka>=1 progress>0.1' \
    'progress>0.1 then value<0' 'not value>0'
"$KIFU" search db.kifu 's.hand.ka>=1 value>=-10000' --count --verify 2>&1 | sed 's/ (.*ms)//'
"$KIFU" search db.kifu 's.hand.ka>=1 progress.diff<=-0.1' --explain --count 2>&1 | sed 's/ (.*ms)//'
"$KIFU" moves db.kifu 'value>1000' --json | cut -d, -f1,2
"$KIFU" export db.kifu 'progress.diff<=-0.5' --to usi
# What is wrong with a number.
for q in 'progress>=0.1234567' 'value>=x' 'progress:0.5' 'progres>1'; do
    "$KIFU" search db.kifu "$q" 2>&1
done
"$KIFU" search db.kifu 'progress>=0.1234567' --lang ja 2>&1
