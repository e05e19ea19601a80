#!/bin/bash
# import in several processes makes the very database that it makes in one, byte for byte: the same
# games under the same ids in the same segments; and it says the same about what it met.
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/../.." && pwd)}
# shellcheck source=tests/mpi/setting.bash
source "$TOP/tests/mpi/setting.bash"

# Many files, some with the games of others, one twice, an archive, what can't be read, another game.
mkdir -p in/deep
for i in 1 2 3 4 5 6; do "$KIFU" generate - -n 60 --seed $i --to csa -q >in/g$i.csa; done
"$KIFU" generate - -n 40 --seed 2 --to kif -q >in/again.kif
"$KIFU" generate - -n 30 --seed 7 --to csa -q >in/deep/more.csa
cp in/g3.csa in/deep/copy.csa
cp in/g1.csa in/zz.csa && echo "'a remark" >>in/zz.csa
echo "no record at all" >in/bad.csa
: >in/empty.csa
tar czf in/h.tar.gz in/g4.csa in/deep/more.csa in/bad.csa
printf '(;GM[1]SZ[9];B[aa];W[bb])' >in/other.sgf
# The same moves with another winner, and one that says nothing of it.
game() { printf 'V2.2\nN+%s\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n%s\n' "$1" "$2"; }
game Nobody '%CHUDAN' >in/a0.csa
game Black '%TORYO' >in/a1.csa
game White '%KACHI' >in/z1.csa
game Late '%KACHI' >in/z2.csa

# as_one NAME RANKS DB WORDS...: imports into DB by one process and by several, and compares.
as_one() {
    local name=$1 ranks=$2 db=$3 status expected
    shift 3
    rm -rf one.kifu many.kifu db.kifu
    [[ -d $db ]] && cp -a "$db" db.kifu
    "$KIFU" import db.kifu "$@" --report one.report --force >expected.out 2>expected.err
    expected=$?
    [[ -d db.kifu ]] && mv db.kifu one.kifu
    [[ -d $db ]] && cp -a "$db" db.kifu
    together "$ranks" import db.kifu "$@" --report many.report --force --checkpoint-bytes 9000 >got.out 2>got.err
    status=$?
    [[ -d db.kifu ]] && mv db.kifu many.kifu
    plain <expected.out >expected.plain
    plain <got.out >got.plain
    if [[ $status -eq $expected ]] && cmp got.plain expected.plain && cmp <(without_noise <got.err) expected.err &&
        cmp one.report many.report && { [[ ! -d one.kifu && ! -d many.kifu ]] || diff -r one.kifu many.kifu; }; then
        ok "$name ($ranks)"
    else
        not_ok "$name ($ranks): exit status $status, not $expected"
        diff expected.err got.err | head -n 10 | sed 's/^/# /'
    fi
}

for ranks in 1 2 3 4; do as_one "a new database" $ranks none in --segment-games 70; done
as_one "as JSON" 2 none in --segment-games 70 --json
# A line that no index holds costs its end and nothing else; what is not there is said by the status.
mkdir go
{ printf '(;GM[1];B[pd])\n(;GM[1]' && printf ';B[];W[]%.0s' {1..32768} && printf ')\n(;GM[1];B[dp])\n'; } >go/long.sgf
printf '(;GM[1];B[dd];W[pp])' >go/a.sgf
as_one "a line too long for the index" 3 none go
as_one "a file that is not there" 2 none in/g1.csa in/missing.csa
as_one "one segment" 3 none in
as_one "segments as small as asked for" 4 none in --segment-games 9
segments=(one.kifu/*.seg)
if ((${#segments[@]} > 30)); then ok "as many as that"; else not_ok "${#segments[@]} segments"; fi
cp -a one.kifu small.kifu
as_one "merged by who does not ask" 2 small.kifu in/a0.csa in/g1.csa --dup keep
as_one "skipping what is the same" 3 none in --segment-games 50 --dup skip
as_one "keeping what is the same" 2 none in --segment-games 50 --dup keep
as_one "with tags, strictly" 4 none in --segment-games 120 --tag 'first one' --tag two --strict
as_one "files in another order" 3 none in/zz.csa in/deep in in/a1.csa --segment-games 33
as_one "the same path twice" 2 none in in/g2.csa in/bad.csa in --segment-games 64
as_one "only what can't be read" 2 none in/bad.csa in/empty.csa
as_one "nothing there" 2 none nowhere in/g1.csa
as_one "nothing at all" 3 none nowhere
as_one "another game" 2 none in/other.sgf --game shogi
as_one "Go first" 3 none in/other.sgf in/g1.csa
"$KIFU" import before.kifu in/g2.csa in/g5.csa in/a1.csa --segment-games 50 -q >/dev/null
for ranks in 1 4; do as_one "into what is there" $ranks before.kifu in --segment-games 70; done
cp -a one.kifu again.kifu
as_one "the same once more" 3 again.kifu in --segment-games 70
"$KIFU" remove before.kifu id:3 or id:60 -q >/dev/null
as_one "after a removal" 2 before.kifu in --segment-games 70
as_one "into a database of another game" 2 before.kifu in --game go

# One big archive is all there is: its members are dealt out.
for i in $(seq 100 160); do "$KIFU" generate - -n 4 --seed "$i" --to kif -q >in/deep/"$i".kif; done
tar cf big.tar in/deep in/g1.csa
for ranks in 2 3; do as_one "one archive" $ranks none big.tar --segment-games 100; done
head -c 150000 big.tar >cut.tar
as_one "a damaged archive" 3 none cut.tar in/g1.csa --segment-games 100
# Real files as people have them.
for human in "${KIFU_DATA:-$TOP/../shared/data}"/shogi/human-*.tar.zst; do break; done
if [[ -f $human ]]; then
    head -c 3000000 "$human" >real.tar.zst
    rm -rf one.kifu many.kifu
    "$KIFU" import one.kifu real.tar.zst --segment-games 1000 >/dev/null 2>expected.err
    together 3 import many.kifu real.tar.zst --segment-games 1000 --checkpoint-bytes 1000000 >/dev/null 2>got.err
    if cmp expected.err <(without_noise <got.err) && diff -r one.kifu many.kifu; then ok "real games"; else not_ok "real games"; fi
else
    echo "# no human games in KIFU_DATA: skipped"
fi

# What is for kifu alone.
for words in "import x.kifu -" "import x.kifu in --watch"; do
    # shellcheck disable=SC2086
    together 2 $words </dev/null >got.out 2>got.err
    status=$?
    if [[ $status -eq 2 && -s got.err && ! -e x.kifu ]]; then ok "not $words"; else not_ok "not $words: $status"; fi
done
finish
