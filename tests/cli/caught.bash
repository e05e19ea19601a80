# For cases that interrupt a command: nobody knows how long it takes to start on a busy machine.
# shellcheck shell=bash

# until_caught PID: until it has taken signals into its own hands; fails if it has ended before.
until_caught() {
    local caught
    while caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) && [[ -n $caught ]]; do
        ((0x$caught & 1 << (2 - 1))) && ((0x$caught & 1 << (15 - 1))) && return # SIGINT, SIGTERM
        sleep 0.01
    done
    return 1
}

# until_it_waits PID: and after that for something to come.
until_it_waits() {
    until_caught "$1" || return
    until grep -q '(kifu) S' "/proc/$1/stat" || ! kill -0 "$1" 2>/dev/null; do sleep 0.01; done
}
