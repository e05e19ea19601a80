# Orders, chosen columns, CSV and TSV; what cannot be sorted by or chosen is said.
cat >games.csa <<'EOF'
V2.2
N+Carol
N-Alice
$EVENT:b "cup", first
$START_TIME:2001/09/01
PI
+
+7776FU
-3334FU
+2726FU
%TORYO
/
V2.2
N+Ａｌｉｃｅ
N-=1+2
$EVENT:A cup
$START_TIME:1995/04/03
'black_rate:x:1500.0
PI
+
+2726FU
-8384FU
%TORYO
/
V2.2
N+Bob
N-Dave
PI
+
'white_rate:x:2000.0
+7776FU
%CHUDAN
/
V2.2
N+Bob
N-Carol
$START_TIME:1995
PI
+
+5756FU
-5354FU
+2838HI
-8252HI
%TORYO
EOF
kifu import db.kifu games.csa >/dev/null
for key in date -date players -players event length -length rating result -result plies id -id; do
    echo "$key: $(kifu search db.kifu ply:0.. --sort=$key --tsv --columns id | sed 1d | tr '\n' ' ')"
done
echo "--- the first ones are those of the whole order, whatever the limit"
for key in date -players -length rating; do
    for n in 1 2 3; do
        kifu search db.kifu --sort=$key --csv --columns id --limit $n --offset 1 >some
        kifu search db.kifu --sort=$key --csv --columns id | sed -n "1p;3,$((n + 2))p" | cmp - some
    done
done
echo "--- values"
kifu search db.kifu s26fu --csv
kifu search db.kifu s26fu --tsv --columns game,players,event,start,stop,sfen
kifu search db.kifu s26fu --columns id,white,ratings --quiet
kifu search db.kifu s26fu --json --columns id,black_rating,date,sfen
kifu search db.kifu s56fu --json --sfen
echo "--- mistakes"
for wrong in '--sort when' '--sort score' '--columns id,when' '--columns ,' '--csv --json' '--count --csv'; do
    # shellcheck disable=SC2086 # words on purpose
    kifu search db.kifu s26fu $wrong
    echo "$?"
done 2>&1
kifu search db.kifu 'like "startpos" >=36' --sort score --columns id,score,first --limit 2 2>/dev/null
