# The checks of `make lint` see what they are there for.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
mkdir -p "$work"/{scripts,src/base/text,src/games,src/cmd}
cp "$TOP"/scripts/check-{includes,banned,headers,words,paths} "$work/scripts"
number=0

# sees CHECK FILE LINE WHAT: the check is content without the line and complains with it.
sees() {
    local check=$1 file=$2 line=$3 what=$4 verdict=ok
    number=$((number + 1))
    printf '/* strcpy() in a comment */\nstatic inline const char *a(void) { return "strcpy(x)"; }\n' >"$work/src/$file"
    "$work/scripts/$check" >"$work/log" 2>&1 || verdict="not ok"
    echo "$line" >>"$work/src/$file"
    ! "$work/scripts/$check" >>"$work/log" 2>&1 || verdict="not ok"
    echo "$verdict $number - $check sees $what"
    [[ $verdict == ok ]] || sed 's/^/# /' "$work/log"
    rm "$work/src/$file"
}

sees check-includes base/a.c '#include "games/b.h"' "an include against the direction"
sees check-includes base/a.c '#include "b.h"' "an include that is not from src/"
sees check-includes base/text/a.c '#include "base/io/b.h"' "an include against the order of rooms"
sees check-includes games/a.c '#include "base/b_internal.h"' "another directory's inside"
sees check-banned base/a.c 'static void f(char *p) { strcpy(p, "x"); }' "a banned call"
sees check-banned games/a.c 'static void *f(void) { return malloc(1); }' "a way round base/alloc.h"
sees check-banned games/a.c 'static void f(void) { fputs("x", stderr); }' "printing in the library"
sees check-words base/a.c "static int crew_size;" "a retired word"
sees check-words base/a.c "static const char *text = \"the crew\";" "a retired word in a message"
sees check-paths base/a.c "/* See gone.h. */" "a file that does not exist"
sees check-paths base/a.c "/* See src/base/gone.c. */" "a path that does not exist"
sees check-paths base/a.c "/* gone_away() does it. */" "a function that does not exist"
sees check-headers base/a.h 'size_t f(void);' "a header that needs another"

number=$((number + 1))
lines=$(sed -n '/^#/!s/ .*//p' "$TOP/tests/fuzz/smoke.txt" | sort)
targets=$(for f in "$TOP"/tests/fuzz/fuzz_*.c; do basename "${f#*/fuzz_}" .c | sed 's/^fuzz_//'; done | sort)
[[ $lines == "$targets" ]] || echo -n "not "
echo "ok $number - every fuzz target has its line in tests/fuzz/smoke.txt"
echo "1..$number"
