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
