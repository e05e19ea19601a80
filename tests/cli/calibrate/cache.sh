# What was worked out is kept, and may be deleted; --no-cache keeps nothing.
kifu generate games.kifu --games 50 --quiet
kifu calibrate games.kifu --no-cache --min-positions 20 >first
[ -e games.kifu/columns ] || echo "nothing kept"
kifu calibrate games.kifu --min-positions 20 | cmp - first
find games.kifu/columns -type f | wc -l
kifu calibrate games.kifu --min-positions 20 | cmp - first
for f in games.kifu/columns/*; do echo damaged >"$f"; done
kifu calibrate games.kifu --min-positions 20 | cmp - first
rm -r games.kifu/columns
kifu calibrate games.kifu --min-positions 20 | cmp - first
kifu check games.kifu --quiet; echo $?
