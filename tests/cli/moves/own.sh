# Results of each move for the side that the query names and for its player, as counted from the hits
# and the moves of the games: each game by the side in its first hit.
kifu generate db.kifu --games 400 --seed 5 --quiet >/dev/null 2>&1
kifu export db.kifu --to usi -o games.usi --quiet >/dev/null 2>&1
figures='{wins, losses, draws, unknown, both}'
recount() {
    kifu search db.kifu "$1" --json | jq -s -c --rawfile usi games.usi --arg player "$2" --arg at "$3" '
        def ends: reduce .[] as $seats ({wins: 0, losses: 0, draws: 0, unknown: 0, both: 0};
            .[if $seats.of == "both" then "both"
              elif $seats.result == "d" then "draws"
              elif $seats.result != "b" and $seats.result != "w" then "unknown"
              elif $seats.result == $seats.of[:1] then "wins" else "losses" end] += 1);
        ($usi / "\n" | map(. / " " | .[2:])) as $games
        | group_by(.game) | map(
            sort_by(.from) as $hits | $hits[0] as $hit
            | (if $at == "last" then $hits[-1].to - 1 else $hit.first end) as $ply
            | {move: $games[$hit.game][$ply], seat: ($ply % 2), own: $hit.own, result: $hit.result,
               player: ([("black", "white") as $seat | select($hit[$seat] | contains($player)) | $seat]
                   | if length == 2 then "both" else .[0] end)}
            | select(.move))
        | group_by([.move, .seat])
        | map([.[0].move, .[0].seat, length, (map({of: .own, result}) | ends)]
            + if $player != "" then [map({of: .player, result}) | ends] else [] end)
        | sort[]'
}
counted() {
    kifu moves db.kifu "$1" --at "$3" --json 2>err |
        jq -s -c --argjson player "$2" "map([.move, .seat, .games, (.own | $figures)]
            + if \$player then [.player | $figures] else [] end) | sort[]"
}
compare() { # QUERY PLAYER AT
    counted "$1" "$([[ $2 ]] && echo true || echo false)" "$3" >counted.out
    recount "$1" "$2" "$3" >recounted
    if [[ -s counted.out ]] && diff -q counted.out recounted >/dev/null; then
        echo "$1 at $3: agrees"
    else
        diff counted.out recounted | head -4
    fi
}
for at in first last; do
    compare 'either(s.castle:mino)' '' $at
    compare 'either(s.castle:mino) player:青木' 青木 $at
    compare 'either(s88ou)' '' $at
    compare 's88ou' '' $at
    compare 'player:木 either(s78ou)' 木 $at
done
compare 'startpos either(black:木)' '' first
compare 'startpos player:木 either(black:木)' 木 first
echo 'a side is named, a player, or nobody'
for query in 's76fu' 'moves>=10 player:木' 'either(s76fu) player:木' 'moves>=10'; do
    kifu moves db.kifu "$query" --json --limit 1 2>err | jq -c '[has("own"), has("player")]'
    kifu moves db.kifu "$query" --limit 1 2>err | head -1
done
kifu --lang ja moves db.kifu 'either(s76fu) player:木' --limit 1 2>err | head -1
echo 'a row'
kifu moves db.kifu 'either(s.castle:mino) player:木' --limit 1 2>err | tail -1 | tr -s ' '
kifu moves db.kifu 'either(s.castle:mino) player:木' --json --limit 1 2>err |
    jq -c '[.score, .own.score, .player.score | . * 1000 | round / 10]'
