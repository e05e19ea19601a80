# The types that the package declares are those that it has: stubtest of mypy.
set -eu
cd "$TOP"
[[ -f $B/python/kifu/_kifu.abi3.so ]] || { echo "the Python package is not built (python3-dev)"; exit 77; }
command -v stubtest >/dev/null || { echo "no stubtest (Debian: mypy)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
printf '[mypy]\nignore_missing_imports = True\n' >"$work/mypy.ini"
# What struct sequences have in common with each other and nobody uses; and what is private.
printf '%s\n' 'kifu\.\w+\.(__match_args__|n_\w+)' 'kifu\._\w+\..*' >"$work/allowed"
cd "$work"
MYPYPATH=$B/python PYTHONPATH=$B/python stubtest kifu --concise --mypy-config-file mypy.ini --allowlist allowed --ignore-unused-allowlist
