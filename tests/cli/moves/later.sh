# Results that a later source told count in a frequent position, whose figures were stored before.
kifu generate db.kifu --games 300 --seed 5 --quiet >/dev/null 2>&1
kifu export db.kifu --to csa -o whole.csa --quiet >/dev/null 2>&1
grep -v '^%' whole.csa >open.csa
kifu import later.kifu open.csa --quiet >/dev/null 2>&1
figures() {
    kifu moves later.kifu startpos --json 2>err | jq -s -c '[(map(.games) | add), (map(.wins[0]) | add), (map(.unknown) | add), (map(.own.wins) | add)]'
    kifu search later.kifu startpos --count --json | jq -c '[.games, .black, .unknown, .own.wins]'
}
figures
kifu import later.kifu whole.csa --quiet >/dev/null 2>&1
figures
kifu compact later.kifu --quiet >/dev/null 2>&1
figures
