# Sourced by the oracles: where things are, and what to say when something is not there.
: "${TOP:=$(cd "$(dirname "$0")/../.." && pwd)}" "${KIFU:=$TOP/build/release/kifu}"
: "${KIFU_DATA:=$TOP/../shared/data}"
data=$KIFU_DATA/shogi

skip() {
    echo "$1"
    exit 77
}
need_data() { [[ -f $data/$1 ]] || skip "no $1 under KIFU_DATA"; }
need_command() { command -v "$1" >/dev/null || skip "$1 is not installed"; }
need_package() {
    [[ -d $TOP/tests/oracle/node_modules/$1 ]] || skip "tests/oracle/node_modules is missing: scripts/deps test"
}

work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
