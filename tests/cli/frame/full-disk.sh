# A write that fails is an error, with a message; a reader that went away is one without.
[[ -c /dev/full ]] || { echo "there is no /dev/full" >&2; exit 77; }
kifu help >/dev/full
echo "$?"
exec 5> >(true)
wait $!
kifu help >&5
echo "$?"
