# Who is who: one person under several spellings, evidence from games, decisions and their undoing.
# game BLACK WHITE DATE MOVES: a record in CSA
game() {
    # shellcheck disable=SC2016 # dollars of CSA, not of the shell
    printf 'V2.2\nN+%s\nN-%s\n$START_TIME:%s\nPI\n+\n' "$1" "$2" "$3"
    local i
    for ((i = 0; i < $4; i++)); do
        printf '%s\n' +2858HI -8252HI +5828HI -5282HI
    done
    printf '%s\n' "$5" '%TORYO'
}
game '羽生善治 九段' 'Taro Yamada' 2001/05/01 11 +7776FU >a.csa
game 'Yoshiharu Habu' 'Yamada Taro' 2004/05/01 12 +2726FU >b.csa
game '山川一郎' 'Habu Yoshiharu' 1999/03/02 11 +9796FU >c.csa
game 'Yamakawa Ichiro' 'Habu Yoshiharu' 1999/03/02 11 +9796FU >d.csa
game '山川二郎' 'handle[3D]' 2010/01/01 2 +1716FU >e.csa
game '先手' 'handle' 2011/01/01 3 +1716FU >f.csa
"$KIFU" import --quiet games.kifu ./*.csa >/dev/null
players() {
    "$KIFU" players games.kifu "$@" 2>&1
    echo "exit $?"
}
count() { "$KIFU" search games.kifu "$1" --count --json | sed 's/,.*//'; }
players
players 羽生
players はぶ --json
players yamakawa --json
players nobody
echo "# queries mean the person"
count player:羽生
count 'player:"Yoshiharu Habu"'
count 'player:=羽生善治'
count black:羽生
count white:habu
count player:山川
count winner:羽生
echo "# decisions"
players --merge 山川二郎 handle
players handle
players --merge 山川二郎 'handle[3D]'
count player:山川二郎
players --split 'Yoshiharu Habu'
count player:羽生
"$KIFU" compact games.kifu --quiet >/dev/null
count player:羽生
players --undo
count player:羽生
players --undo
players --undo
count player:山川二郎
echo "# a list of one's own"
echo '山川二郎 = handle = Jiro' >games.kifu/people.txt
count player:jiro
players jiro --lang ja
echo '山川二郎 = ' >games.kifu/people.txt
"$KIFU" search games.kifu player:jiro 2>&1
players
rm games.kifu/people.txt
echo "# an edited name is the name"
"$KIFU" edit games.kifu 2 'black=川口三郎' >/dev/null
players yamakawa
players 川口
count player:川口
echo "# one game from two sources: the players exchanged, the game too short, then removed"
mkdir sources
game '山田一太' 'Suzuki Jiro' 2001/05/01 11 +7776FU >sources/a.csa
game 'Suzuki Jiro' '山田一太' 2001/05/01 11 +7776FU >sources/b.csa
game '川上五郎' 'Umino Saburo' 2002/05/01 5 +7776FU >sources/c.csa
game 'Kawakami Goro' 'Umino Saburo' 2002/05/01 5 +7776FU >sources/d.csa
game '川上五郎' '川上五郎' 2003/05/01 6 +7776FU >sources/e.csa
"$KIFU" import --quiet sources.kifu sources/*.csa >/dev/null
"$KIFU" players sources.kifu
"$KIFU" remove sources.kifu 'date:2001 or date:2003' --quiet
"$KIFU" players sources.kifu
echo "# misuse"
players --merge a
players --split
players --merge --split a
players --undo a
players a b
players --split nobody
players --merge nobody 羽生
ls games.kifu
"$KIFU" check games.kifu
