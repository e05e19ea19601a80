# A conversation as GUIs have it: what the engine is, a board, moves of both, mistakes, a handicap, a
# game from a file, the end; the same with the same seed, and one network for all processors.
cp "$TOP/tests/cli/gtp/tiny.network" .
printf '(;GM[1]SZ[19]KM[0.5];B[pd];W[dp];B[dd])\n' >'a game.sgf'
cat >talk.txt <<'TALK'
1 protocol_version
2 name
3 known_command genmove
4 boardsize 13
5 boardsize 19
6 clear_board
7 komi 6.5
8 play black Q16 # a comment

9 genmove white
play b Q16
play b Z3
kifu-people 3
undo
undo
undo
fixed_handicap 4
10 genmove w
time_settings 300 30 5
time_left b 120 0
loadsgf a game.sgf 3
showboard
loadsgf nothing.sgf
nonsense
11 quit
12 name
TALK
kifu gtp --network tiny.network --seed 1 <talk.txt | tee once
kifu gtp --network tiny.network --seed 1 <talk.txt | cmp - once
for cpu in base v3; do KIFU_CPU=$cpu kifu gtp --network tiny.network --seed 1 <talk.txt | cmp - once; done
kifu gtp --network tiny.network --seed 2 <talk.txt | cmp -s - once || echo "another seed, another game"
# Persons differ, and so do the images that are judged.
people() { echo kifu-people | kifu gtp --network tiny.network "$@"; }
people --person professional | cmp - <(people)
people --person amateur | cmp -s - <(people) || echo "amateurs differ"
people --images 8 | cmp -s - <(people --images 1) || echo "images count"
# A score that the network does not believe: points of komi win an empty board, which it does not see.
printf '%s\n' 'komi -99' kifu-score final_score | kifu gtp --network tiny.network 2>&1 | sed 's/win [0-9.]*/win P/; s/winner [0-9]*/winner P/'
# Lines of Windows, and no end of the last line.
printf 'name\r\nprotocol_version' | kifu gtp --network tiny.network
