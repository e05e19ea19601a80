# The constants of the search: defaults name the same search, others another one, in a match, too.
kifu bench --constants
kifu bench --constants --json | head -1
kifu bench nothing --constants
echo $?
total() { kifu bench engine --weights material --depth "$1" --hash 1 --tune "$2" | sed -n 's/^engine *\([0-9]*\) .*/\1/p'; }
kifu bench --constants | sed 1d >table
[ "$(total 5 "")" = "$(total 5 "$(awk '{print $1 "=" $2}' table | paste -sd,)")" ] && echo "defaults are defaults"
changes() { [ "$(total "$1" "$2=$3")" != "$plain" ] || [ "$(total "$1" "$2=$4")" != "$plain" ]; }
plain=$(total 5 "")
while read -r name _ least most; do
    changes 5 "$name" "$least" "$most" || echo "$name $least $most"
done <table >deep
plain=$(total 8 "")
while read -r name least most; do
    changes 8 "$name" "$least" "$most" || echo "$name changes nothing"
done <deep
kifu match material material --depth 1 --games 1 --progress none --option-a Tune=window=3
echo $?
kifu match material material --depth 1 --games 1 --progress none --option-b Tune=windows=30
echo $?
play() { kifu match material material --games 2 --nodes 300 --jobs 1 --progress none -o "$1.csa" --option-a "$2" >/dev/null; }
moves() { grep '^[-+][0-9]' "$1.csa"; }
play same Tune=late-base=600
play plain Hash=32
play other Tune=late-base=100
[ "$(moves plain)" = "$(moves same)" ] && [ "$(moves plain)" != "$(moves other)" ] && echo "a player has its own"
