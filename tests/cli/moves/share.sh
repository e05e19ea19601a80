# The share of a move: of the games in which some move followed.  A game can come back to a position
# and go on in another way, or end there.
game() {
    printf 'V2.2\nN+%s\nPI\n+\n' "$1"
    shift
    printf '%s\n' "$@" %CHUDAN /
}
round=(+4948KI -6162KI +4849KI -6261KI)
{
    for i in {1..12}; do game "plain $i" +7776FU -3334FU; done
    for i in {1..4}; do game "back $i" "${round[@]}" +2726FU; done
    game 'back, and as before' "${round[@]}" "${round[@]}"
    game 'nothing'
} >games.csa
"$KIFU" import db.kifu games.csa --quiet --dup keep >/dev/null 2>&1
figures() { "$KIFU" moves "$@" --json 2>/dev/null | jq -c '[.move, .games, (.share * 1000 | round)]'; }
echo 'one position, by what is stored; 18 games have it, 17 went on'
figures db.kifu 'sfen startpos'
echo "the same in some games"
figures db.kifu 'sfen startpos player:back'
echo 'part of a position: next moves of several plies'
figures db.kifu 's77fu s27fu' --at every | head -3
