# How likely people were to find each move: probabilities and orders of three classes, the surprise of one; of a record,
# a game of a database, a line of play; the same by every processor; what does not go together is refused.
exec 2>&1
network=$TOP/tests/cli/natural/tiny.network
cat >game.usi <<'END'
startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 7a7b
END
kifu import db.kifu game.usi --quiet >/dev/null
people() { kifu eval --people --network "$network" "$@"; }
people game.usi --json --quiet >file.json
people db.kifu:0 --json --quiet | sed 's/"record":"[^"]*"/"record":"x"/' >db.json
sed 's/"record":"[^"]*"/"record":"x"/' file.json | cmp - db.json && echo "a game of a database is the same"
jq -c '[.ply, .move, (.found | keys), (.nth | keys), .class]' file.json | sed -n '1p;$p'
# p of every class is a probability; the surprise is -ln p of the class; the order is among the legal moves.
jq -s -c 'map((.found | to_entries | map(.value > 0 and .value < 1) | all) and
    ((.surprise - -(.found.pro | log)) | fabs) < 0.01 and .nth.pro >= 1 and .nth.pro < 60) | all' file.json
people game.usi --json --quiet --class online |
    jq -s -c 'map(((.surprise - -(.found.online | log)) | fabs) < 0.01 and .class == "online") | all'
for cpu in base v3; do
    KIFU_CPU=$cpu people game.usi --json --quiet | cmp - file.json && echo "the same by $cpu"
done
# Moves before it are seen, too: the same position after other moves has other figures.
people startpos moves 7g7f 3c3d 2g2f 8c8d --json --quiet | tail -n 1 | jq -c .found >one
people startpos moves 2g2f 3c3d 7g7f 8c8d --json --quiet | tail -n 1 | jq -c .found >two
cmp -s one two || echo "the moves before count"
# To read.
people startpos moves 7g7f 3c3d --quiet | sed 's/[0-9.]* %  *[0-9]*/P R/g; s/[0-9.]*$/S/' | sed -n '2,$p'
people startpos moves 7g7f --quiet --lang ja | sed -n 1p
# What is refused.
kifu eval --people --ply 3 game.usi
kifu eval --class online game.usi
people nowhere.usi
kifu eval --people --network nowhere.network game.usi
kifu eval --people --network game.usi game.usi
echo "status $?"
# Nothing to judge.
people startpos
echo "status $?"
# A move that is forced surprises nobody.
people 'sfen 4k4/4G4/9/9/9/9/9/9/4K4 w - 1 moves 5a5b' | tail -1
people 'sfen 4k4/4G4/9/9/9/9/9/9/4K4 w - 1 moves 5a5b' --json | grep -o '"surprise":0,'
