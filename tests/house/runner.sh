# The runner itself: passes, failures, skips, crashes, timeouts and missing results are counted, the
# longest tests come first, and one can be run alone.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
mkdir -p "$work"/{scripts,tests/house,tests/cli/x,build/release,build/asan}
cp "$TOP"/scripts/{run-tests,test-cli} "$work/scripts"
sed -i 's/^full) limit=.*/full) limit=3 ;;/; s/^patience=.*/patience=20/' "$work/scripts/run-tests"
cd "$work"
printf 'echo ran\n' >build/release/kifu
cp build/release/kifu build/asan/kifu
chmod +x build/*/kifu
cat >tests/house/tap.sh <<'CASE'
echo "1..4"; echo "ok 1 - a"; echo "ok 2 - b"; echo "not ok 3 - c"; echo "not ok 4 # SKIP d"; exit 1
CASE
echo 'exit 0' >tests/house/passes.sh
echo 'echo why; exit 77' >tests/house/skips.sh
echo 'kill -SEGV $$' >tests/house/crashes.sh
echo 'sleep 300' >tests/house/hangs.sh
echo 'echo "1..3"; echo "ok 1 - a"' >tests/house/ends-early.sh
echo 'kifu' >tests/cli/x/right.sh
echo 'ran' >tests/cli/x/right.out
echo 'kifu; exit 3' >tests/cli/x/wrong.sh
echo 'run' >tests/cli/x/wrong.out
echo 'echo not here >&2; exit 77' >tests/cli/x/skipped.sh
# One at a time, and the last one first: without that the first would wait for it until it is stopped.
sed -i 's/^cores=.*/cores=-1/' scripts/run-tests
echo 'until [[ -e begun ]]; do sleep 0.1; done' >tests/house/a-waits.sh
echo ': >begun' >tests/house/z-begins.sh
printf '%s\n' 'no such test' tests/house/z-begins.sh tests/house/tap.sh >tests/longest.txt

status=0
scripts/run-tests full build >log 2>&1 || status=$?
# Passed: tap 2, passes 1, ends-early 1, a-waits 1, z-begins 1, right twice.  Failed: tap 1, crash, hang,
# ends-early, wrong twice.  Skipped: tap 1, skips 1, skipped.sh twice.
expected="8 passed, 6 failed"
if [[ $status -eq 1 && $(tail -n 1 log) == "$expected" ]] && grep -q 'crashes.sh: ended by signal 11' log &&
    grep -q 'hangs.sh: stopped after 20 s$' log &&
    grep -q 'ends-early.sh: 2 results missing' log &&
    grep -q ' s, 4 skipped$' log && grep -q 'skips.sh: skipped: why' log &&
    grep -q 'exit status 3, expected 0' log && grep -q '^ *[0-9]* s, [0-9]* of the processor: tests/house/hangs.sh$' log; then
    echo "ok 1 - the runner counts"
else
    echo "not ok 1 - the runner counts (status $status, expected: $expected)"
    sed 's/^/# /' log
fi

# What spins is stopped by the processor's clock, however long a busy machine takes for that.
rm -r tests
mkdir -p tests/house
echo 'while :; do :; done' >tests/house/spins.sh
sed -i 's/^full) limit=.*/full) limit=1 ;;/; s/^patience=.*/patience=1000/' scripts/run-tests
status=0
scripts/run-tests full build >log 2>&1 || status=$?
if [[ $status -eq 1 ]] && grep -q 'spins.sh: stopped after 1 s of' log; then
    echo "ok 2 - what spins is stopped"
else
    echo "not ok 2 - what spins is stopped (status $status)"
    sed 's/^/# /' log
fi

# What failed can be run alone, in the words that it was reported with; KIFU_TEST_TIMES has all.
printf 'exit 1\n' >tests/house/spins.sh
printf 'exit 0\n' >tests/house/passes.sh
status=0
scripts/run-tests full build >log 2>&1 || status=$?
alone=$(sed -n 's/^    alone: //p' log)
eval "KIFU_TEST_TIMES=times.txt $alone" >log2 2>&1 || status=$status$?
if [[ $status == 11 && $(tail -n 1 log) == "3 passed, 1 failed" && $(tail -n 1 log2) == "0 passed, 1 failed" ]] &&
    grep -q '^[0-9.]* [0-9.]* 0 tests/house/spins.sh$' times.txt && [[ $(wc -l <times.txt) -eq 1 ]] &&
    [[ $(scripts/run-tests full build '*pass*' | tail -n 1) == "1 passed, 0 failed" ]]; then
    echo "ok 3 - what failed is run alone"
else
    echo "not ok 3 - what failed is run alone (status $status)"
    sed 's/^/# /' log log2
fi
echo "1..3"
