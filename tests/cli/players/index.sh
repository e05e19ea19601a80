# The index of a database with many spellings: made by the first query, made anew when it does not fit, and not needed.
# Games in CSA, two spellings each; nine choices make every game another one.
awk 'BEGIN {
    for (g = 0; g < 512; g++) {
        printf "%sV2.2\nN+Player%d Abe\nN-Ito Player%d\n$START_TIME:2001/05/01\nPI\n+\n", g ? "/\n" : "", g, g + 1
        for (bit = 1; bit < 512; bit *= 2)
            if (int(g / bit) % 2) print "+2858HI\n-8252HI\n+5828HI\n-5282HI"
            else print "+2838HI\n-8232HI\n+3828HI\n-3282HI"
        print "%TORYO"
    }
}' >many.csa
sed -i '0,/^N-.*/s//N-Yoshiharu Habu/; s/^N+Player500 Abe/N+羽生善治/' many.csa
"$KIFU" import --quiet many.kifu many.csa | sed 's/, [0-9.]* s$//'
query() {
    "$KIFU" search many.kifu player:はぶ --count --json | sed 's/,.*//'
    echo "exit ${PIPESTATUS[0]}$([[ -f many.kifu/people-index ]] && echo ', index')"
}
rm -f many.kifu/people-index
query
cksum <many.kifu/people-index >made
echo "# read, not made again"
touch -d 2001-01-01 many.kifu/people-index
query
[[ many.kifu/people-index -ot made ]] && echo kept
echo "# damaged, cut short, of another version"
for damage in 's/Habu/Hbau/' 4q 's/^made-from ./made-from x/'; do
    sed -i "$damage" many.kifu/people-index
    query
    cksum <many.kifu/people-index | cmp - made
done
echo "# after a decision and with a list it is another one"
"$KIFU" players many.kifu --merge '羽生善治' 'Player7 Abe' 2>&1
query
"$KIFU" players many.kifu --undo 2>&1
echo '羽生善治 = Ito Player9 = Player9 Abe' >many.kifu/people.txt
query
rm many.kifu/people.txt
query
echo "# where it cannot be written it is done without"
rm many.kifu/people-index
mkdir -p many.kifu/people-index/taken
query 2>&1
"$KIFU" players many.kifu 羽生 2>&1 | head -n 1
rm -r many.kifu/people-index
echo "# compact makes it"
"$KIFU" compact many.kifu --quiet >/dev/null
[[ -f many.kifu/people-index ]] && echo made
"$KIFU" check many.kifu
