# What a database holds, for people and machines.
# shellcheck disable=SC2016 # dollars of CSA, not of the shell
printf '$START_TIME:2001/02/03\nPI\n+\n+7776FU\n-3334FU\n%%TORYO\n/\n$START_TIME:1999/12/31\nPI\n+\n+2726FU\n%%SENNICHITE\n/\nPI\n+\n+5756FU\n' >games.csa
"$KIFU" import --quiet games.kifu games.csa >/dev/null
"$KIFU" info games.kifu | sed '/^  \|^bytes/d'
"$KIFU" info games.kifu --lang ja | sed '/^　\|^バイト/d'
"$KIFU" info games.kifu --json | sed 's/"bytes":{[^}]*}/"bytes":{}/; s/"bytes_per_game":[^}]*/"bytes_per_game":0/'
"$KIFU" info games.kifu --json | grep -o '"bytes":{"games":[0-9]*,"facts":[0-9]*,"hashes":[0-9]*,"metadata":[0-9]*}' | tr -d 0-9
"$KIFU" info nowhere 2>&1
echo "exit $?"
"$KIFU" info games.kifu --sqlite games.sqlite >/dev/null && head -c 15 games.sqlite && echo
# shellcheck disable=SC2069 # messages only
"$KIFU" info games.kifu --sqlite games.sqlite 2>&1 >/dev/null
echo "exit $?"
