# What a record of Go repeats is noted by the rule one asks for, and kept whatever the rule; suicide
# is noted unless the record's own rules allow it.
printf '(;SZ[2:1];B[aa];W[ba];B[];W[];B[aa](;W[];B[];W[ba])(;W[ba]))' >a.sgf
for rule in simple positional situational; do
    echo "$rule"
    "$KIFU" convert --quiet a.sgf --to sgf -o "$rule.sgf" --ko $rule --report - | sed 's/.*"line"/"line"/'
done
cmp simple.sgf positional.sgf && cmp simple.sgf situational.sgf && echo same
for rules in Japanese 'New Zealand'; do
    printf '(;SZ[5:1]RU[%s]AB[aa][ba]AW[da];B[ca])' "$rules" >b.sgf
    printf '(;SZ[3:1]RU[%s]AW[ba];B[aa])' "$rules" >c.sgf
    echo "$rules"
    "$KIFU" convert --quiet b.sgf c.sgf --to sgf -o out.sgf --force --report - | sed 's/"line".*"message"/"message"/'
done
