# Over another engine: here over itself.
. "$TOP/tests/cli/caught.bash"
ask() { printf '%s\n' "$@" usinewgame 'position startpos moves 7g7f 3c3d 2g2f' 'go nodes 3000'; }
figures() { sed -E 's/[0-9][a-i][0-9][a-i]\+?/MOVE/g; s/-?[0-9]+(\.[0-9]+)?/N/g; s/(;|。).*//'; }
inner="'$KIFU' usi --weights material --hash 1"
ask usi | kifu usi --over "$inner" | sed -n 's/^id name.*/id name …/; /^option name \(Inner_\)*Natural /p; /^option name MultiPV/p; /^id name/p'
ask | kifu usi --weights material --hash 1 | grep bestmove >plain
ask isready | kifu usi --over "$inner" | grep -e bestmove -e readyok | grep -v readyok | diff plain - && echo same
ask | kifu usi --over "$inner" --natural 80 | grep -e '^info string' -e bestmove | figures | sed 's/ ponder.*//'
printf '%s\n' 'position sfen 3sks3/9/4+P4/9/9/+B8/9/9/9 b S2rb4gs4n4l17p 1' 'go mate 10000' |
    kifu usi --over "$inner" --natural 100 | grep checkmate
kifu usi --over no-such-engine </dev/null; echo $?
kifu usi --over true </dev/null; echo $?
# Nothing is heard of cat but an echo: who interrupts need not wait for the whole minute.
env --default-signal=INT kifu usi --over cat </dev/null &
until_caught $! && kill -INT $!
wait $!; echo $?
