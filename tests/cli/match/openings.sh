# Openings from lines, records, archives and databases; those that lead to the same position are
# one; SPRT ends a match; wrong use.
play() { kifu match material material --depth 1 --max-plies 60 --jobs 1 --progress none "$@"; }
moves() { kifu convert "$1" --to usi --quiet | cut -d' ' -f "$2" | LC_ALL=C sort | uniq -c; }
printf '%s\n' 'startpos moves 7g7f 3c3d 2g2f' 'startpos moves 2g2f 3c3d 7g7f' 'sfen 4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1' >lines
play --games 6 --openings lines -o lines.csa >/dev/null
kifu convert lines.csa --to usi --quiet | cut -d' ' -f 1-5 | LC_ALL=C sort | uniq -c
gzip -k lines
play --games 2 --openings lines.gz --opening-plies 1 -o plies.csa >/dev/null && kifu convert plies.csa --to usi --quiet | wc -l
kifu generate db --games 20 --quiet --progress none
play --games 4 --openings db --opening-plies 8 -o db.csa >/dev/null && moves db.csa 1-10 | awk '{ print $1 }'
play --games 2 --openings no-such-file; echo $?
printf '#\n' >empty; play --games 2 --openings empty; echo $?
# a position without moves is no opening
echo 'sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1' >mated; play --games 2 --openings mated; echo $?
kifu match material material --nodes-a 2000 --nodes-b 50 --sprt=-400,0 --jobs 2 --progress none | sed -n "s/.*LLR [0-9.]* //p"
kifu match material; echo $?
play --sprt 5; echo $?
play --games 0; echo $?
