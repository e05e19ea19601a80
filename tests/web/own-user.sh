# The page of `kifu open` answers the user who started it, and nobody else on the machine.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
command -v curl >/dev/null || { echo "no curl: scripts/deps test" >&2; exit 77; }
[[ $(id -u) -eq 0 ]] || { echo "only root can act as another user" >&2; exit 77; }
command -v setpriv >/dev/null || { echo "no setpriv" >&2; exit 77; }
export HOME=$work/home XDG_RUNTIME_DIR=$work/run
unset XDG_DATA_HOME
mkdir "$HOME" "$XDG_RUNTIME_DIR"
end() {
    "$KIFU" open --stop --quiet || true
    leave
}
trap end EXIT
url=$("$KIFU" open --no-browser)
as_other() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
answers() { # STATUS COMMAND...
    local wanted=$1
    shift
    [[ $("$@" -sS -o "$work/answer" -w '%{http_code}') == "$wanted" ]] || { cat "$work/answer"; return 1; }
}
touch "$work/answer"
chmod 666 "$work/answer"
chmod 755 "$work"
check "its own user" answers 200 curl "${url}api/info"
check "another user" answers 403 as_other curl "${url}api/info"
check "who wants to add something" answers 403 as_other curl "${url}api/import?db=shogi" -H 'Content-Type: application/octet-stream' --data-binary x
# A program that sends and is gone has left a socket without an owner.
send_and_go() {
    local port=${url##*:}
    port=${port%/}
    # shellcheck disable=SC2016  # the other shell's
    as_other bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1"; printf "POST /api/samples HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}" "$1" >&3' _ "$port"
}
for ((i = 0; i < 20; i++)); do send_and_go 2>/dev/null || true; done
nothing_came() { answers 200 curl "${url}api/info" && grep -q '"games":0,"plies":0,"whole"' "$work/answer"; }
check "who does not wait for an answer" nothing_came
echo "1..$number"
