# Files are taken in as they arrive, each once; SIGINT ends it cleanly.
mkdir in
printf 'PI\n+\n+7776FU\n' >in/a.csa
"$KIFU" import games.kifu in --watch --quiet >out 2>err &
watcher=$!
wait_for() {
    until [[ $("$KIFU" info games.kifu --json 2>/dev/null) == *'"games":'$1,* ]]; do
        kill -0 $watcher 2>/dev/null || { echo "no $1 games"; return; }
        sleep 0.1
    done
}
wait_for 1
printf 'PI\n+\n+2726FU\n' >in/b.csa
wait_for 2
cp in/b.csa in/c.csa
printf 'PI\n+\n+5756FU\n' >in/d.csa
wait_for 3
kill -INT $watcher
wait $watcher
echo "exit $?"
"$KIFU" check games.kifu
