# Ctrl-C ends a command that waits: for standard input, or for somebody to open a pipe.
. "$TOP/tests/cli/caught.bash"
mkfifo silent unopened
exec 5<>silent

# interrupt COMMAND...: runs it, and interrupts it once it sleeps.
interrupt() {
    env --default-signal=INT kifu "$@" <silent >/dev/null &
    until_it_waits $! || exit
    kill -INT $!
    wait $!
    echo "$*: $?"
}

interrupt convert - --to csa
interrupt convert unopened --to csa
interrupt show -
interrupt show unopened
echo keep >all.csa
interrupt convert - --to csa --force -o all.csa
cat all.csa
ls -A
