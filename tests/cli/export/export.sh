# All games or some, to a stream, a file, a directory; diagrams of hits; what goes wrong.
# shellcheck disable=SC2016 # dollars of CSA, not of the shell
printf 'N+Alice\nN-Bob\n$EVENT:Cup\nPI\n+\n+7776FU\nT1\n-3334FU\n%%TORYO\n/\nN+Carol\nPI\n+\n+2726FU\n-8384FU\n+2625FU\n%%TORYO\n' >games.csa
"$KIFU" import --quiet games.kifu games.csa >/dev/null
for format in csa kif ki2 usi jkf; do
    "$KIFU" convert --quiet games.csa --to $format >convert.out
    "$KIFU" export --quiet games.kifu --to $format >export.out
    cmp convert.out export.out && echo "$format is the same"
done
"$KIFU" export games.kifu s26fu --to usi
"$KIFU" export games.kifu player:alice --to usi -o one.usi && cat one.usi
"$KIFU" export games.kifu --to kif -o out/ --quiet && ls out
"$KIFU" export games.kifu s76fu --to svg -o boards/ && ls boards && grep -c '<svg' boards/*
"$KIFU" export games.kifu s76fu --to svg -o more-boards && diff -r boards more-boards && echo same
try() { "$KIFU" export "$@" 2>&1; echo "exit $?"; }
try games.kifu --to svg
try games.kifu s55ou --to csa
try games.kifu --to kif -o out/ --quiet
try games.kifu --to pdf
try games.kifu
try games.kifu 's5' --to csa
try nowhere.kifu --to csa --lang ja
