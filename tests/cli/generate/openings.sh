# Openings from files; what does not begin at the even start is left out, what is wrong is an error.
printf '%s\n' '# two openings' 'startpos moves 7g7f 3c3d 7f7e 3d3e' '' \
    'sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 3c3d' '7g7f 8c8d' >book
kifu generate - --games 50 --openings book | cut -d ' ' -f 3 | sort -u
gzip -k book
kifu generate - --games 50 --openings book.gz | cmp - <(kifu generate - --games 50 --openings book 2>/dev/null) && echo "packed is the same"
printf 'startpos moves 7g7f\nstartpos moves 7g7e\n' >bad
kifu generate - --games 1 --openings bad; echo $?
printf 'sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n' >none
kifu generate - --games 1 --openings none; echo $?
kifu generate - --games 1 --openings missing; echo $?
# Long openings are followed as far as asked.
kifu generate - --games 1 --seed 4 --quiet >long.usi 2>/dev/null
follow() { kifu generate - --engine --weights material --nodes 1 --games 20 --random-plies 0 --max-plies 300 --openings long.usi "$@" --quiet 2>/dev/null; }
# The longest beginning, in words, that a game has in common with the opening.
shared() { awk -v n="$(cat long.usi)" 'BEGIN { split(n, a, " ") } { for (i = 1; i <= NF && $i == a[i]; i++); if (i > most) most = i } END { print most - 3 }'; }
(($(follow | shared) <= 40)) && echo "40 plies at most"
(($(follow --opening-plies 100 | shared) > 60)) && echo "followed further"
