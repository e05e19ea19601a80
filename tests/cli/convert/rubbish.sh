# A file with more problems than anybody reads: the first is printed, the rest is counted.  A head
# longer than a first look is looked at again.
{
    echo 'startpos moves 7g7f'
    yes 'startpos moves 1a9i' | head -n 5000
} >rubbish.usi
kifu convert rubbish.usi --to usi >/dev/null 2>messages
wc -l <messages
tail -n 3 messages
{
    for i in $(seq 1 400); do echo "# remark number $i, which says nothing of any format"; done
    printf '手合割：平手\n   1 ７六歩(77)\n'
} >late.kif
kifu convert late.kif --to usi --quiet
