# Wrong use is explained and exits with 2; nothing readable exits with 3.
printf 'PI\n+\n+7776FU\n' >a.csa
for arguments in 'a.csa' 'a.csa --to nonsense' 'a.csa --to psn' 'a.csa --to csa --charset klingon' \
    '--to csa' 'missing.csa --to csa' 'a.csa --to csa --report -' \
    'a.csa --to csa -o b.csa --json --report -'; do
    # shellcheck disable=SC2086 # words on purpose
    "$KIFU" convert $arguments 2>&1
    echo "exit $?"
done
ls -A
