# The paper's figures beside ours, in three forms.
kifu chaturanga tables --part dice --progress none
kifu chaturanga tables --part dice --progress none --markdown | head -4
kifu chaturanga tables --part black --games 40 --json --progress none | head -2
