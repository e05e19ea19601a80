# Two databases whose openings differ, and nothing else does: the difference is found and all else is not.
echo 'startpos moves 7g7f 3c3d 2g2f 8c8d' >static.txt
echo 'startpos moves 7g7f 3c3d 6g6f 8c8d 2h6h' >rook.txt
kifu generate a.kifu --games 150 --openings static.txt --seed 1 --quiet
kifu generate b.kifu --games 50 --openings rook.txt --seed 2 --quiet
kifu generate more.kifu --games 100 --openings static.txt --seed 3 --quiet
kifu export more.kifu --to csa -o more.csa --quiet >/dev/null
kifu import b.kifu more.csa --quiet >/dev/null
kifu compare a.kifu b.kifu --json >rows; echo "exit $?"
jq -c 'select(.kind == "summary")' rows
echo 'the move that was planted: all of A, two thirds of B'
jq -c 'select(.kind == "move" and .moves == "7g7f 3c3d") | [.move, .a.games, .a.of, .b.games, .b.of, .query]' rows | sort
jq -c 'select(.name == "shiken-bisha") | [.kind, .titles, .query, .different, .b.of]' rows
echo 'order: the surest first'
jq -s '[.[1:][] | [.low, -.high] | max] | . == (sort | reverse)' rows
echo 'each difference is within its interval, each fdr at least p'
jq -s '[.[1:][] | (.low <= .difference and .difference <= .high and .p <= .fdr and .fdr <= 0.05)] | all' rows
echo 'the other way round: signs change, and nothing else'
kifu compare b.kifu a.kifu --json >back
diff <(jq -c 'select(.difference) | [.kind, .name, -.difference, -.high, -.low, .a, .b]' back | sort) \
    <(jq -c 'select(.difference) | [.kind, .name, .difference, .low, .high, .b, .a]' rows | sort) >/dev/null && echo same
echo 'in one database, by queries: the same rows'
kifu export a.kifu --to csa -o a.csa --quiet >/dev/null
kifu export b.kifu --to csa -o b.csa --quiet >/dev/null
kifu import both.kifu a.csa --tag one --quiet >/dev/null
kifu import both.kifu b.csa --tag two --quiet >/dev/null
kifu compare both.kifu tag:one tag:two --json >queries
figures='select(.difference) | [.kind, .name, .a, .b, .difference, .low, .high, .p, .fdr]'
diff <(jq -c "$figures" rows | sort) <(jq -c "$figures" queries | sort) && echo same
