kifu version --jsno
echo "$?"
kifu version -x --lang ja
echo "$?"
kifu --vers
echo "$?"
kifu --lang=en version --lang=fr
