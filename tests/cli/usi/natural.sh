# Playing naturally: off it is the plain engine; on it tells why, in either language.  Figures belong
# to the model and are not compared.
ask() { printf '%s\n' "$@" 'position startpos moves 7g7f 3c3d 2g2f' 'go nodes 3000'; }
figures() { sed -E 's/[0-9][a-i][0-9][a-i]\+?|[▲△][^:]*/MOVE/g; s/-?[0-9]+(\.[0-9]+)?/N/g; s/(;|。).*//'; }
ask | kifu usi --weights material --hash 1 | sed 's/ time .* hashfull/ …/' >plain
ask 'setoption name Natural_Class value online' 'setoption name Flow_Weight value 300' |
    kifu usi --weights material --hash 1 --natural 0 | sed 's/ time .* hashfull/ …/' | diff plain - && echo same
ask | kifu usi --weights material --hash 1 --natural 80 | grep '^info string' | figures
ask 'setoption name Natural value 60' 'setoption name Explain value japanese' \
    'setoption name natural_class value AMATEUR' | kifu usi --weights material --hash 1 | grep '^info string' | figures
ask 'setoption name Natural value 60' 'setoption name Explain value none' |
    kifu usi --weights material --hash 1 | grep -c '^info string'
cat >flow.txt <<'END'
kifu flow 1
from-ply 1
min-count 1
alpha 0.05
correct no
both no
shuffled no
games 10 10
points one-frame 20000
points both-frames 20000
class two/own-king/capture 1000 1000 10 10
(3,-5,P),(-3,-3,P),0 392 141 1e-9 1e-9 2.78
END
# 2g2f is answered by 8c8d: turned round, 2-6 is 8-4, and the king on 5-1 stands on 5-9
ask 'setoption name Natural_Margin value 10000' | kifu usi --weights material --hash 1 --flow flow.txt |
    sed -nE 's/play it [0-9.]*%/play it …/; s/number [0-9]*/number …/; s/value -?[0-9]*/value …/; s/; the engine alone.*//; /^info string/p'
printf '%s\n' 'setoption name Flow_File value nowhere' 'setoption name Natural_Model value flow.txt' \
    'setoption name Natural value 5' 'setoption name Flow_Style value both' 'position startpos' 'go depth 1' |
    kifu usi --weights material --hash 1 | grep -c '^info string'
kifu usi --flow nowhere </dev/null; echo $?
kifu usi --natural 101; echo $?
