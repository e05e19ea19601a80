# The nearest name is offered, in the language asked for.
kifu vershon
echo "$?"
kifu --lang=ja comp
echo "$?"
LANG=ja_JP.UTF-8 LC_ALL='' kifu zebra
