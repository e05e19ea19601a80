# Which form it is, what is refused, and the text.
kifu generate db.kifu --games 120 --seed 1 --quiet
kifu generate other.kifu --games 90 --castles all --seed 2 --quiet
kifu generate go.kifu --game go --games 60 --seed 1 --quiet
try() {
    kifu compare "$@" 2>&1
    echo "exit $?"
}
echo 'forms'
try db.kifu
try db.kifu ''
try db.kifu other.kifu go.kifu
try db.kifu '' '' ''
try db.kifu go.kifu
try db.kifu other.kifu date:1900
try db.kifu nonsense: ''
try db.kifu '' 'date:'
try db.kifu '' 'player:nobody'
echo 'options'
try db.kifu other.kifu --kind openings,castle
try db.kifu other.kifu --kind ,
try db.kifu other.kifu --fdr 2
try db.kifu other.kifu --fdr x
try db.kifu other.kifu --top 0
echo 'only these kinds'
kifu compare db.kifu other.kifu --kind castles --all --json | jq -r .kind | sort -u
kifu compare db.kifu other.kifu --kind moves,openings --all --json | jq -r .kind | sort -u
echo 'text'
kifu compare db.kifu other.kifu --kind openings,castles --all --top 2
kifu compare db.kifu other.kifu --kind castles --all --top 1 --lang ja
echo 'fields'
kifu compare db.kifu other.kifu --all --json | jq -r '[.kind, (keys_unsorted | join(" "))] | join(": ")' | sort -u
echo 'Go'
kifu compare go.kifu id:0..29 id:30..59 --all --json | jq -r .kind | sort -u
