# The board at a ply: from the start, from the end, the last; in Japanese and English; seen from White.
line='startpos moves 7g7f 3c3d 8h2b+ 3a2b'
"$KIFU" show "$line" --ply 0 --lang ja
"$KIFU" show "$line" --ply 3 --lang ja
"$KIFU" show "$line" --ply -1
"$KIFU" show startpos moves 7g7f 3c3d 8h2b+ 3a2b --ply last --flip
"$KIFU" show "$line" --ply 2 --lang ja --pieces letters --no-coordinates
"$KIFU" show "$line" --ply 4 --lang en --pieces kanji
