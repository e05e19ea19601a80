# Records of chaturanga: a page, the board at a ply in both languages, JSON, pictures.
cat >game.chatur <<'END'
chaturanga 1
Red: Asha
Green: Bela
Yellow: Chitra
Black: Dev
Event: evening game
Date: 2026-11-16
* four friends
1 red 22 a1c3 c3a5
* Bela's raja falls
2 yellow 35 g8f6 h7h6 2.5s
3 black 44 -

variation 2
2 yellow 44 -
END
kifu show game.chatur
echo ---
kifu show game.chatur --ply 1 --lang ja
echo ---
kifu show game.chatur --ply 2 --json
kifu show game.chatur --ply 2 --as chaturanga
echo --- pictures
kifu show game.chatur --ply 1 --as svg --mark d4 >board.svg
grep -c '<svg' board.svg
grep -o 'class="[^"]*frozen[^"]*"' board.svg | sort -u | head -2
kifu show game.chatur --ply 1 --as png -o board.png && head -c 8 board.png | od -An -c
kifu show game.chatur --as svg --mark z9 2>&1
echo "exit $?"
