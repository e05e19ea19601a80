# Mates looked for beside the search: in the time of a move, not with a limit of nodes.
mate='position sfen 4k4/4p4/9/9/9/9/9/9/4K4 b RBGSN 1'
ask() { printf '%s\n' "$@"; }
play() { kifu usi --hash 1 --weights material | sed -E 's/ time [0-9]+//; s/ nps [0-9]+//'; }
hide() { sed -E 's/ mate [0-9]+ .*/ mate …/; s/depth [0-9]+ seldepth [0-9]+/depth …/; s/^(bestmove) .*/\1/'; }
ask "$mate" 'go movetime 600000' | play | hide
ask 'setoption name Root_Mate value false' "$mate" 'go nodes 2000' | play >off
ask "$mate" 'go nodes 2000' | play | cmp - off && echo the same
ask 'setoption name Threads value 2' "$mate" 'go movetime 600000' | play | hide | tail -n 2
ask 'setoption name Threads value 2' "$mate" 'go ponder btime 60000 wtime 60000' ponderhit | play | hide | tail -n 1
