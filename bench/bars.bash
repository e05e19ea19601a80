# bars.bash: figures beside what is required of them.
# shellcheck shell=bash

# field NAME: the first number called NAME in the JSON on standard input.
field() {
    sed -n "s/.*\"$1\":\([0-9.e+-]*\).*/\1/p" | head -n 1
}

bar() { # WHAT MEASURED RELATION REQUIRED UNIT
    awk -v what="$1" -v x="$2" -v relation="$3" -v y="$4" -v unit="$5" 'BEGIN {
        met = relation == "<=" ? x <= y : x >= y
        printf "  bar: %-44s %10.1f %s (required %s %s: %s)\n", what, x, unit, relation, y, met ? "met" : "NOT MET" }'
}
