# Every game is in one part of the split.
kifu generate games.kifu --games 60 --quiet
for part in train held-out reserved; do
    kifu export games.kifu --part $part --to usi --quiet 2>/dev/null >$part.usi
    kifu export games.kifu 'ply:0' --part $part --to usi --quiet 2>/dev/null | cmp - $part.usi && echo "as with a query"
    [[ -s $part.usi ]] && echo "some $part"
done
sort train.usi held-out.usi reserved.usi >parts
kifu export games.kifu --to usi --quiet 2>/dev/null | sort | cmp - parts && echo "all games"
