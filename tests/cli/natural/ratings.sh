# The paper's own ratings: nine people, ten positions; means as it prints them.
cd "$TOP/docs/examples/natural-ratings" || exit
kifu natural ratings key.json answers-*.json
kifu natural ratings key.json answers-*.json --json | tail -n 1 |
    jq -c '[.ratings, .raters, .positions, .better, .worse, (.difference * 100 | round), (.t * 100 | round), .low < 0, .high > 1]'
kifu natural ratings key.json answers-1.json --lang ja | tail -n 1
# Question 6 was rated 4.11 and 1.44, question 13 2.33 and 2.89.
for number in 6 13; do
    jq -s -c "[.[].answers[] | select(.number == $number)] | [(map(.a) | add), (map(.b) | add)] | map(. / 9 * 100 | round / 100)" answers-*.json
done
