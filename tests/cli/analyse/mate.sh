# Mates are known whatever the evaluation: found, missed, allowed; in both languages, and in records.
analyse() { kifu analyse --weights material --nodes 2000 --quiet "$@"; }
figures='[.moves[] | [.ply, .side, .move, .mate, .class]], [.players[] | [.side, .mates_found, .mates_missed]], .last.mate'
sfen='4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1'
echo "--- found"
analyse --json "$sfen" moves G*5b | jq -c "$figures"
analyse --json "$sfen" moves G*5b | jq -c '.moves[0] | .win, .loss, .best, .line'
analyse --mate-nodes 0 --json "$sfen" moves G*5b | jq -c "$figures"
echo "--- missed: the king walks away"
analyse --json "$sfen" moves 5i5h 5a6a 5h5i | jq -c '[.moves[] | .mate]'
echo "--- missed: a gold too far away"
analyse "$sfen" moves G*9i 5a4b | sed -n '/^Mistakes/,$p' | grep -o '^▲.*was better: .*' | sed 's/[0-9]* %/n %/g; s/(\(inacc\|mist\|blun\)[a-z]*)/(…)/'
analyse --lang ja "$sfen" moves G*9i 5a4b | grep -o '^▲９九金.*' | sed 's/（[0-9]* %.*）//; s/[0-9]* % 下/n % 下/'
echo "--- another check that mates, too, is no mistake; the mate after it goes on"
analyse --json '4k4/9/3PPP3/9/9/9/9/9/4K4 b 2G 1' moves G*4b | jq -c "$figures"
echo "--- mated already, and no move at all"
analyse --json '4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1' | jq -c '.plies, .last, [.players[].moves]'
echo "--- in a record: values are Black's, of the position that the move was made from"
analyse "$sfen" moves G*5b -o mate.csa >/dev/null
grep -A 2 '^+0052' mate.csa
analyse '4k4/9/9/9/9/9/4p4/9/4K4 w 2g 1' moves G*5h -o white.csa >/dev/null
grep -A 1 '^-0058' white.csa
