# What can't be served is said before anything listens.
try() {
    kifu serve "$@" --port 0 2>&1
    echo "status $?"
}
try no/folder.kifu
mkdir empty.kifu
try empty.kifu
kifu generate a.kifu --games 2 --quiet
try a.kifu nowhere.kifu
try new.kifu --bind 0.0.0.0
try a.kifu --bind example.com
try a.kifu --host laptop.local --host https://kifu.example/kifu
try a.kifu --gtp gnugo
try a.kifu --gtp A=true --gtp A=false
kifu serve a.kifu --port 70000 2>&1
echo "status $?"
