# Formats that name their charset name the one they are written in, and read back the same.
printf 'N+先手\nPI\n+\n+7776FU\n' >a.csa
for charset in UTF-8 Shift_JIS EUC-JP; do
    for format in csa kif kifu ki2; do
        kifu convert a.csa --to $format --charset $charset >b
        head -n 1 b | tr -d '\r'
        kifu convert b --to csa --json | grep -o '"charset":"[^"]*","guessed":[a-z]*,"black":"先手"'
    done
done
