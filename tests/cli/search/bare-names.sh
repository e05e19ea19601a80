# Words that are no words of the language: castles, openings, players, events and tags by name.
# shellcheck disable=SC2016 # dollars of CSA, not of the shell
game() { printf 'N+%s\nN-%s\n$EVENT:%s\nPI\n+\n%s\n%%TORYO\n' "$1" "$2" "$3" "$4"; }
mino='+5948OU,-3334FU,+4838OU,-8384FU,+3828OU,-8485FU,+3938GI'
mkdir pro other
game 'Yoshiharu Habu' '谷川浩司 九段' 'Oi title' '+7776FU,-3334FU,+2868HI' >pro/1.csa
game 'Habu Yoshiharu' 'Kenji Sato' '竜王戦' '+7776FU,-3334FU' >pro/2.csa
game '佐藤康光' 'Amahiko Sato' 'Kanto' '+2726FU,-8384FU' >other/3.csa
game '佐藤天彦 九段' 'Fujii' 'club' "$mino" >other/4.csa
"$KIFU" import db.kifu pro --tag study --quiet >/dev/null
"$KIFU" import db.kifu other --tag blitz --quiet >/dev/null
# shellcheck disable=SC2046 # words on purpose
try() { echo "$1:" $("$KIFU" search db.kifu "$1" --json --columns id 2>&1 | sed 's/{"id":\([0-9]*\)}/\1/'); }
for word in Habu habu 's.Habu' 'g.Habu' 谷川 浩司 康光 shiken-bisha しけんびしゃ 四間 Oi 竜王戦 study 'study Habu' 'not study' \
    sota blit Kenj; do
    try "$word"
done
# Several of one kind, and none.
for word in 佐藤 Sato mnio kata nto h '"nobody"' Fujii 'Habu >= 3'; do try "$word"; done
"$KIFU" search db.kifu 佐藤 --lang ja 2>&1
echo "exit $?"
