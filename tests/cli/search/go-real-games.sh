# Real games of Go: drawn diagrams found with the index and by playing through everything.
data=${KIFU_DATA:-$TOP/../shared/data}/go
[[ -f $data/pro-to-2005.tar.zst ]] || { echo "no records at $data" >&2; exit 77; }
[[ ${KIFU_TEST_SCOPE:-} != quick ]] || { echo "not in the quick scope" >&2; exit 77; }
[[ $KIFU != */asan/* ]] || { echo "takes minutes with sanitizers; test_patterns is for them" >&2; exit 77; }
"$KIFU" import db.kifu "$data/pro-to-2005.tar.zst" --quiet >/dev/null 2>&1
ask() { # the exit status of --verify alone is what counts: 0 or 1, never 3
    "$KIFU" search db.kifu "$1" --verify --json >answer 2>message
    case $? in 0 | 1) ;; *) echo "$1: $(cat message)" ;; esac
}
ask 'either(sym(pattern "-------+/.......|/.......|/.X..X..|/...X.O.|/.......|/....O..|/.......|")) id:..4000'
ask 'either(sym(pattern "X O/O .")) id:4000..4400'
ask 'either(sym(pattern ". . . . ./. X . . O/. . . . ./. . . . ./-----")) id:5000..7000'
ask 'either(sym(pattern "X O ./X O O/. X O")) date:1990..1992'
ask 'either(sym(pattern ". 1 ./2 3 4/? 5 .")) id:..1500'
ask 'pattern "X*?/oX." never pattern "OO/OO" id:..800'
ask 'pattern "|X.O/|..X" then<10 pattern "|XOO" id:..3000'
ask 'not pattern "O/X" for>=40 id:..1000'
