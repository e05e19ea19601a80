# For people, in both languages.
printf '%s\n' 'startpos moves 7g7f 3c3d 2g2f' 'startpos moves 7g7f 3c3d 6g6f' 'startpos moves 2g2f 3c3d 7g7f' \
    'sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d' >games.usi
kifu import games.kifu games.usi --quiet >/dev/null
kifu census games.kifu
kifu census games.kifu --lang ja --top 4
