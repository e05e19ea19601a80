# Records with values, comments and variations; graphs; tables.  Nothing here depends on the values.
samples=$TOP/docs/samples
analyse() { kifu analyse --weights material --nodes 500 --mate-nodes 100 --progress none "$@"; }
game=$samples/shikenbisha.usi
analyse "$game" --json >game.json
echo "--- one object a game: a row for each move, figures that agree"
jq -c '(keys | join(" ")), .plies == (.moves | length), .engine, .nodes, [.players[].moves] == [58, 58]' game.json
jq -c '[.moves[] | select(.class != "good") | .class] as $c | [.players[] | .inaccuracies + .mistakes + .blunders] | add == ($c | length)' game.json
jq -c '[.moves[] | .loss >= 0 and .loss <= 1 and .accuracy >= 0 and .accuracy <= 100 and (.win_after | . >= 0 and . <= 1)] | all' game.json
jq -c '[.moves[] | select(.best == .move) | .loss == 0 and .accuracy == 100] | length > 10 and all' game.json
jq -c '[.moves[] | (.line | length) > 0 and .line[0] == .best] | all' game.json
jq -c '[.moves[] | select(.class != "good") | has("en") and has("ja")] | all' game.json
jq -c '.turning_points | all(.ply >= 1 and .ply <= 116 and (.side | . == "black" or . == "white"))' game.json
echo "--- accuracy, loss: means of the moves"
jq -c '[.moves[] | select(.side == "black") | .loss] as $l | (($l | add) / ($l | length) - .players[0].loss) | fabs < 0.0001' game.json
echo "--- records can be read again: the same moves, a value at each"
for format in kif ki2 csa jkf; do
    analyse "$game" -o "game.$format" --quiet >/dev/null || echo "$format: $?"
    kifu convert "game.$format" --to usi --quiet | cmp - <(kifu convert "$game" --to usi) && echo "$format"
    kifu show "game.$format" --as jkf | jq -c '[.moves[] | select(.move) | (.comments // [])[0] | test("^\\* -?m?[0-9]+$")] | length, all'
done
echo "--- a variation for each mistake that is none of the best moves"
kifu convert game.kif --to kifu | grep -c '^変化' >variations
jq '[.moves[] | select(has("en")) | select(.best != .move)] | length' game.json | cmp - variations && echo "as many"
echo "--- at the start what was searched; to standard output in place of the report; two languages"
analyse "$game" -o - --to kifu --quiet | sed -n '1,5p' | sed 's/[0-9.]* %/n %/g; s/of [0-9]* wins/of n wins/; s/値 [0-9]*/値 n/'
analyse "$game" -o - --to csa --lang ja --quiet | sed -n '3,6p' | sed 's/[0-9.]* %/n %/g; s/of [0-9]* wins/of n wins/; s/値 [0-9]*/値 n/'
echo "--- what stands in a record stays"
cat >own.kif <<'END'
手合割：平手
   1 ７六歩(77)
*my comment
   2 ３四歩(33)
   3 投了
変化：2手
   2 ８四歩(83)
*another line
END
analyse own.kif -o own.kifu --quiet >/dev/null
grep -c 'my comment\|another line\|８四歩' own.kifu
echo "--- graphs"
analyse "$game" --plot game.svg --quiet >/dev/null
analyse "$samples/yagura.kif" --plot ja.svg --lang ja --quiet >/dev/null
for picture in game.svg ja.svg; do
    python3 -c 'import sys, xml.dom.minidom as d; print(d.parse(sys.argv[1]).documentElement.tagName)' "$picture"
    grep -c 'prefers-color-scheme' "$picture"
done
grep -o '<title>[^<]*' game.svg ja.svg
grep -c '矢倉 太郎' ja.svg
echo "--- a folder: a file for each game, called as the records are; a table of players"
mkdir in
cp "$samples/yagura.kif" in/a.kif
cp "$samples/yagura.kif" in/b.kif
cp "$game" in/
analyse in -o out/ --plot plots/ --table players.tsv --quiet >lines
find out plots -type f | sort
sed 's/ [0-9.]* % ([-0-9]*)/ A (n-n-n)/g; /^player/,$s/[0-9.][0-9.]*/n/g; s/  */ /g' lines
cut -f 1-3 players.tsv
analyse in --table players.json --json --quiet >lines.json
jq -c '[.player, .games, .moves]' players.json
tail -n 3 lines.json | cmp - players.json && echo "the same lines"
head -n 3 lines.json | jq -s -c '[.[] | .players[] | select(.name == "矢倉 太郎") | .accuracy] | add / 2' >mean
jq -c 'select(.player == "矢倉 太郎") | .accuracy' players.json | paste - mean | awk '{ print ($1 - $2 < 0.01 && $2 - $1 < 0.01) ? "mean of the games" : $0 }'
echo "--- no file for two things"
cp "$samples/yagura.kif" two.csa
ln -s two.csa link.csa
: >same.log
for words in '-o same.svg --to kif --plot same.svg' '--journal jo --table ./jo' '-o - --plot -' \
    '--force --table two.csa two.csa' '--force -o link.csa two.csa' '--journal same.log --table same.log --force'; do
    # shellcheck disable=SC2086  # several words
    analyse $words "$game" 2>&1 | head -n 1
done
cmp two.csa "$samples/yagura.kif" && [[ ! -e same.svg && ! -e jo ]] && echo "nothing is written"
analyse "$game" -o both/ --plot both/ --table /dev/null --quiet >/dev/null && find both -type f | sort
