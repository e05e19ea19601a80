# What can't be written is told before the work, not after it: no database is needed to hear of it.
for command in "census a.kifu --plot" "calibrate a.kifu --plot" "calibrate a.kifu --fit ml -o" \
    "train a.kifu -o" "natural train a.kifu -o" "flow a.kifu b.kifu -o" "joseki a.kifu -g" \
    "chaturanga simulate --players P0,P0,P0,P0 -o" "eval startpos --svg" "info a.kifu --sqlite"; do
    kifu $command missing/file 2>&1
    echo "$?"
done
mkdir folder
kifu census a.kifu --plot folder 2>&1
echo "$?"
mkfifo pipe # nobody reads it: that is no reason to wait, or to refuse
kifu census a.kifu --plot pipe 2>&1
echo "$?"
ls -A folder
