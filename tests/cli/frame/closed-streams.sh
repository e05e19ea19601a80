# A stream that is closed must not lend its number to a file that is written.
kifu convert "$TOP/docs/samples/yagura.kif" none.kif --to usi -o out.usi 2>&-
echo "$?"
grep -c kifu out.usi
kifu perft startpos 1 2>err >&-
echo "$?"
cat err
kifu convert - --to usi <&- 2>err
echo "$?"
cat err
