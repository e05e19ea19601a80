# Real games: every kind of condition answered by the index and by playing through everything.
data=${KIFU_DATA:-$TOP/../shared/data}/shogi
[[ -f $data/human-pro.tar.zst ]] || { echo "no records at $data" >&2; exit 77; }
"$KIFU" import db.kifu "$data/human-pro.tar.zst" "$data/messy-bioshogi.tar.zst" --quiet >/dev/null 2>&1
ask() { # the exit status of --verify alone is what counts: 0 or 1, never 3
    "$KIFU" search db.kifu "$1" --verify --json "${@:2}" >answer 2>message
    case $? in 0 | 1) ;; *) echo "$1: $(cat message)" ;; esac
}
ask 's99ou g91ou'
ask 's28ou s38gi s49ki'
ask 's28ou s38gi s49ki' --lines
ask 'sgi2 not gfu01'
ask 's.hand.fu>=3 s.hand.gi=1'
ask 'empty:55 any:s56 57:{sfu,sgi}'
ask 'count(sfu,rank:5)>=3'
ask 'material>=800 ply:..60'
ask 'like "lnsgk1snl/1r4gb1/p1pppp1pp/6p2/1p5P1/2P6/PP1PPPP1P/1BG4R1/LNS1KGSNL b - 9" >=38'
ask 'sfen "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"'
ask 'sfen "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3" result:s'
ask 's76fu g34fu then<10 s88um'
ask 's28hi never s28ou'
ask 's48gi for>=30'
ask 'move:s8822um'
ask 'seq:"▲７六歩△３四歩▲２六歩"'
ask 's28ou turn:g (s38gi or s38ki)'
ask 'flip(s28ou s38gi) moves>=100'
ask 'sym(s28ou s38gi s39ki)'
ask 'castle:mino'
ask 'castle:yagura then castle:mino'
"$KIFU" search db.kifu 's99ou g91ou' --count --json >/dev/null && echo 'both in the bear'\''s hole'
