# What the tests of the page share: a server, and tests that are one command each.
# shellcheck shell=bash
work=$(mktemp -d)
server=
stop_server() {
    if [[ -n $server ]]; then
        kill -INT "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        server=
    fi
}
trap 'stop_server; rm -rf "$work"' EXIT

# Starts `kifu serve` on a free port; url is then its address.
start_server() { # DB... [OPTION...]
    : >"$work/url"
    "$KIFU" serve "$@" --port 0 >"$work/url" 2>"$work/serve.log" &
    server=$!
    local i
    for ((i = 0; i < 100; i++)); do
        [[ ! -s $work/url ]] || break
        kill -0 "$server" 2>/dev/null || break
        sleep 0.05
    done
    url=$(<"$work/url")
    [[ -n $url ]] || { echo "# the server did not start"; sed 's/^/# /' "$work/serve.log"; exit 1; }
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
