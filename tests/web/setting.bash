# What the tests of the page share: servers, and tests that are one command each.
#
# These tests run at the same time as others, on machines that may be ten times slower than they should
# be: every wait has an end that is far away, and looks for what it waits for.
# shellcheck shell=bash
work=$(mktemp -d)
server=
servers=()
# Ends the server that was started last.
stop_server() {
    if [[ -n $server ]]; then
        kill -INT "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
# All of them; after that nobody writes into $work.  Nothing that fails here may change the exit status,
# which is that of the test.
leave() {
    [[ ${#servers[@]} -eq 0 ]] || kill -INT "${servers[@]}" 2>/dev/null || true
    [[ ${#servers[@]} -eq 0 ]] || wait "${servers[@]}" 2>/dev/null || true
    rm -rf "$work" || true
}
trap leave EXIT

# until_true SECONDS COMMAND...
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.05
    done
}

# Starts `kifu serve` on a free port; url is then its address, server its process.  It is ended at the
# end of the test, if not before.
start_server() { # DB... [OPTION...]
    : >"$work/url"
    "$KIFU" serve "$@" --port 0 --deadline 60 >"$work/url" 2>"$work/serve.log" &
    server=$!
    servers+=("$server")
    until_true 300 started || true
    url=$(<"$work/url")
    [[ -n $url ]] || { echo "# the server did not start"; sed 's/^/# /' "$work/serve.log"; exit 1; }
}
started() { [[ -s $work/url ]] || ! kill -0 "$server" 2>/dev/null; }

# The program as if installed without any network, or with these as those of Go and of shogi: $KIFU from then on.
install_alone() { # [NETWORK-OF-GO [NETWORK-OF-SHOGI]]
    local prefix=$work/alone$#
    mkdir -p "$prefix/bin" "$prefix/share/kifu/natural"
    cp "$KIFU" "$prefix/bin/kifu"
    [[ $# -eq 0 ]] || cp "$1" "$prefix/share/kifu/natural/go.network"
    [[ $# -lt 2 ]] || cp "$2" "$prefix/share/kifu/natural/people.network"
    KIFU=$prefix/bin/kifu
}

# One test: COMMAND succeeds; what it says is shown if it does not.  At the end: echo "1..$number".
number=0
check() { # NAME COMMAND...
    local name=$1
    shift
    number=$((number + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        sed 's/^/# /' "$work/log" | head -n 20
    fi
}
