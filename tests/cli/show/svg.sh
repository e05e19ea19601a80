# An SVG is well-formed, the same every time, and goes to a file by its name.
printf 'N+<A&B>\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n' >game.csa
"$KIFU" show game.csa --ply 3 --as svg >a.svg
"$KIFU" show game.csa --ply 3 --as svg >b.svg
cmp a.svg b.svg && echo same
"$KIFU" show game.csa --ply 3 -o c.svg && cmp a.svg c.svg && echo same by name
if command -v xmllint >/dev/null; then
    xmllint --noout a.svg || echo not well-formed
fi
grep -c '<use ' a.svg
grep -o '<title>.*</title>' a.svg
grep -o '<desc>.*</desc>' a.svg
"$KIFU" show game.csa --ply 3 --as svg --lang ja | grep -o '<title>.*</title>'
"$KIFU" show startpos --as svg --size 300 --theme paper --mark 5e --arrow 7g7f --arrow 2g2f >d.svg
grep -o ' width="300" height="[0-9.]*" class="[a-z-]*"' d.svg
grep -c '<polygon [^>]*opacity' d.svg
