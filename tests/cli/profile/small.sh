# Four games with known results: both colours, a draw, two spellings of one person, names that a page must escape.
game() { # BLACK WHITE DATE END MOVES...
    # shellcheck disable=SC2016 # dollars of CSA, not of the shell
    printf 'V2.2\nN+%s\nN-%s\n$EVENT:e\n$START_TIME:%s\nPI\n+\n' "$1" "$2" "$3"
    printf '%s\n' "${@:5}"
    printf '%%%s\n/\n' "$4"
}
rook=(+7776FU -3334FU +6766FU -8384FU +2868HI -8485FU)
static=(+2726FU -8384FU +2625FU -8485FU +6978KI -4132KI)
{
    game 'Habu Yoshiharu' '<b>A&B</b>' 1990/01/02 TORYO "${rook[@]}" +3938GI
    game '羽生善治' '谷川浩司' 1991/01/02 TORYO "${rook[@]}"
    game '谷川浩司' '羽生善治' 1991/02/03 SENNICHITE "${static[@]}"
    game '谷川浩司' '中原誠' 1992/02/03 TORYO "${static[@]}" +3938GI
} >games.csa
kifu import db.kifu games.csa --quiet >/dev/null
kifu profile db.kifu 羽生善治 --sequences 0
echo "exit $?"
# shellcheck disable=SC2094 # the name of the command, not of the file
kifu profile db.kifu 羽生善治 --json >profile
jq -c '[.name, .query, .games, .from, .to, .player.wins, .player.losses, .player.draws, .player.score]' profile
jq -c '.spellings, (.opponents | map([.name, .games, .player.wins, .player.losses, .player.draws]))' profile
jq -c '.openings[] | select(.name == "shiken-bisha") | [.games, .black.wins, .black.losses, .white.wins, .game, .ply]' profile
jq -c '.years | map([.year, .games, .player.score])' profile
jq -c '.lengths' profile
echo 'only some games'
kifu profile db.kifu 羽生善治 date:1991 --json | jq -c '[.games, .query]'
kifu profile db.kifu 羽生善治 date:1991 player:谷川 --json | jq -c '[.games, .player.losses, .player.draws]'
kifu profile db.kifu 羽生善治 谷川 --json | jq -c '[.games, .player.losses, .player.draws]' # a word that only the database knows
echo 'fields'
jq -r 'keys_unsorted | join(" ")' profile
jq -r '.openings[0], .opponents[0], .years[0], .sequences[0] | keys_unsorted? | join(" ")' profile
echo 'in Japanese'
kifu profile db.kifu 谷川浩司 --sequences 0 --lang ja | head -n 8
