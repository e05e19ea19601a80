# The board of the first hit, in games other than shogi.
cat >games.sgf <<'END'
(;GM[1]SZ[9]PB[Ao]PW[Bi]RE[B+R];B[cc];W[gg];B[gc];W[cg])
END
kifu import go.kifu games.sgf --quiet >/dev/null
kifu search go.kifu 'bC7 wG3' --board --quiet
kifu chaturanga simulate --players P0,P0,P0,P0 --games 1 --seed 1 --jobs 1 --progress none -o game.chatur >/dev/null
kifu import four.kifu game.chatur --quiet >/dev/null
kifu search four.kifu 'ply:3' --board --quiet
