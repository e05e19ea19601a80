# Somebody to play against: drawn by the seed, explained in either language, with openings from a
# database.  What is played belongs to the network and the weights; that it is the same again is
# compared, and the form of what is said.
ask() { printf '%s\n' "$@" 'position startpos moves 7g7f 3c3d 8h2b+' 'go nodes 1000'; }
play() { kifu usi --hash 1 --person "$@" | sed -E 's/ time [0-9]+//; s/ nps [0-9]+//'; }
figures() { sed -E 's/[0-9][a-i][0-9][a-i]\+?/MOVE/g; s/[▲△][^（:。]*/手/g; s/-?[0-9]+(\.[0-9]+)?/N/g'; }
ask | play club-player --seed 7 >one
ask | play club-player --seed 7 | diff one - && echo the same again
ask | play club-player --seed 7 | grep '^bestmove'
ask | play professional --seed 1 | figures
ask 'setoption name Explain value japanese' | play strong-amateur --seed 1 | figures
ask 'setoption name Explain value none' 'setoption name Person value beginner' | play none --seed 1 | figures
echo 'other seeds: other moves'
for seed in 1 2 3 4 5 6 7 8; do
    printf '%s\n' 'position startpos' 'go nodes 300' | play beginner --seed "$seed" | grep '^bestmove'
done | sort -u | wc -l | sed 's/^[2-8]$/several/'
# whose turn it is with nothing but its own mate to come: an only move, mate, and no board left
printf '%s\n' 'position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1' 'go nodes 1000' | play professional --seed 1 | grep -v depth | sed 's/about [0-9]*/about N/'
printf '%s\n' 'position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1' 'go nodes 1000' | play professional --seed 1
# no time for a search, for the network, for anything: what people would play all the same
for seed in 1 2 3 4 5 6; do
    for ms in 0 1 10; do
        printf '%s\n' 'setoption name NetworkDelay value 0' 'position startpos moves 7g7f 3c3d 8h2b+' "go movetime $ms" |
            play club-player --seed "$seed" | grep -v '^info'
    done
done | sort | uniq -c
# and if the option comes so late that the network is not read yet
for seed in 1 2 3 4 5 6; do
    printf '%s\n' 'setoption name Person value club-player' "setoption name Person_Seed value $seed" \
        'position startpos moves 7g7f 3c3d 8h2b+' 'go movetime 1' | kifu usi --hash 1 | grep -v '^info'
done | sort | uniq -c
# openings
for n in 1 2 3; do
    printf 'V2.2\nN+Ann\nN-Bob\nPI\n+\n+2726FU\n-3334FU\n%s\n%%TORYO\n' "+$((n + 4))7$((n + 4))6FU"
    echo /
done | sed '$d' >games.csa
kifu import games.kifu games.csa --quiet >/dev/null
printf '%s\n' 'position startpos' 'go nodes 100' 'position startpos moves 2g2f' 'go nodes 100' |
    kifu usi --hash 1 --weights material --like games.kifu player:Ann | grep -E 'string|2g2f'
printf '%s\n' 'position startpos moves 2g2f' 'go nodes 100' |
    kifu usi --hash 1 --like games.kifu 'player:Bob' | grep -E 'string|bestmove'
# of no use when the GUI names them: told, and the person plays on without openings
printf '%s\n' 'setoption name Like_Database value games.kifu' 'setoption name Like_Query value player:Dan' isready \
    'position startpos' 'go nodes 1000' | play club-player --seed 1 | figures | sort -u
kifu usi --like games.kifu 'player:Ann (' </dev/null; echo $?
kifu usi --like games.kifu 'player:Dan' </dev/null; echo $?
kifu usi --like nowhere.kifu </dev/null; echo $?
kifu usi player:Ann </dev/null; echo $?
kifu usi --person nobody </dev/null; echo $?
