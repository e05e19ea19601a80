# The demo runs to its end where nobody watches, its database has every common castle in at least
# twenty games, and every command of the README's five minutes does what it says with what the demo left.
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

# A tree as somebody has it after `make demo`.
demo=$work/tree/build/demo
mkdir -p "$work/tree/build/release"
ln -s "$TOP/docs" "$work/tree/docs"
ln -s "$KIFU" "$work/tree/build/release/kifu"

demo_ends() {
    LC_ALL=C.UTF-8 timeout 400 scripts/demo "$KIFU" "$demo" </dev/null || return 1
    grep -q '^http://127.0.0.1:8017/$' "$work/log"
}
check "the demo" demo_ends

# Shapes that hardly anybody builds.
RARE="ahiru big-4 yonmai-mino hashigyoku-ginkan matsuo-anaguma muteki"
castles() {
    local name games seen=0
    while read -r name; do
        [[ " $RARE " != *" $name "* ]] || continue
        games=$("$KIFU" search "$demo/sample.kifu" "castle:$name" --count --json | sed 's/.*"games":\([0-9]*\).*/\1/')
        seen=$((seen + 1))
        [[ $games -ge 20 ]] || { echo "castle:$name is in $games games"; return 1; }
    done < <(sed -n 's/^castle~\{0,1\} \([a-z0-9-]*\) .*/\1/p' data/names/shogi.txt)
    [[ $seen -ge 30 ]] || { echo "only $seen castles"; return 1; }
}
check "castles" castles

# The commands of the first block after a heading, without their remarks.
commands_of() { # README HEADING
    awk -v heading="## $2" '$0 == heading { in_part = 1 } in_part && /^```/ { if (++fences == 2) exit; next }
        fences == 1 { sub(/ +# .*/, ""); if ($0 != "") print }' "$1"
}
readme_runs() {
    commands_of README.md "Five minutes" >"$work/five"
    [[ $(grep -c '^kifu ' "$work/five") -ge 20 ]] || { echo "the README has hardly any commands"; return 1; }
    (cd "$work/tree" && LC_ALL=C.UTF-8 bash -eux "$work/five" </dev/null 2>&1)
}
check "five minutes of the README" readme_runs
readmes_agree() {
    diff <(commands_of README.md "Five minutes") <(commands_of README.ja.md "五分で") &&
        diff <(commands_of README.md "With more time") <(commands_of README.ja.md "時間があれば")
}
check "the README says the same in Japanese" readmes_agree
echo "1..$number"
