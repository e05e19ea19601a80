# Real games of Go, messy ones: drawn patterns found by times and by playing through everything.
data=${KIFU_DATA:-$TOP/../shared/data}/go
[[ -f $data/messy-sgf.tar.zst ]] || { echo "no records at $data" >&2; exit 77; }
"$KIFU" import db.kifu "$data/messy-sgf.tar.zst" --quiet >/dev/null 2>&1
ask() { # the exit status of --verify alone is what counts: 0 or 1, never 3
    "$KIFU" search db.kifu "$1" --verify --json >answer 2>message
    case $? in 0 | 1) ;; *) echo "$1: $(cat message)" ;; esac
}
ask 'pattern "XOX/O.X/XO."'
ask 'pattern ".XO/XO*"'
ask 'pattern "XO/X."'
ask 'pattern "...../.XOX./..O.."'
ask 'pattern ".X.../..XO./.OX../-----"'
ask 'pattern "|.XO/|X.X/+---"'
ask 'pattern "|......./|......./|......./|...X.../|......./|......./+-------"'
ask 'pattern "xOo/OXO/?.?"'
ask 'pattern "X1/2O"'
ask 'pattern "?O?/OX1/?O?"'
ask 'pattern "O:|.4./|.3X/|.12/|.../+---"'
"$KIFU" search db.kifu 'sym(pattern "OXO/X.X/.X.")' --count --json >/dev/null && echo 'ko shapes'
