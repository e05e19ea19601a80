# The tests of the Python package with Debian's Python: test_*.py.
set -eu
cd "$TOP"
python=${PYTHON:-/usr/bin/python3}
[[ -f $B/python/kifu/_kifu.abi3.so ]] || { echo "the Python package is not built (python3-dev)"; exit 77; }
PYTHONPATH=$B/python exec "$python" -X dev tests/python/tap.py
