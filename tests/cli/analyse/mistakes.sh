# Wrong use is 2; a record that cannot be read costs that record, a file that is not there is told of.
exec 2>&1
cp "$TOP"/docs/samples/{yagura.kif,opening.sgf,shikenbisha.usi} .
analyse() { kifu analyse --weights material --nodes 50 --mate-nodes 0 --progress none "$@"; echo "status $?"; }
kifu analyse; echo "status $?"
analyse game.kif --engine kifu
analyse game.kif --engine "usi: "
kifu analyse game.kif --engine "usi:kifu usi" --mate-nodes 3; echo "status $?"
analyse game.kif --engine-option A=B
analyse game.kif --to csa
analyse game.kif --charset x
analyse game.kif -o x.usi
analyse game.kif -o x.kif --charset nonsense
analyse game.kif -o - --json
analyse game.kif --plot x.png
kifu analyse game.kif --nodes 0; echo "status $?"
echo "--- not there"
analyse nothing.kif
analyse nothing.kifu
kifu analyse yagura.kif --nodes 1 --weights nothing.weights; echo "status $?"
kifu analyse yagura.kif --nodes 1 --engine "usi:no-such-engine"; echo "status $?"
echo "--- not shogi"
analyse opening.sgf
kifu generate go.kifu --game go --games 1 --quiet
analyse go.kifu
echo "--- one bad record among good ones"
cp shikenbisha.usi good.usi
printf '\0\1\2nothing' >garbage.kif
printf 'startpos moves 7g7f 3c3d 2g2g 8c8d\n' >partial.usi
analyse good.usi garbage.kif partial.usi opening.sgf --json --quiet >out
grep -v '^{' out
sed -n 's/^{"record":"\([^"]*\)".*"plies":\([0-9]*\).*/\1 \2/p' out
analyse good.usi missing.kif --json --quiet | grep -v '^{'
echo "--- what is behind the last game of a limit is not looked at"
analyse good.usi missing.kif --limit 1 --json --quiet | grep -v '^{'
echo "--- what is there is not overwritten; several games are no one graph"
touch there.kif there.svg there.tsv
analyse good.usi -o there.kif
analyse good.usi --plot there.svg
analyse good.usi --table there.tsv
analyse good.usi partial.usi --plot new.svg | tail -n 3
[[ -e new.svg ]] || echo "none was written"
