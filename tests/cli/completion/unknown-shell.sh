kifu completion tcsh
