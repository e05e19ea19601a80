# The page of `kifu profile` in a real browser, from a file, on games made for it.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work" || true' EXIT
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
# No blank to break a line at, and wider than a telephone.
folder=$work/WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW
mkdir "$folder"
"$KIFU" generate "$folder/games.kifu" --games 300 --castles all --seed 3 --quiet
"$KIFU" profile "$folder/games.kifu" 田 --html "$work/profile.html" --quiet >/dev/null 2>&1
node "$TOP/tests/web/profile.mjs" "$work/profile.html" "$pictures"
