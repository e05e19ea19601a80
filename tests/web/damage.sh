# A database that is damaged while it is served: whoever asks it gets an error, the server says so once
# and lives, and other databases are served as before.
set -eu
command -v curl >/dev/null || { echo "no curl: scripts/deps test" >&2; exit 77; }
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
"$KIFU" generate "$work/large.kifu" --games 3000 --seed 1 --quiet >/dev/null
"$KIFU" generate "$work/other.kifu" --games 300 --seed 2 --quiet >/dev/null
cp -r "$work/other.kifu" "$work/third.kifu"
cp -r "$work/other.kifu" "$work/unread.kifu"
# In its middle, where nobody will look.
printf '\377\377' | dd of="$work/unread.kifu/s000001.seg" bs=1 conv=notrunc status=none \
    seek=$(($(stat -c %s "$work/unread.kifu/s000001.seg") / 2))
segment=$work/large.kifu/s000001.seg
bytes=$(stat -c %s "$segment")
((bytes > 1 << 20)) || { echo "# the segment is so small that it is copied"; exit 1; }
start_server "$work/large.kifu" "$work/other.kifu" "$work/third.kifu" "$work/unread.kifu"

# answers STATUS PATTERN PATH: what is answered at a path has this status, and the pattern in it
answers() {
    local got
    got=$(curl -sS --max-time 300 -o "$work/body" -w '%{http_code}' "${url}api/$3")
    head -c 2000 "$work/body"
    echo
    [[ $got == "$1" ]] && grep -q "$2" "$work/body"
}
moves="query=s76fu+g34fu&limit=5"
check "whole" answers 200 '"hits"' "search?$moves&db=large"
check "no fault is known" answers 200 '"fault":null' info

# The server reads what nobody asks for.
until_said() {
    for _ in {1..600}; do
        grep -q "$1" "$work/serve.log" && return
        sleep 0.1
    done
    return 1
}
check "damage that nobody met is said" until_said 'unread.kifu/s000001.seg.*section'
check "and told" answers 200 '"fault":"section [a-z]* is damaged"' info
check "the database has no answers" answers 500 'section [a-z]* is damaged' "search?$moves&db=unread"

# In the middle: what lies behind is gone, even what was read and verified before.
truncate -s $((bytes / 2 + 100)) "$segment"
check "cut short: an error" answers 500 'truncated' "search?$moves&db=large"
check "next moves: an error" answers 500 'truncated\|damaged' "moves?query=startpos&db=large"
check "a game: an error" answers 500 'truncated' "game/0?db=large"
check "all of them: an error" answers 500 'truncated\|damaged' "search?$moves"
check "the others answer" answers 200 '"hits"' "search?$moves&db=other"
check "it is told" answers 200 '"fault":"[^"]*truncated' info
lives() { kill -0 "$server"; }
check "the server lives" lives
said() { [[ $(grep -c 's000001.seg.*truncated' "$work/serve.log") -eq 1 ]]; }
check "it says so once, with the file" said

# Another manifest that cannot be read: the database is serving it as it was.
sed 's/^next-id .*/next-id 7/' "$work/other.kifu/MANIFEST" >"$work/manifest"
cp "$work/manifest" "$work/other.kifu/MANIFEST"
check "a damaged manifest is no obstacle" answers 200 '"hits"' "search?$moves&db=other"
check "but it is told" answers 200 '"fault":"[^"]*serving it as it was' info
said_manifest() { grep -q 'other.kifu/MANIFEST' "$work/serve.log"; }
check "and said" said_manifest
check "the third answers" answers 200 '"hits"' "search?$moves&db=third"
echo "1..$number"
