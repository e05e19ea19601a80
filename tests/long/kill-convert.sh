#!/bin/bash
# Kills `kifu convert DIR -o FILE` at random moments.  Whatever the moment, FILE must be the whole of
# what it was or the whole of what it was to be, and beside it may lie nothing but a temporary file.
#
#   KILLS=300   how often
set -u
: "${KIFU:?the binary to kill}"
kills=${KILLS:-300}
[[ $kills =~ ^[1-9][0-9]*$ ]] || { echo "KILLS=$kills is no number" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3

# Two folders of games whose conversions differ from the first line on, and in length.
mkdir in-0 in-1 whole out
for i in {1..400}; do
    printf '先手：old %d\n手数----指手---------消費時間--\n1 ７六歩(77)\n2 ３四歩(33)\n' "$i" >"in-0/$i.kif"
    printf 'N+new %d\nPI\n+\n+2726FU\n-8384FU\n+2625FU\n-8485FU\n' "$i" >"in-1/$i.csa"
done
began=$EPOCHREALTIME
for which in 0 1; do
    "$KIFU" convert in-$which --to jkf -o whole/$which --quiet || exit 1
done
# A run takes this many microseconds; kills fall between its start and a little after its end.
span=$(((${EPOCHREALTIME/./} - ${began/./}) * 5 / 8))
if [[ ! -s whole/0 ]] || cmp -s whole/0 whole/1; then
    echo "the two conversions do not differ"
    exit 1
fi

old=0 new=0 torn=0 halfway=0
cp whole/0 out/file
now=0
for ((i = 0; i < kills; i++)); do
    next=$((1 - now))
    "$KIFU" convert in-$next --to jkf -o out/file --force --quiet &
    pid=$!
    moment=$(((RANDOM << 15 | RANDOM) % span))
    sleep "$(printf '%d.%06d' $((moment / 1000000)) $((moment % 1000000)))"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    if cmp -s out/file whole/$now; then
        old=$((old + 1))
    elif cmp -s out/file whole/$next; then
        new=$((new + 1)) now=$next
    else
        torn=$((torn + 1))
        echo "kill $i: the file is neither the old one nor the new one ($(stat -c %s out/file) bytes)"
        cp whole/$now out/file
    fi
    left=$(find out -mindepth 1 ! -path out/file -printf '%P\n')
    [[ -z $left ]] || halfway=$((halfway + 1))
    if grep -v '^\.kifu-tmp-' <<<"$left" | grep -q .; then
        torn=$((torn + 1))
        echo "kill $i: left behind: $left"
    fi
    find out -mindepth 1 ! -path out/file -delete
done
echo "$kills kills: $old before the new file was there ($halfway of them while it was written), $new after"
# Kills that all came too early or too late would have shown nothing.
if ((kills >= 100 && (halfway == 0 || new == 0))); then
    echo "none of them came while something could go wrong"
    exit 1
fi
((torn == 0))
