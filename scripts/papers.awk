# What the scripts of the ledger share: reading docs/papers/figures.tsv and docs/papers/claims.tsv.

function read_figure() {
    if (FNR == 1 || /^#/)
        return
    value_of[$1] = $2
    low_of[$1] = $3
    high_of[$1] = $4
    n_of[$1] = $5
    command_of[$1] = $6
}

# The figure that a claim's row stands on: its own name's, unless it names another.
function claim_figure() {
    return $9 == "" ? $1 : $9
}

# Whether a row of this basis is one of the paper's findings that our measurement could have failed to show.
function is_finding(basis) {
    return basis == "said" || basis == "derived"
}

function distance(a, b) {
    return a > b ? a - b : b - a
}

function decimals(text,    point) {
    point = index(text, ".")
    return point ? length(text) - point : 0
}

# A value with its interval, as people read it: 24.88 ± 0.04, or 2 [0, 7] where it is askew.
function with_interval(value, low, high,    places, below, above) {
    if (low == "" || (low == value && high == value))
        return value
    places = decimals(value)
    if (decimals(low) > places)
        places = decimals(low)
    below = value - low
    above = high - value
    if (distance(below, above) <= 0.1 * (below + above) + 10 ^ -places)
        return value " ± " sprintf("%." places "f", (high - low) / 2)
    return value " [" low ", " high "]"
}

# Whether a name is chosen by a list of patterns with *, separated by spaces.
function chosen(name, patterns,    list, n, i, expression) {
    n = split(patterns, list, " ")
    for (i = 1; i <= n; i++) {
        expression = list[i]
        gsub(/[.+?()|\[\]]/, "\\\\&", expression)
        gsub(/\*/, ".*", expression)
        if (name ~ ("^" expression "$"))
            return 1
    }
    return 0
}

# A field of a line of JSON, without its quotes; "" where it is missing or null.
function json(name,    at, text) {
    at = index($0, "\"" name "\":")
    if (!at)
        return ""
    text = substr($0, at + length(name) + 3)
    if (substr(text, 1, 1) == "\"") {
        text = substr(text, 2)
        return substr(text, 1, index(text, "\"") - 1)
    }
    match(text, /[,}\]]/)
    text = substr(text, 1, RSTART - 1)
    return text == "null" ? "" : text
}

# Prints a figure with the 95 % interval of its standard error, to two digits of that; n is what it stands on, and the
# command is that of the variable made_by.  Shares in per cent stay between 0 and 100 with share = 1.
function figure(id, value, error, n, share,    places, low, high) {
    if (error + 0 == 0) {
        printf "%s\t%s\t\t\t%s\t%s\n", id, value, n, made_by
        return
    }
    places = 1 - floor(log(1.96 * error) / log(10))
    if (places < 0)
        places = 0
    low = value - 1.96 * error
    high = value + 1.96 * error
    if (share && low < 0)
        low = 0
    if (share && high > 100)
        high = 100
    printf "%s\t%.*f\t%.*f\t%.*f\t%s\t%s\n", id, places, value, places, low, places, high, n, made_by
}

function floor(x) {
    return x < int(x) ? int(x) - 1 : int(x)
}

# A share in per cent and its standard error, which is never 0.
function share_figure(id, part, all,    p) {
    p = (part + 2) / (all + 4)
    figure(id, 100 * part / all, 100 * sqrt(p * (1 - p) / all), all, 1)
}
