# Ctrl-C: a clean stop with a word about it, and the shell sees that it was a signal; SIGTERM too.
. "$TOP/tests/cli/caught.bash"
for signal in INT TERM; do
    # A background process of a script ignores SIGINT unless told otherwise: let env undo that.
    env --default-signal=INT kifu perft startpos 9 &
    until_caught $! || exit
    kill -$signal $!
    wait $!
    echo "$signal: $?"
done
