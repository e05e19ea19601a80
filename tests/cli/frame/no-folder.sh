# What can't be written is told before the work, not after it: no database is needed to hear of it.
try() {
    kifu "$@" missing/file 2>&1
    echo "$?"
}
try census a.kifu --plot
try calibrate a.kifu --plot
try calibrate a.kifu --fit ml -o
try train a.kifu -o
try natural train a.kifu -o
try flow a.kifu b.kifu -o
try joseki a.kifu -g
try chaturanga simulate --players P0,P0,P0,P0 -o
try eval startpos --svg
try info a.kifu --sqlite
mkdir folder
kifu census a.kifu --plot folder 2>&1
echo "$?"
mkfifo pipe # nobody reads it: that is no reason to wait, or to refuse
kifu census a.kifu --plot pipe 2>&1
echo "$?"
ls -A folder
