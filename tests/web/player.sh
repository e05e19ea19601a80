# A player on the page, and comparisons, in a real browser: games made for it, in which people are written in several ways;
# and Go.  KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/made.kifu" --games 260 --castles all --seed 3 --quiet
# Most games of three families become one person's, who is written in five ways and pauses for some years; two of the
# opponents may be one person; one name is long and has no blank to break a line at.
"$KIFU" export "$work/made.kifu" --to csa | python3 -c '
import re, sys
blocks = re.split(r"(?=^\x27CSA encoding)", sys.stdin.read(), flags=re.M)
names = ["Taro Yamada"] * 5 + ["山田太郎 九段"] * 3 + ["Yamada Taro", "山田太郎八段"]
n = 0
for block in blocks:
    seat = re.search(r"^N([+-])(?:清水|木下|加藤|大島|斎藤).*$", block, re.M)
    if seat:
        other = "-" if seat[1] == "+" else "+"
        block = re.sub(r"^N\%s.*$" % seat[1], "N" + seat[1] + names[n % 10], block, count=1, flags=re.M)
        if n < 14:
            known = "Jiro Suzuki" if n < 7 else "Suzuki J" if n < 10 else "W" * 60
            block = re.sub(r"^N\%s.*$" % other, "N" + other + known, block, count=1, flags=re.M)
        year = 1989 + n // 3 if n < 12 else 2019 + n % 5
        day = "" if n == 30 else r"\1:%d/%02d/03" % (year, n % 12 + 1)
        block = re.sub(r"^(.START_TIME):.*$", day, block, count=1, flags=re.M)
        n += 1
    sys.stdout.write(block)
' >"$work/games.csa"
"$KIFU" import "$work/games.kifu" "$work/games.csa" --quiet >/dev/null
echo '山田太郎 = Taro Yamada' >"$work/games.kifu/people.txt"
"$KIFU" generate "$work/go.kifu" --game go --games 300 --seed 1 --quiet
start_server "$work/games.kifu" --allow-import
shogi=$url
start_server "$work/go.kifu"
node "$TOP/tests/web/player.mjs" "$shogi" "$pictures" "$url"
