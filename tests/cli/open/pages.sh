# A page starts in the background, is found again, takes records and databases, and ends.
export HOME=$PWD/home XDG_RUNTIME_DIR=$PWD/run
unset XDG_DATA_HOME XDG_CACHE_HOME BROWSER DISPLAY WAYLAND_DISPLAY
mkdir home run
trap 'kifu open --stop --quiet' EXIT
open() { kifu open --no-browser "$@" 2>&1 | sed -E 's/:[0-9]+\//:PORT\//'; }
games() { # HOST-HEADER
    local url port
    url=$(kifu open --no-browser 2>/dev/null)
    port=${url##*:}
    port=${port%/}
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET /api/info HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n' "$1" "$port" >&3
    tr -d '\r' <&3 | sed -nE '1p; s/.*"games":([0-9]+),"plies":[0-9]+,"whole".*/\1 games/p'
}
kifu open --status
echo "status $?"
open
games 127.0.0.1
games evil.example
first=$(kifu open --no-browser)
echo "- a record, again, one that is none, and one that is not there"
open "$TOP/docs/samples/yagura.kif"
open "$TOP/docs/samples/yagura.kif"
echo 'no record' >none.kif
open none.kif nowhere.kif
games localhost
[[ $(kifu open --no-browser 2>/dev/null) == "$first" ]] && echo "the same page"
echo "- a database beside the library: the same address"
kifu generate more.kifu --games 5 --quiet
open more.kifu
kifu open --status | sed -E "s|$PWD|.|; s/:[0-9]+\/\t[0-9]+/:PORT PID/"
games 127.0.0.1
[[ $(kifu open --no-browser) == "$first" ]] && echo "the same page"
echo "- one that was damaged meanwhile does not take the page down"
cp -r more.kifu worse.kifu
cp -r more.kifu other.kifu
open worse.kifu
echo nonsense >worse.kifu/MANIFEST
open other.kifu | sed "s|$PWD|.|"
kifu open --status | sed -nE "s|^\t$PWD|\t.|p"
rm -r other.kifu worse.kifu
kifu open --stop --quiet
open more.kifu
echo "- a folder of two games has two pages"
mkdir both
cp "$TOP/docs/samples/"{opening.sgf,shikenbisha.usi} both/
open both
kifu open --status --json | sed -E 's/.*"game":"([a-z]+)".*"databases":\[(.*)\]\}/\1 \2/' | sed "s|$PWD|.|g"
echo "- nobody else can look into the folders"
stat -c '%a %n' run/kifu run/kifu/*.page home/.local/share/kifu
kifu open --stop
kifu open --stop
echo "status $?"
