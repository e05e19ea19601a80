# What is written, where, and what is left alone.
printf 'PI\n+\n+7776FU\n' >a.csa
mkdir nothing
echo keep >all.usi
kifu convert nothing --to usi -o all.usi --force 2>&1
echo "exit $?"
cat all.usi
kifu convert a.csa --to usi -o all.usi --force --report no/such/folder 2>&1
echo "exit $?"
cat all.usi
ls -A

echo '-- a pipe stays a pipe'
mkfifo pipe
cat pipe >through &
kifu convert a.csa --to usi -o pipe --quiet
wait
test -p pipe && cat through

echo '-- a folder whose name is in Shift-JIS'
dir=$(printf 'x\203\134y')
mkdir "$dir"
cp a.csa "$dir/b.csa"
mkdir sjis
kifu convert "$dir/b.csa" --to usi -o sjis --quiet
find sjis -type f

echo '-- a name that cannot be taken costs that game'
mkdir -p clash/a.usi
cp a.csa clash/a.CSA
cp a.csa clash/a.usi/in.csa
cp a.csa clash/z.csa
kifu convert clash --to usi -o clashed/ 2>&1
echo "exit $?"
find clashed -type f | LC_ALL=C sort

echo '-- the output is no input'
mkdir -p walk/out
cp a.csa walk
(cd walk && kifu convert . --to usi -o out --quiet && kifu convert . --to usi -o out --quiet -f)
find walk -type f | LC_ALL=C sort
(cd walk && kifu convert out --to csa -o out --quiet)
find walk -type f | LC_ALL=C sort

echo '-- problems on standard output, games elsewhere'
printf 'PI\n+\n+7776FU\n-9999FU\n' >bad.csa
kifu convert bad.csa --to usi -o bad.usi --report - --quiet 2>/dev/null
echo "exit $?"
cat bad.usi
[[ ! -e ./- ]] || echo "a file called -"
