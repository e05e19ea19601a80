# Shared by the tests that interrupt the importer: records to import, and what must hold afterwards.
# Source it with KIFU set; makes $work, goes there, and defines the functions below.
set -u
: "${KIFU:?the binary to interrupt}"
# shellcheck disable=SC2034  # used by those who source this
CRASH_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d "${CRASH_TMP:-${TMPDIR:-/tmp}}/kifu-crash.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3

# make_records FILES GAMES: so many CSA files of so many games, all different, three or four plies
# each: pawns of three files are pushed.
make_records() {
    local files=$1 games=$2 n=0 i j a b c
    mkdir in
    for ((i = 0; i < files; i++)); do
        for ((j = 0; j < games; j++, n++)); do
            a=$((n % 9 + 1)) b=$((n / 9 % 9 + 1)) c=$((n / 81 % 9 + 1)) d=$((n / 729 % 9 + 1))
            ((j == 0)) || echo /
            printf 'V2.2\nN+player %d\nPI\n+\n+%d7%d6FU\n-%d3%d4FU\n' "$n" $a $a $b $b
            if ((c == a)); then printf '+%d6%d5FU\n' $c $c; else printf '+%d7%d6FU\n' $c $c; fi
            if ((d == b)); then printf -- '-%d4%d5FU\n' $d $d; else printf -- '-%d3%d4FU\n' $d $d; fi
            printf '%%TORYO\n'
        done >"in/$(printf '%04d' "$i").csa"
    done
    "$KIFU" convert in --to usi --quiet -o whole.usi || exit 1
    total=$(wc -l <whole.usi)
}

games_in() {
    "$KIFU" info "$1" --json | grep -o '"games":[0-9]*' | head -n 1 | cut -d: -f2
}

# sound DB: it opens, every byte of it is as it should be.
sound() {
    "$KIFU" check "$1" --quiet >check.log 2>&1 && return 0
    echo "check of $1 failed:"
    cat check.log
    return 1
}

# complete DB: it has every game, moves and all, in the order of the input.
complete() {
    "$KIFU" export "$1" --to usi --quiet --force -o whole.out && cmp -s whole.usi whole.out && return 0
    echo "$1 does not hold what was imported: $(wc -l <whole.out) of $total games"
    return 1
}
