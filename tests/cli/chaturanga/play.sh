# A game at the terminal: turns by number and by squares, undo, saving, resigning, programs alone.
kifu chaturanga play --players human,human,human,human --order asc --seed 5 -o game.chatur <<'END'
help
b1
zz
b1c3
undo
list
1
board
save other.chatur
resign
END
grep -v '^Date' game.chatur
kifu show other.chatur --json | grep -o '"plies":[0-9]*'
echo '--- dice entered, in Japanese'
printf '66\n35\n1\n44\npass\nquit\n' | kifu chaturanga play --players human,human,P0,P0 --enter-dice --lang ja
echo '--- programs alone, twice the same'
kifu chaturanga play --players P0,P1,P0,P2 --seed 3 </dev/null >one
kifu chaturanga play --players P0,P1,P0,P2 --seed 3 </dev/null >two
cmp one two && tail -1 one | grep -c 'wins after\|Drawn after'
echo '--- mistakes'
kifu chaturanga play --players P0,P0,P0 2>&1
echo "exit $?"
kifu chaturanga play --players P0,P0,P0,nobody 2>&1
echo "exit $?"
echo '--- a pass that is not allowed; words after resign'
printf 'pass\nresign now\n' | kifu chaturanga play --players human --rules pass=forced --seed 3 | tail -2
echo '--- an exchange agreed, and where the raja comes back'
kifu chaturanga play "8/6yP1/4yR1bR1/1gP6/8/6bP1/3rP4/3rR4 b oxoo 0,1r,0,0 10" --players human --enter-dice <<'END' | grep -o '^.*[0-9] [A-Z].* [2-5]-[2-5]:.*'
55
g6f6 f6e6 =yes
44
-
25
-
*c8
quit
END
