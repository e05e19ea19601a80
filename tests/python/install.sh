# `make python PREFIX=…` installs the package where Python finds it, or says what PYTHONPATH has to be.
set -eu
cd "$TOP"
python=${PYTHON:-/usr/bin/python3}
[[ -f $B/python/kifu/_kifu.abi3.so ]] || { echo "the Python package is not built (python3-dev)"; exit 77; }
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
        sed 's/^/# /' "$work/log"
    fi
}

own_prefix() {
    scripts/install-python "$B/python" "" "$work/own" "$python" >"$work/said" && cat "$work/said" &&
        [[ $(<"$work/said") == PYTHONPATH=$work/own/lib/python3.*/site-packages ]] &&
        env "$(<"$work/said")" "$python" -c 'import kifu; print(kifu.__version__)'
}
# Debian's Python looks below /usr and /usr/local: the same places below DESTDIR.
debian() { # PREFIX PLACE
    scripts/install-python "$B/python" "$work/dest" "$1" "$python" >"$work/said" && cat "$work/said" &&
        [[ $(<"$work/said") == $work/dest$2/kifu ]] && [[ -f $work/dest$2/kifu/_kifu.abi3.so ]] &&
        [[ -f $work/dest$2/kifu/__init__.pyi ]] && [[ -f $work/dest$2/kifu/py.typed ]]
}
without_prefix() {
    [[ $(scripts/install-python "$B/python" "" "" "$python") == PYTHONPATH=$B/python ]]
}
# Nothing of the library can be seen in the extension, and nothing but it and Python is missing.
self_contained() {
    ! nm -D --defined-only "$B/python/kifu/_kifu.abi3.so" | grep -v ' PyInit__kifu$' &&
        ! ldd "$B/python/kifu/_kifu.abi3.so" | grep 'libkifu\|not found'
}
check "a prefix of one's own" own_prefix
check "PREFIX=/usr" debian /usr /usr/lib/python3/dist-packages
check "PREFIX=/usr/local" debian /usr/local "/usr/local/lib/python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')/dist-packages"
check "no prefix: where the tree is" without_prefix
check "the extension is self-contained" self_contained
echo "1..$number"
