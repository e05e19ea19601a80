# An engine is asked about positions that the query and the sample leave, and about none twice.
cat >engine <<'END'
#!/bin/sh
while read -r line; do
    case $line in
    usi) echo "id name Counter"; echo usiok ;;
    isready) echo readyok ;;
    position*) position=$line ;;
    go*) echo "$position" >>asked; echo "info score cp 10"; echo "bestmove 7g7f" ;;
    quit) exit ;;
    esac
done
END
chmod +x engine
kifu generate games.kifu --games 12 --quiet
ask() {
    : >asked
    kifu calibrate games.kifu "$@" --value usi:./engine --min-positions 1 --mate-nodes 0 --quiet --json --jobs 2 |
        jq -r 'select(.condition == "all") | .positions'
    # the first question shows whether it can answer at all
    echo "asked: $(sed 1d asked | wc -l), about different positions: $(sed 1d asked | sort -u | wc -l)"
}
echo "some games, some plies"
ask 'id:0..3 ply:20..24'
echo "again"
ask 'id:0..3 ply:20..24'
echo "two games and two plies more"
ask 'id:0..5 ply:20..26'
echo "a sample"
ask 'id:0..3' --sample 100 | sed 's/[0-9][0-9]/many/g'
echo "how many there are to ask, and how many were asked"
kifu calibrate games.kifu 'id:6..7 ply:30..39' --value usi:./engine --min-positions 1 --mate-nodes 0 --jobs 1 --progress json 2>&1 |
    grep 'asking the engine' | tail -n 1 | grep -o '"done":[0-9]*,"total":[0-9]*'
find games.kifu/columns -type f | sed 's|.*/||; s/-[^-]*\././' | sort | uniq -c | sed 's/^ *//'
