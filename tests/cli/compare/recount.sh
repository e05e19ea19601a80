# Figures against searches that count the same: names of a player's own side, moves, sequences.
kifu generate db.kifu --games 800 --castles all --seed 4 --quiet
name=$(kifu export db.kifu --to csa | sed -n 's/^N[+-]//p' | sort | uniq -c | sort -k1,1nr -k2 | awk 'NR == 1 {print $2}')
count() { kifu search db.kifu "$1" --count --json | jq .games; }
kifu compare db.kifu "player:$name" "not player:$name" --all --json >rows
jq -c 'select(.kind == "summary") | [.a.side, .b.side, .both, .a.games + .b.games]' rows
kifu compare db.kifu "$name" "not $name" --all --json --kind sequences,castles | head -n 1 | jq -c '[.a.games, .b.games]' >bare
[[ $(head -n 1 rows | jq -c '[.a.games, .b.games]') == "$(<bare)" ]] && echo 'a name that only the database knows'
echo 'names: of the player only'
jq -r 'select(.kind == "opening" or .kind == "castle" or .kind == "shape") | [.query, .a.games] | @tsv' rows | head -n 25 |
    while IFS=$'\t' read -r query games; do
        black=$(count "s.$query s.player:$name"); white=$(count "g.$query g.player:$name")
        ((games == black + white)) || echo "$query: $games, not $black + $white"
    done
echo 'moves: by whoever, and by the player'
# shellcheck disable=SC2094 # the name of the command, not of the file
kifu compare db.kifu date:..1999 date:2000.. --all --kind moves --json >moves
jq -r 'select(.kind == "move") | [.query, .move, .a.games, .a.of] | @tsv' moves | head -n 25 |
    while IFS=$'\t' read -r query move games of; do
        kifu moves db.kifu "$query date:..1999" --json >next
        [[ $(jq -r "select(.move == \"$move\") | .games" next) == "$games" || $games == 0 ]] || echo "$query: $move $games"
        [[ $(jq -s 'map(.games) | add' next) == "$of" ]] || echo "$query: of $of"
    done
jq -r 'select(.kind == "move") | [.query, .move, .a.games] | @tsv' rows | head -n 10 |
    while IFS=$'\t' read -r query move games; do
        black=$(kifu moves db.kifu "$query turn:s s.player:$name" --json 2>/dev/null | jq -r "select(.move == \"$move\") | .games")
        white=$(kifu moves db.kifu "$query turn:g g.player:$name" --json 2>/dev/null | jq -r "select(.move == \"$move\") | .games")
        ((games == black + white)) || echo "$query $move: $games, not $black + $white"
    done
echo 'sequences: games that have them'
# shellcheck disable=SC2094 # the name of the command, not of the file
kifu compare db.kifu date:..1999 date:2000.. --all --kind sequences --json >sequences
jq -r 'select(.kind == "sequence") | [.query, .a.games, .b.games] | @tsv' sequences | head -n 10 |
    while IFS=$'\t' read -r query a b; do
        [[ $(count "($query) date:..1999") == "$a" && $(count "($query) date:2000..") == "$b" ]] || echo "$query: $a $b"
    done
echo 'any number of threads'
cmp <(kifu compare db.kifu date:..1999 date:2000.. --all --json -j1) <(kifu compare db.kifu date:..1999 date:2000.. --all --json -j3) && echo same
echo 'sequences that a game repeats'
# Sequences that a game has several times count once: the same four moves, again and again, after various others.
for ((i = 0; i < 36; i++)); do
    # shellcheck disable=SC2016 # dollars of CSA, not of the shell
    printf 'V2.2\nN+%s\nN-%s\n$START_TIME:%s/01/02\nPI\n+\n' A B $((1980 + i))
    printf '+%d7%d6FU\n-%d3%d4FU\n' $((i / 6 + 1)) $((i / 6 + 1)) $((i % 6 + 1)) $((i % 6 + 1))
    for _ in 1 2 3; do printf '+5958OU\n-5152OU\n+5859OU\n-5251OU\n'; done
    printf '%%TORYO\n/\n'
done >again.csa
kifu import again.kifu again.csa --quiet >/dev/null
kifu compare again.kifu date:..1999 date:2000.. --all --kind sequences --json | jq -c 'select(.kind == "sequence") | [.a.games, .a.of, .b.games, .b.of]' | sort -u
