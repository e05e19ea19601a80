# Books to play from: as `kifu book` writes them in either format, and a database itself; how a move is
# chosen, how far the book is followed, and what is wrong with it, which never stops the engine.
game() { printf 'V2.2\nN+A\nN-B\nPI\n+\n%s\n%%TORYO\n/\n' "$(printf '%s\n' "$@")"; }
{
    game +7776FU -3334FU +2726FU
    game +7776FU -8384FU +2726FU
    game +7776FU -3334FU +6766FU -8384FU
    game +2726FU -3334FU +7776FU -4344FU
} | sed '$d' >games.csa
kifu import games.kifu games.csa --quiet >/dev/null
kifu book games.kifu --to yaneuraou --min-games 1 --quiet -o book.db
kifu book games.kifu --to apery --min-games 1 --quiet -o book.bin
play() { kifu usi --hash 1 --weights material "$@" | sed -E 's/ time [0-9]+//; s/ nps [0-9]+//'; }
ask() { printf '%s\n' "$@" 'position startpos' 'go nodes 100'; }
for book in book.db book.bin games.kifu; do
    echo "== $book"
    ask 'setoption name BookChoice value games' | play --book $book
    ask 'setoption name BookChoice value score' 'setoption name BookMinGames value 2' | play --book $book | grep best
    # the same position by another order of moves
    printf '%s\n' 'position startpos moves 2g2f 3c3d' 'go nodes 100' | play --book $book | tail -n 2
done
echo "== in Japanese, and silent"
ask 'setoption name Explain value japanese' 'setoption name BookMinGames value 2' | play --book book.db | grep string
ask 'setoption name Explain value none' 'setoption name BookMinGames value 2' | play --book book.db
echo "== the same seed, the same moves; other seeds, other moves"
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do ask | play --book book.db --seed $seed | grep best; done >one
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do ask | play --book book.db --seed $seed | grep best; done | cmp - one && sort -u one
echo "== not in the book, beyond what is to be followed, switched off, some moves alone, analysis"
book_moves() { play "$@" | grep -c 'opening book'; }
printf '%s\n' 'position startpos moves 9g9f' 'go nodes 100' | book_moves --book book.db
ask 'setoption name BookMoves value 0' | book_moves --book book.db
ask 'setoption name USI_OwnBook value false' | book_moves --book book.db
ask 'setoption name BookFile value no_book' | book_moves --book book.db
printf '%s\n' 'position startpos' 'go nodes 100 searchmoves 7g7f' | book_moves --book book.db
printf '%s\n' 'position startpos' 'go infinite' stop | book_moves --book book.db
echo "== a position of this game is not played to again"
printf '%s\n' '#YANEURAOU-DB2016 1.00' \
    'sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B3R3/LNSGKGSNL b - 1' '4h2h none 0 0 1' >back.db
there='position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B3R3/LNSGKGSNL b - 1'
printf '%s\n' "$there" 'go nodes 100' "$there moves 4h5h 5a4b 5h4h 4b5a" 'go nodes 100' |
    play --book back.db | grep -c string
printf '%s\n' 'position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 5a4b 2h4h 4b5a' 'go nodes 100' |
    play --book back.db | grep -c string
echo "== mistakes"
ask 'setoption name BookFile value nowhere.db' | play | grep -v depth | sed 's/bestmove .*/bestmove …/'
echo 'no book' >other
ask 'setoption name BookFile value other' 'isready' | play | grep -v depth | sed 's/bestmove .*/bestmove …/'
printf '%s\n' '#YANEURAOU-DB2016 1.00' 'sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1' \
    '7g7e none 0 0 5' 'word none 0 0 5' '1g1f none 0 0 2' >illegal.db
ask | play --book illegal.db
kifu usi --book nowhere.db </dev/null; echo $?
kifu usi --book other </dev/null; echo $?
echo "== matches"
kifu match material material --depth 1 --games 6 --max-plies 3 --option-a BookFile=book.db --option-a BookChoice=games \
    -o games1.csa --progress none >/dev/null
grep -c '^+7776FU' games1.csa | sed 's/[3-6]/from the book/'
kifu match "usi:$KIFU usi --weights material" material --depth 1 --games 2 --max-plies 2 --option-a BookFile=book.db \
    --option-a BookChoice=games -o games2.csa --progress none >/dev/null
grep -c '^+7776FU' games2.csa | sed 's/[12]/from the book/'
kifu match material material --depth 1 --games 1 --option-a BookFile=nowhere.db --progress none; echo $?
echo "== a reply that is not legal is no part of the variation"
printf '#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f 9i9h 30 8 5\n' >reply.db
ask 'setoption name Explain value none' | play --book reply.db
