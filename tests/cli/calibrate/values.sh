# Values from the record, from quiescence, from a USI engine.
kifu generate games.kifu --games 12 --engine --nodes 50 --quiet
for value in static quiescence record "usi:kifu usi"; do
    echo "$value: $(kifu calibrate games.kifu --value "$value" --value-nodes 20 --sample 4 --min-positions 10 --mate-nodes 0 --json --quiet |
        jq -r 'select(.condition == "all") | .positions > 100' )"
done
echo "weights of another evaluation"
kifu calibrate games.kifu --weights net --min-positions 10 --mate-nodes 0 --json --quiet | jq -r .condition
