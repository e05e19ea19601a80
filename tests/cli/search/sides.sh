# Results for the side that plays the part of s in the query, and for a named player: which of the
# two colours has the silver on its own 7-8 (gote's 3-2), and how that side fared.
# shellcheck disable=SC2016 # dollars of CSA, not of the shell
game() { # BLACK WHITE DATE END MOVE...
    printf 'V2.2\nN+%s\nN-%s\n$START_TIME:%s\nPI\n+\n' "$1" "$2" "$3"
    printf '%s\n' "${@:5}"
    printf '%%%s\n' "$4"
}
mkdir games
game Ann Bob 1990/01/01 TORYO +7978GI -3334FU +7776FU >games/a.csa # Black has it, Black wins
game Bob Ann 1991/01/01 TORYO +7776FU -3132GI >games/b.csa         # White has it, White wins
game Ann Cat 1992/01/01 TORYO +7776FU -3132GI +2726FU >games/c.csa # White has it, Black wins
game Cat Ann 1993/01/01 SENNICHITE +7776FU -3132GI +7978GI >games/d.csa # White first; drawn
game Ann Ann 1994/01/01 CHUDAN +7776FU -8384FU +7978GI >games/e.csa     # Black has it; unknown
kifu import db.kifu games --quiet >/dev/null
count() { echo "$1"; kifu search db.kifu "$1" --count --json | jq -c 'del(.seconds, .spans, .positions)'; }
count 'either(s78gi)'
count 's78gi'
count 'g32gi'
count 'either(s78gi) player:Ann'
count 'either(s78gi) player:Ann player:Bob'
count 'player:=Cat'
count 'not either(s78gi)'
count 'ply:1..'
count 'either(s78gi g32gi)'
count 'either(s76fu) either(s78gi)'
count 'either(s78gi) or s26fu'
count 'either(black:Ann)'
count 'either(black:Ann s78gi)'
count 's76fu then either(s78gi)'
echo "--- hits"
kifu search db.kifu 'either(s78gi)' --json | jq -c '[.game, .first, .own]'
kifu search db.kifu 'ply:1' --json | jq -c .own
echo "--- for people"
kifu search db.kifu 'either(s78gi) player:Ann' --count | sed 's/ (.* ms)//'
kifu --lang ja search db.kifu 'either(s78gi) player:Ann' --count | sed 's/（.*ミリ秒）//'
kifu search db.kifu 'either(s78gi g32gi)' --count | sed 's/ (.* ms)//'
echo "--- the index and a scan agree"
# shellcheck disable=SC2069 # standard error alone
kifu search db.kifu 'either(s78gi) player:Ann' --count --verify 2>&1 >/dev/null
echo "--- in groups"
kifu search db.kifu 'either(s78gi) player:Ann' --by decade --json | jq -c 'del(.own.low, .own.high, .player.low, .player.high)'
kifu search db.kifu 'either(s78gi)' --by year | sed 's/ *$//'
kifu search db.kifu s78gi --by player --limit 2 --json | jq -c '[.group, .games, .own.wins]'
kifu search db.kifu 'either(s78gi)' --by year --json | jq -r .query | while read -r query; do
    kifu search db.kifu "$query" --count --json | jq -c '[.games, .own.wins, .own.losses]'
done
kifu search db.kifu s78gi --by colour 2>&1; echo $?
kifu search db.kifu s11hi --by year; echo $?
