# Games go by query, after a look; ids are not used again; a removed game comes back as a new one.
# shellcheck disable=SC2016 # dollars of CSA, not of the shell
printf 'N+Alice\nN-Bob\n$EVENT:Cup\nPI\n+\n+7776FU\n-3334FU\n%%TORYO\n' >a.csa
printf 'N+Carol\nN-Dave\nPI\n+\n+2726FU\n-8384FU\n+2625FU\n%%TORYO\n' >b.csa
printf 'N+Carol\nN-Eve\nPI\n+\n+5756FU\n' >c.csa
"$KIFU" import --quiet games.kifu a.csa b.csa c.csa >/dev/null
try() { "$KIFU" remove games.kifu "$@" 2>&1; echo "exit $?"; }
try --dry-run player:carol
try --dry-run player:carol --json
try player:nobody
try ' '
try player:carol 's77xx'
try s76fu player:alice --lang ja
try s76fu player:alice
"$KIFU" show games.kifu:0 2>&1
"$KIFU" search games.kifu --count ply:0 --json | sed 's/,"seconds.*//'
"$KIFU" import --quiet games.kifu a.csa b.csa --json | sed 's/"seconds":[^,]*/"seconds":0/'
"$KIFU" show games.kifu:3 --as usi
"$KIFU" compact --quiet games.kifu | sed 's/[0-9]* → [0-9]* bytes/bytes/'
"$KIFU" check games.kifu
