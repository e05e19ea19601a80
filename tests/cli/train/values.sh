# Values in comments count beside the results; without them, and beyond --max-value, nothing is left.
game() { # winner's mark, value
    printf '%s\n' V2.2 PI +
    for _ in 1 2 3 4 5 6; do
        printf '%s\n' "+2868HI" "'** $2" "-8242HI" "'** $2" "+6828HI" "'** $2" "-4282HI" "'** $2"
    done
    printf '%s\n' "+7776FU" "'** $2" "%$1"
}
game TORYO 900 >one.csa
kifu import games.kifu one.csa --quiet >/dev/null
kifu train games.kifu -o w --force --held-out 0 --epochs 1 --skip 0 --jobs 1 | sed -n '1p; $s/ [0-9]*$//p'
kifu train games.kifu -o w --force --held-out 0 --epochs 1 --skip 0 --lambda 0 --quiet --jobs 1 | sed -n '$s/ [0-9]*$//p'
kifu train games.kifu -o w --force --held-out 0 --epochs 1 --skip 0 --max-value 800 --quiet; echo $?
