# The plies of a game that count: the first at which the query holds, every one, the last; of a whole
# position every one unless told otherwise.
game() {
    printf 'V2.2\nN+%s\nPI\n+\n' "$1"
    shift
    printf '%s\n' "$@" %CHUDAN /
}
round=(+4948KI -6162KI +4849KI -6261KI)
{
    game 'once' +7776FU -3334FU +2726FU -8384FU
    game 'once more' +7776FU -3334FU +8822UM -3122GI
    game 'ends there' +7776FU -3334FU
    game 'the start again' "${round[@]}" +2726FU
} >games.csa
kifu import db.kifu games.csa --quiet --dup keep >/dev/null 2>&1
rows() {
    kifu moves db.kifu "$@" --json 2>err | jq -c '[.move, .seat, .games, .share]'
    kifu moves db.kifu "$@" --limit 0 2>&1
}
echo 'part of a position'
rows 's76fu g34fu'
for at in first every last; do
    echo "at $at"
    rows 's76fu g34fu' --at $at
done
echo 'with a side to move'
rows 's76fu turn:s' --at first
rows 's76fu turn:s' --at last
echo 'a whole position'
rows startpos
rows startpos --at first
rows startpos --at last
echo 'in some games'
rows 'startpos moves<=4' --at every
rows 'startpos ply:1..' # not at once
echo 'about the game alone'
rows 'player:start'
rows 'player:start' --at last
kifu moves db.kifu s76fu --at once 2>&1 | head -1
