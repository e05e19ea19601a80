# The tests of the Python package, built with ASan and UBSan.
set -eu
cd "$TOP"
python=${PYTHON:-/usr/bin/python3}
tree=${B%/*}/asan
[[ -f $tree/python/kifu/_kifu.abi3.so ]] || { echo "the Python package is not built with ASan"; exit 77; }
asan=$(gcc -print-file-name=libasan.so)
ubsan=$(gcc -print-file-name=libubsan.so)
[[ $asan == /* && $ubsan == /* ]] || { echo "gcc has no libasan.so"; exit 77; }
# What Python itself keeps until it ends is not looked at.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_sigill=1 PYTHONMALLOC=malloc
KIFU=$tree/kifu KIFU_SANITIZED=1 PYTHONPATH=$tree/python LD_PRELOAD="$asan $ubsan" exec "$python" tests/python/tap.py
