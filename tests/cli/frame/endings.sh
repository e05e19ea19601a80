# A drawing is SVG: a name that promises something else is refused, before any work.
try() { kifu "$@" 2>&1 | head -n 1; echo "${PIPESTATUS[0]}"; }
kifu generate db.kifu --games 2 --quiet
try census none.kifu --plot x.pdf
try calibrate none.kifu --plot x.png
try eval startpos --svg x.eps
try joseki none.kifu --gallery x.svg
try export db.kifu id:0 --to svg -o x.pdf
try show startpos --as svg -o x.pdf
try show startpos -o x.pdf --lang ja
ls
kifu eval startpos --svg ./a.b/no-ending 2>&1
mkdir a.b
for name in a.b/no-ending .hidden x.svg /dev/null; do
    kifu eval startpos --svg "$name" >/dev/null || echo "$name: $?"
done
kifu export db.kifu id:0 --to svg --limit 1 -o x.dir/ --quiet && ls x.dir
kifu show startpos -o board.txt && kifu show startpos -o board && cmp board board.txt
kifu show startpos -o - | cmp - board
ls -A
