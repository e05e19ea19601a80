# What a search is worth is learnt from positions that the model has not seen; the same with any number
# of threads, and from a file of answers, without searching again.
[[ ${KIFU_TEST_SCOPE:-} != quick ]] || { echo "not in the quick scope" >&2; exit 77; }
kifu generate games.kifu --games 20 --quiet
kifu natural values pro=games.kifu -o one.model --nodes 200 --positions 30 --jobs 1 --answers kept --json >lines
sed 's/:-*[0-9][0-9.e-]*/:0/g' lines
kifu natural values pro=games.kifu -o three.model --nodes 200 --positions 30 --jobs 3 --answers kept --quiet | wc -l
cmp one.model three.model && echo "the same model"
kifu natural eval pro=games.kifu --model one.model --method model+search --nodes 200 --positions 30 --part held-out \
    --answers kept --json | grep -o '"positions":[0-9]*' | head -n 1
# The model itself is as it was: alone it says the same.
for m in "" --model=one.model; do
    kifu natural eval pro=games.kifu ${m:+"$m"} --method model --reserve 999 --positions 0 --json | md5sum
done | sort -u | wc -l
# Weights of one model, given to another: the same as if it had been that one.
kifu natural values pro=games.kifu --into one.model -o into.model --nodes 200 --positions 30 --answers kept --quiet >/dev/null
cmp one.model into.model && echo "the same model"
kifu natural values games.kifu; echo $?
kifu natural values games.kifu -o m --held-out 0 2>/dev/null; echo $?
echo other >kept
kifu natural values pro=games.kifu -o m --positions 5 --nodes 10 --answers kept 2>/dev/null; echo $?
cat kept
