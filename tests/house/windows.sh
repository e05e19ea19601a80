# kifu.exe does under wine what kifu does here: the same search, node by node, the same files and
# figures, names of files in Japanese, and messages for what it has not.
set -eu
cd "$TOP"
exe=$TOP/${B%/*}/windows/kifu.exe
[[ $B != /* ]] || exe=${B%/*}/windows/kifu.exe
[[ -f $exe ]] || { echo "no kifu.exe; make windows builds it (make check and make test-long do)"; exit 77; }
command -v wine >/dev/null || { echo "no wine: scripts/deps windows"; exit 77; }
command -v x86_64-w64-mingw32-gcc-posix >/dev/null || { echo "no mingw-w64: scripts/deps windows"; exit 77; }
work=$(mktemp -d)
# Wine's server goes when the last program has ended; until then it writes into its folder.
trap 'WINEPREFIX=$work/wine wineserver -w || true; rm -rf "$work" || true' EXIT
export WINEPREFIX=$work/wine WINEDEBUG=-all LC_ALL=C.UTF-8
unset DISPLAY LANG
windows() { wine "$exe" "$@" | tr -d '\r'; }
wine "$exe" version >/dev/null 2>&1 || { echo "wine cannot run a program here"; exit 77; }
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
same() { # ARGUMENT...: both print the same
    "$KIFU" "$@" >"$work/here" && windows "$@" >"$work/there" && [[ -s $work/here ]] && diff "$work/here" "$work/there"
}

# A session waits for the move before it sends the next command, as a GUI does.
session() { # COMMAND...
    coproc ENGINE { "$@" usi "${style[@]}" 2>&1; }
    local pid=$ENGINE_PID line
    exec 8<&"${ENGINE[0]}" 9>&"${ENGINE[1]}"
    printf '%s\n' usi isready 'position startpos moves 7g7f 3c3d' "$go" >&9
    while read -r line <&8; do
        line=${line%$'\r'}
        sed 's/ time [0-9]*//; s/ nps [0-9]*//; s/ hashfull [0-9]*//' <<<"$line"
        [[ $line != bestmove* ]] || break
    done
    echo quit >&9
    exec 8<&- 9>&-
    wait "$pid" || return 1
}
same_session() {
    session "$KIFU" >"$work/here" && session wine "$exe" >"$work/there" || return 1
    grep -q '^bestmove' "$work/here" && diff "$work/here" "$work/there"
}
style=() go='go depth 9'
check "a search has the same lines and nodes" same_session
style=(--natural 50) go='go nodes 400'
check "human-like moves are the same" same_session

check "version" same version
check "perft" same perft startpos 3
check "an evaluation" same eval startpos moves 7g7f 3c3d
check "a mate" same mate 'sfen 8k/9/7S1/9/9/9/9/9/9 b G2p 1'

mkdir "$work/棋譜"
"$KIFU" convert --quiet docs/samples/yagura.kif --to kif -o "$work/棋譜/矢倉.kif"
converts() {
    cd "$work/棋譜" || return 1
    "$KIFU" convert --quiet 矢倉.kif --to csa >"$work/here"
    wine "$exe" convert --quiet 矢倉.kif --to csa -o 出力.csa || return 1
    cmp "$work/here" 出力.csa || return 1
    wine "$exe" convert --quiet 矢倉.kif --to kif | cmp - 矢倉.kif || return 1
    wine "$exe" convert --quiet --to psv - <矢倉.kif >"$work/there"
    "$KIFU" convert --quiet 矢倉.kif --to psv | cmp - "$work/there" || return 1
    ! wine "$exe" convert --quiet 矢倉.kif --to csa -o 出力.csa || return 1 # it is there
    ls
    [[ $(find . -type f | wc -l) -eq 2 ]] # nothing temporary is left
}
check "records in Shift-JIS, under Japanese names" converts

refuses() { # PATTERN ARGUMENT...
    local pattern=$1
    shift
    if wine "$exe" "$@" >"$work/there" 2>&1; then return 1; fi
    cat "$work/there"
    grep -q "$pattern" "$work/there"
}
printf 'PK\003\004rest' >"$work/a.zip"
check "an archive is reported" refuses 'archives cannot be read on Windows' convert "$work/a.zip" --to csa
check "a command that it has not" refuses "unknown command" search x.kifu s77fu
echo "1..$number"
