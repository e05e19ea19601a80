# Points added after one finished search, and the best sum: how many moves a game they change.
kifu generate one.kifu --games 20 --seed 1 --quiet
kifu generate two.kifu --games 20 --seed 2 --quiet
kifu flow one.kifu two.kifu --min-count 1 --alpha 0.9 --from-ply 1 -o flow.txt --quiet >/dev/null
play() { kifu match kifu:material kifu:material --option-a Flow_File=flow.txt --nodes 200 --games 4 --seed 1 --max-plies 60 --quiet "$@"; }
for rule in sum paper; do
    play --option-a Flow_Rule=$rule --json | jq -c '[.games, .a.changed > 0, .a.changed_a_game == .a.changed / 4, .b.changed]'
done
play --option-a Flow_Rule=paper | grep -c 'moves a game changed'
play --option-a Flow_Weight=0 --json | jq -c .a.changed
play --option-a Flow_Rule=both 2>&1; echo "exit $?"
echo "the same with any number of threads"
play --option-a Flow_Rule=paper --json --jobs 1 | jq -c '[.wins, .a.changed, .a.nodes]' >one
play --option-a Flow_Rule=paper --json --jobs 3 | jq -c '[.wins, .a.changed, .a.nodes]' | cmp - one && echo same
echo "USI"
printf '%s\n' 'setoption name Flow_Rule value paper' 'setoption name Flow_File value flow.txt' \
    'position startpos moves 7g7f 3c3d 2g2f 8c8d' 'go nodes 3000' | kifu usi --weights material --hash 1 |
    tee said | grep -c '^info string.* the engine alone\|^bestmove'
grep -c multipv said
