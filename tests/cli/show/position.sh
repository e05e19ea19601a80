# A position instead of a file, with the word sfen or without, in quotes or not; and from a pipe.
"$KIFU" show 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 --ply 0
"$KIFU" show "sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1" --ply 0 --json
printf 'startpos moves 2g2f\n' | "$KIFU" show - --ply 1 --json
