# What can't be done is said, with the right exit status.
kifu generate db.kifu --games 20 --seed 1 --quiet
touch there.html
try() {
    kifu profile "$@" 2>&1
    echo "exit $?"
}
try
try db.kifu
try db.kifu ''
try missing.kifu name
try db.kifu nobody
try db.kifu '=nobody'
# shellcheck disable=SC1003 # a backslash on purpose
try db.kifu 'a"b\'
try db.kifu name 'date:'
try db.kifu name --top 0
try db.kifu name --html no/such/place.html
try db.kifu name --html there.html
echo 'several people'
kifu profile db.kifu 田 --sequences 0 --top 1 2>&1 >/dev/null | sed 's/: .*(.*; /: …; /'
