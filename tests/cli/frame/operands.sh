# Too few, too many, none at all.
kifu completion
echo "$?"
kifu version 1
echo "$?"
kifu 2>overview
echo "$?"
head -n 1 overview
