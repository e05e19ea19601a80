# Figures against searches that count the same.
kifu generate db.kifu --games 900 --castles all --seed 4 --quiet
name=$(kifu export db.kifu --to csa | sed -n 's/^N[+-]//p' | sort | uniq -c | sort -k1,1nr -k2 | awk 'NR == 1 {print $2}')
# shellcheck disable=SC2094 # the name of the command, not of the file
kifu profile db.kifu "=$name" --json >profile
player() { kifu search db.kifu "$1" --count --json | jq -c '.player | [.wins, .losses, .draws, .unknown, .score, .low, .high]'; }
score='[.wins, .losses, .draws, .unknown, .score, .low, .high]'
[[ $(player "player:=$name") == "$(jq -c ".player | $score" profile)" ]] && echo all
for seat in black white; do
    [[ $(player "$seat:=$name player:=$name") == "$(jq -c ".$seat | $score" profile)" ]] && echo $seat
done
echo 'names'
jq -r '(.openings + .castles + .shapes)[] | [.query, (.black | tojson), (.white | tojson)] | @tsv' profile >names
(($(wc -l <names) > 20)) && echo many
while IFS=$'\t' read -r query black white; do
    for seat in s g; do
        want=$black
        [[ $seat == s ]] || want=$white
        got=$(kifu search db.kifu "$seat.$query $seat.player:=$name" --count --json | jq .games)
        [[ $got == "$(jq '.wins + .losses + .draws + .unknown' <<<"$want")" ]] || echo "$seat.$query: $got, $want"
    done
done < <(head -n 30 names)
echo 'opponents, years, lengths, results: each game once'
jq -c '[.games == ([.opponents[].games] | add), .games == ([.years[].games] | add), .games == ([.lengths.bins[][1]] | add),
    .lengths.games == .games, .lengths.won.games == .player.wins, .lengths.lost.games == .player.losses]' profile
other=$(jq -r '.opponents[0].name' profile)
[[ $(kifu search db.kifu "players:=$name,=$other" --count --json | jq .games) == "$(jq '.opponents[0].games' profile)" ]] && echo opponent
year=$(jq -r '.years[0].year' profile)
[[ $(player "player:=$name date:$year") == "$(jq -c ".years[0].player | $score" profile)" ]] && echo year
echo 'sequences'
jq -r '.sequences[:5][] | [.query, .games] | @tsv' profile | while IFS=$'\t' read -r query games; do
    [[ $(kifu search db.kifu "($query) player:=$name" --count --json | jq .games) == "$games" ]] || echo "$query: $games"
done
echo 'beginnings'
jq -c '(.beginnings | map(.games) | add) == .games' profile
for seat in black white; do
    jq -r --arg seat $seat '[.beginnings[] | select(.seat == $seat)][:2][] | [.query, .games, .player.wins, (.moves | length)] | @tsv' profile |
        while IFS=$'\t' read -r query games wins moves; do
            found=$(kifu search db.kifu "($query) $seat:=$name" --count --json)
            [[ $moves == 6 && $(jq -r '"\(.games) \(.own.wins)"' <<<"$found") == "$games $wins" ]] || echo "$query: $found"
        done
done
kifu generate go.kifu --game go --games 200 --seed 2 --quiet
name=$(kifu players go.kifu --json --limit 1 | jq -r .name)
kifu profile go.kifu "==$name" --json >go
jq -r '.beginnings[:3][] | [.query, .games, .seat] | @tsv' go | while IFS=$'\t' read -r query games seat; do
    [[ $(kifu search go.kifu "$query $seat:==\"$name\"" --count --json | jq .games) == "$games" ]] || echo "$query: $games"
done
name=$(jq -r .name profile)
echo 'where to see it'
jq -r '.castles[:3][] | [.game, .ply, .query] | @tsv' profile | while IFS=$'\t' read -r game ply query; do
    [[ $(kifu search db.kifu "id:$game $query ply:$ply" --count --json | jq .games) == 1 ]] || echo "$game $ply $query"
done
echo 'any number of threads'
cmp <(kifu profile db.kifu "=$name" --json -j1) <(kifu profile db.kifu "=$name" --json -j3) && echo same
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
kifu profile again.kifu A --json | jq -c '.sequences[0] | [.games, .player.wins + .player.losses]' | sort -u
