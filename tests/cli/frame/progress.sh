# KIFU_PROGRESS stands for --progress where neither that nor --quiet is given; other words are as none at all.
# Standard error alone.
make() { { kifu generate - --games 2 --to csa "$@" >/dev/null; } 2>&1; }
# What is said in plain words only comes after ten seconds.
kind() { if make "$@" | grep -q '^{"'; then echo "JSON"; else echo "no JSON"; fi; }
try() { echo "$1 ${*:2}: $(KIFU_PROGRESS=$1 kind "${@:2}")"; }
try json
try plain
try none
try json --quiet
try json --progress none
try none --progress json
try loud
unset KIFU_PROGRESS
echo "unset: $(kind)"
