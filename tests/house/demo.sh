# The demo runs to its end where nobody watches, and its database has every common castle in at least
# twenty games.
set -eu
cd "$TOP"
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
number=0
check() { # NAME COMMAND...
    local name=$1
    shift
    number=$((number + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        tail -n 30 "$work/log" | sed 's/^/# /'
    fi
}

demo_ends() {
    LC_ALL=C.UTF-8 timeout 400 scripts/demo "$KIFU" "$work/demo" </dev/null || return 1
    grep -q '^http://127.0.0.1:8017/$' "$work/log"
}
check "the demo" demo_ends

# Shapes that hardly anybody builds.
RARE="ahiru big-4 yonmai-mino hashigyoku-ginkan matsuo-anaguma muteki"
castles() {
    local name games seen=0
    while read -r name; do
        [[ " $RARE " != *" $name "* ]] || continue
        games=$("$KIFU" search "$work/demo/sample.kifu" "castle:$name" --count --json | sed 's/.*"games":\([0-9]*\).*/\1/')
        seen=$((seen + 1))
        [[ $games -ge 20 ]] || { echo "castle:$name is in $games games"; return 1; }
    done < <(sed -n 's/^castle~\{0,1\} \([a-z0-9-]*\) .*/\1/p' data/names/shogi.txt)
    [[ $seen -ge 30 ]] || { echo "only $seen castles"; return 1; }
}
check "castles" castles
echo "1..$number"
