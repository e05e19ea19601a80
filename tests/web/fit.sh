# The areas of search, openings and sequences at all widths: nothing lies on anything else, nothing is cut off, boards have
# their sizes; and what lists of games show.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$TOP/scripts/demo-database" "$KIFU" "$work/shogi.kifu"
"$KIFU" generate "$work/go.kifu" --game go --games 200 --seed 1 --quiet >/dev/null
# One person in two scripts; the shape of a query twice in one game.
game() { # BLACK WHITE LAST
    printf "V2.2\nN+%s\nN-%s\nPI\n+\n+2726FU\n-3334FU\n+2625FU\n-8384FU\n+3948GI\n-3142GI\n+4839GI\n-4231GI\n+3948GI\n-3142GI\n%s\n%%TORYO\n" "$1" "$2" "$3"
}
game 'Yoshiharu Habu' 'Somebody' +9796FU >"$work/a.csa"
game '羽生善治' 'Somebody Else' +1716FU >"$work/b.csa"
"$KIFU" import "$work/people.kifu" "$work/a.csa" "$work/b.csa" --quiet >/dev/null
# The same corner of Go in two orientations, one of them with the colours exchanged.
printf '(;GM[1]SZ[19]PB[A]PW[B]RE[B+R];B[pd];W[qf];B[nd];W[dp];B[dd])' >"$work/c.sgf"
printf '(;GM[1]SZ[19]PB[C]PW[D]RE[W+R];B[pp];W[dp];B[cn];W[fp];B[jj])' >"$work/d.sgf"
"$KIFU" import "$work/corners.kifu" "$work/c.sgf" "$work/d.sgf" --quiet >/dev/null
start_server "$work/go.kifu"
go=$url
start_server "$work/people.kifu" "$work/corners.kifu"
few=$url
start_server "$work/shogi.kifu"
node "$TOP/tests/web/fit.mjs" "$url" "$pictures" "$go" "$few"
