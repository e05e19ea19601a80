# The greeting, an answer of fixed depth, words that mean nothing, the end of input; and the other
# name of the program.
printf '%s\n' usi isready usinewgame 'position startpos moves 7g7f' nonsense isready 'go mate 10000' |
    kifu usi --weights material --hash 1 | sed 's/^id name Kifu .*/id name Kifu …/; s/^info time.*/info …/'
printf '%s\n' 'position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1' 'go depth 3' | kifu usi --weights material --hash 1 |
    sed -n 's/^bestmove/&/p'
printf '%s\n' 'position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1' 'go infinite' | kifu usi | grep bestmove
printf '%s\n' 'position sfen nonsense' 'position startpos moves 7g7f 7g7f' 'setoption name Nope value 1' |
    kifu usi
ln -s "$KIFU" kifu-usi
echo isready | ./kifu-usi --hash 1
