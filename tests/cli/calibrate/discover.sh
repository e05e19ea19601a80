# Conditions by itself, as a report and as JSON; each is a query that search takes.
kifu generate games.kifu --games 400 --quiet
kifu calibrate games.kifu --discover --weights material --mate-nodes 0 --min-positions 50 --top 3 --json >lines
jq -r 'keys | join(" ")' lines | sort -u
jq -r '.condition, .flipped' lines | while IFS= read -r query; do
    kifu search games.kifu "$query" --count >/dev/null || echo "not a query: $query"
done
kifu calibrate games.kifu --discover --weights material --mate-nodes 0 --min-positions 50 --top 3 --plot worst.svg |
    sed -nE '1s/[0-9,]+/#/gp'
grep -c '<svg' worst.svg
