# A time that cannot be (over 49 days for a move) is reported, and costs nothing else.
printf '手合割：平手\n   1 ７六歩(77)   ( 9999999:00:00/)\n   2 ３四歩(33)   ( 0:05/)\n' >a.kif
kifu convert a.kif --to csa 2>&1
