# One move became another, as a flipped bit would do it: nobody answers from it, and nobody copies it.
printf 'PI\n+\n+7776FU\n-3334FU\n%%TORYO\n/\nPI\n+\n+1716FU\n' >games.csa
"$KIFU" import --quiet games.kifu games.csa >/dev/null
segment=games.kifu/s000001.seg
at=$(LC_ALL=C grep -obUaP '\x3b\x1e' $segment | head -n 1 | cut -d: -f1) # 7776FU
printf '\x8e\x07' | dd of=$segment bs=1 seek="$at" conv=notrunc 2>/dev/null # 2726FU
places() { sed -E 's/byte [0-9]+|[0-9]+ バイト/byte N/; s/\([0-9.]+ ms\)//; s/"seconds":[0-9.e-]+/"seconds":0/; s/("stored":[0-9]+).*/\1}/'; }
run() {
    "$KIFU" "$@" 2>&1 | places
    echo "exit ${PIPESTATUS[0]}"
}
run search games.kifu s26fu
run moves games.kifu startpos
run export games.kifu --to usi
run show games.kifu:0
run compact games.kifu
run compact games.kifu --lang ja
# the indexes are whole, and so is the other game
run search games.kifu player:nobody
# new games are stored, and damaged segments stay as they are
for i in 2 3 4 5 6 7 8 9; do printf 'PI\n+\n+%s\n' "${i}7${i}6FU" >"$i.csa"; done
for i in 2 3 4 5 6 7; do "$KIFU" import --quiet games.kifu "$i.csa" >/dev/null 2>&1; done
run import games.kifu 8.csa --json
run import games.kifu 9.csa --json
find games.kifu -name '*.seg' | wc -l
"$KIFU" check games.kifu >/dev/null 2>&1
echo "exit $?"
