# Who may add to the databases of a server: on a network who has the token, without --allow-import the user who
# started it.
set -eu
command -v curl >/dev/null || { echo "no curl: scripts/deps test" >&2; exit 77; }
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
"$KIFU" generate "$work/games.kifu" --games 20 --seed 1 --quiet >/dev/null
answers() { # STATUS PATTERN ARGUMENT-OF-CURL...
    local got wanted=$1 pattern=$2
    shift 2
    got=$("${as[@]}" curl -sS --max-time 120 -o "$work/body" -w '%{http_code}' "$@")
    head -c 2000 "$work/body"
    echo
    [[ $got == "$wanted" ]] && grep -q "$pattern" "$work/body"
}
as=()
json=(-H 'Content-Type: application/json')
file=(-H 'Content-Type: application/octet-stream')
touch "$work/body"
chmod 666 "$work/body"
chmod 755 "$work"

start_server "$work/games.kifu" --allow-import --bind 0.0.0.0
url=http://127.0.0.1:${url##*:}
token=$(sed -n 's/.*?token=\([0-9a-f]*\).*/\1/p' "$work/serve.log")
is_long() { [[ ${#token} -eq 32 ]]; }
check "a token is printed" is_long
no_token_in_url() { ! grep -q "$token" "$work/url"; }
check "but not for scripts" no_token_in_url
bearer=(-H "Authorization: Bearer $token")
check "anybody reads" answers 200 '"hits"' "${url}api/search?query=startpos&limit=1"
check "and is told that nothing may be added" answers 200 '"import":null' "${url}api/info"
check "who has it may" answers 200 '"import":{' "${bearer[@]}" "${url}api/info"
tag='{"query":"startpos","add":"mine"}'
for route in tag remove edit searches/save searches/delete players/merge players/split players/undo import/undo \
    import/cancel samples play/shogi/save play/go/save play/chaturanga/save; do
    check "$route needs the token" answers 403 token "${json[@]}" -d '{}' "${url}api/$route"
done
check "so does import" answers 403 token "${file[@]}" --data-binary x "${url}api/import?name=x.kif"
check "nothing was changed" answers 200 '"games":20,' "${url}api/info"
check "another token is none" answers 403 token -H "Authorization: Bearer ${token%?}" "${json[@]}" -d "$tag" "${url}api/tag"
check "with it games are tagged" answers 200 '"change":"add"' "${bearer[@]}" "${json[@]}" -d "$tag" "${url}api/tag"
check "the page takes it" answers 200 '<html' -c "$work/jar" "${url}?token=$token"
check "and shows it" answers 200 '"import":{' -b "$work/jar" "${url}api/info"
check "a page of others does not" answers 403 'origins' -b "$work/jar" -H 'Origin: http://evil.example' "${json[@]}" -d "$tag" "${url}api/tag"
stop_server

KIFU_SERVE_TOKEN=chosen-by-its-owner start_server "$work/games.kifu" --allow-import --host https://kifu.example
check "one that was chosen, on this machine" answers 403 token "${json[@]}" -d "$tag" "${url}api/tag"
check "is shown" answers 200 '"db"' -H 'Authorization: Bearer chosen-by-its-owner' "${json[@]}" -d "$tag" "${url}api/tag"
behind=(-H 'Authorization: Bearer chosen-by-its-owner' -H 'Sec-Fetch-Site: same-origin' "${json[@]}" -d "$tag")
check "by a page behind a proxy" answers 200 '"db"' -H 'Origin: https://kifu.example' "${behind[@]}" "${url}api/tag"
check "that leaves the Host" answers 200 '"db"' -H 'Origin: https://kifu.example' -H 'Host: kifu.example' "${behind[@]}" "${url}api/tag"
check "but by no other page" answers 403 'origins' -H 'Origin: https://kifu.example:444' -H 'Host: kifu.example' "${behind[@]}" "${url}api/tag"
check "nor without encryption" answers 403 'origins' -H 'Origin: http://kifu.example' -H 'Host: kifu.example' "${behind[@]}" "${url}api/tag"
stop_server
short_one() { ! KIFU_SERVE_TOKEN=short "$KIFU" serve "$work/games.kifu" --allow-import --port 0 2>"$work/err" && grep -q '16 to 128' "$work/err"; }
check "a short one is refused" short_one

if [[ $(id -u) -eq 0 ]] && command -v setpriv >/dev/null; then
    mkdir "$work/empty"
    cd "$work/empty"
    start_server
    check "the user may make databases" answers 200 '"import":{' "${url}api/info"
    as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
    check "others read" answers 200 '"version"' "${url}api/info"
    check "and make none" answers 403 'only the user' "${json[@]}" -d '{"db":"x","make":true,"rules":"shogi"}' "${url}api/samples"
    check "nor send files" answers 403 'only the user' "${file[@]}" --data-binary x "${url}api/import?db=x&make=1&name=x.kif"
    stop_server
    start_server "$work/games.kifu" --allow-import
    check "--allow-import is for all of them" answers 200 '"change":"add"' "${json[@]}" -d '{"query":"startpos","add":"other"}' "${url}api/tag"
fi
echo "1..$number"
