# One object a position; terms add up to the value; moves are played; records, too.
kifu eval --json -w material --depth 0 startpos moves 7g7f 3c3d 8h2b+ | sed 's/"pieces".*"quiescence"/… "quiescence"/'
kifu eval --json -w paper --depth 1 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 | grep -o '"search".*' | sed 's/"nodes":[0-9]*/…/'
printf '%s\n' 'startpos moves 7g7f' 'startpos moves 2g2f 8c8d' >two
kifu eval two --json --depth 0 -w material | cut -d, -f1-3
kifu eval - --ply 1 --json --depth 0 -w material <two | cut -d, -f1-3
for w in net paper material; do
    kifu eval --json -w $w --depth 0 startpos | grep -o '"evaluation":"[a-z]*","value":'
done
[[ $(kifu eval --json --depth 0 startpos) =~ '"evaluation":"'(net|halfka)\" ]] && echo default
