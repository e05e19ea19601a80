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

# People, whatever the spelling: one who has nearly all games is meant, with a note and the score.
mkdir people
for file in {1..9}; do
    for other in 1 3 8; do
        name='山田太郎'
        ((other != 1)) || name='山田 太郎 九段'
        ((file != 9 || other != 8)) || name='山田花子'
        game "$name" "鈴木$file" 'x' "+${file}7${file}6FU,-${other}3${other}4FU" >"people/$file$other.csa"
    done
done
"$KIFU" import people.kifu people --quiet >/dev/null
count() { "$KIFU" search people.kifu "$@" --count --json 2>&1 | sed 's/,"positions".*"player":{\("wins":[0-9]*\).*/ \1/; s/,"positions".*//'; }
for word in 山田 山田太郎 山田花子 s.山田 太郎 'not 山田' 鈴木; do echo "$word: $(count "$word")"; done
count 山田 --lang ja | head -n 1
count 山田 --quiet
