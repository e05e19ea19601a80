# However long a header is, the board is shown.
{
    printf '%s:%02000000d\n' "\$EVENT" 0
    printf 'PI\n+\n+7776FU\n'
} >a.csa
kifu show a.csa --ply 1 | cut -c 1-40 | head -n 4
kifu show a.csa --ply 1 --as svg | grep -c '<svg'
