# pip installs the package from the repository, without a network, and it works there.
set -eu
cd "$TOP"
python=${PYTHON:-/usr/bin/python3}
[[ -f $B/python/kifu/_kifu.abi3.so ]] || { echo "the Python package is not built (python3-dev)"; exit 77; }
"$python" -c 'import venv, ensurepip, setuptools, wheel' 2>/dev/null || { echo "no python3-venv, python3-setuptools or python3-wheel"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
"$python" -m venv --system-site-packages "$work/venv"
# What is built already is not built again.
tree=${B#"$TOP"/}
export KIFU_BUILD=${tree%/*}
if ! "$work/venv/bin/pip" install --quiet --no-index --no-build-isolation ./python >"$work/log" 2>&1; then
    cat "$work/log"
    exit 1
fi
cd "$work"
env -u PYTHONPATH "$work/venv/bin/python" - "$work/venv" <<'PYTHON'
import pathlib, sys
import kifu
assert str(pathlib.Path(kifu.__file__)).startswith(sys.argv[1]), kifu.__file__
(game,) = kifu.read(b"PI\n+\n+7776FU\n%TORYO\n")
assert game.moves == ["7g7f"]
assert (pathlib.Path(kifu.__file__).parent / "py.typed").exists()
PYTHON
