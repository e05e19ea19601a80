# Training positions of other engines: written, read again, chosen by query and by quietness.
cat >games.csa <<'END'
V2.2
N+Alice
PI
+
+7776FU
'** 94
-3334FU
'** -30
+8822UM
'** 200
-3122GI
%TORYO
/
PI
+
+2726FU
-8384FU
%CHUDAN
END
"$KIFU" import --quiet games.kifu games.csa >/dev/null
for format in psv hcpe; do
    "$KIFU" export games.kifu --to $format -o games.$format
    wc -c <games.$format
    "$KIFU" convert --quiet games.$format --to csa
    "$KIFU" convert --quiet games.$format --to $format -o again.$format
    cmp games.$format again.$format && echo "$format is the same"
done
"$KIFU" convert --quiet games.psv --to hcpe | cmp - games.hcpe && echo "hcpe by psv is the same"
"$KIFU" import --quiet back.kifu games.psv >/dev/null
"$KIFU" export back.kifu --quiet --to psv | cmp - games.psv && echo "psv by a database is the same"
echo "# the position before the capture, by hits, by value and by quietness"
"$KIFU" export games.kifu --quiet s76fu g34fu --to psv --hits | "$KIFU" convert --quiet - --to usi
"$KIFU" export games.kifu --quiet s76fu --to psv --no-hanging --value quiescence --weights material |
    "$KIFU" convert --quiet - --to csa | grep -c '^[-+].*[A-Z]'
"$KIFU" export games.kifu --to psv --value static --weights material -o static.psv
echo "# a position without moves, as kifu convert writes it"
printf 'PI\n+\n%%TORYO\n' >alone.csa
"$KIFU" import --quiet alone.kifu alone.csa >/dev/null
"$KIFU" export alone.kifu --quiet --to psv -o alone.psv
"$KIFU" convert --quiet alone.csa --to psv | cmp - alone.psv && wc -c <alone.psv
"$KIFU" export alone.kifu --quiet --to hcpe --value static --weights material | wc -c
echo "# errors"
try() { "$KIFU" "$@" 2>&1; echo "exit $?"; }
try export games.kifu --to csa --hits
try export games.kifu --to psv --value nonsense
head -c 41 games.psv >cut.psv
try convert cut.psv --to usi
{ head -c 40 games.psv; head -c 40 /dev/zero; tail -c +81 games.psv; } >hurt.psv
try convert hurt.psv --quiet --to usi
head -c 39 games.psv >short.psv
try convert short.psv --quiet --to usi
printf 'PI82HI\n-\n-8384FU\n%%TORYO\n' >handicap.csa
"$KIFU" import --quiet handicap.kifu handicap.csa >/dev/null
try export handicap.kifu --to hcpe -o handicap.hcpe
try convert handicap.csa --to hcpe -o handicap.hcpe
[[ -e handicap.hcpe ]] || echo "no file"
try convert handicap.csa games.csa --to hcpe -o both.hcpe
wc -c <both.hcpe
printf 'x' >one.psv
try convert one.psv --from psv --to usi
try show games.kifu:0 --as psv --json
