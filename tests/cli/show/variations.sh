# Variations follow the line they leave; control characters in comments do not reach the terminal.
cat >game.kif <<'END'
手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)
*初手のコメント
*二行目
   2 ３四歩(33)
   3 ２六歩(27)
   4 投了
まで3手で後手の勝ち

変化：2手
   2 ８四歩(83)
   3 ６八銀(79)
END
printf '*\033[31mred\n' >>game.kif
"$KIFU" show game.kif --lang ja
"$KIFU" show game.kif --lang en | tail -n 12
