# No database, and wrong use.
kifu census; echo $?
kifu census nothing.kifu; echo $?
kifu census nothing.kifu --top -1; echo $?
kifu census nothing.kifu --memory 0; echo $?
