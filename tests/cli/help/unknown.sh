kifu help versoin
