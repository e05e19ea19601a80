# One rule for all commands: a file that exists is overwritten with --force only, and nothing is
# written into the folder of a database.  Devices, pipes and - are no files to overwrite.
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 12 >games.sgf
kifu import go.kifu games.sgf --quiet >/dev/null
kifu generate db.kifu --games 10 --quiet
kifu generate other.kifu --games 10 --seed 2 --quiet
cp "$TOP/docs/samples/shikenbisha.usi" game.usi
# but for what calibrate keeps aside
files() { find db.kifu -mindepth 1 ! -path '*/columns*' -printf '%P\n' | sort; }
files >before

commands='
analyse game.usi --weights material --nodes 20 --mate-nodes 0 -o OUT.kif
analyse game.usi --weights material --nodes 20 --mate-nodes 0 --plot OUT.svg
analyse game.usi --weights material --nodes 20 --mate-nodes 0 --table OUT
calibrate db.kifu --min-positions 1 --mate-nodes 0 --plot OUT.svg
calibrate db.kifu --min-positions 1 --mate-nodes 0 --sample 2 --fit ls -o OUT
census db.kifu --plot OUT.svg
chaturanga play --players P0,P0,P0,P0 --seed 1 -o OUT
chaturanga simulate --players P0,P0,P0,P0 --games 4 -o OUT
convert game.usi --to csa -o OUT
convert game.usi --to csa --report OUT
eval startpos --svg OUT.svg
export db.kifu id:0 --to csa -o OUT
flow db.kifu other.kifu --min-count 2 -o OUT
import new.kifu game.usi --report OUT
info db.kifu --sqlite OUT
joseki go.kifu --encoding er --method nf --top 3 --gallery OUT.html
natural blind pro=db.kifu --reserve 999 --nodes 20 --positions 2 -o OUT
natural train pro=db.kifu -o OUT --epochs 1 --share 20
profile db.kifu 田 --sequences 0 --html OUT.html
show game.usi --as csa -o OUT
train db.kifu -o OUT --epochs 1
'
# expect STATUS COMMAND...: runs it and tells what is not as expected
expect() {
    local want=$1 status
    shift
    kifu "$@" --quiet </dev/null >out 2>err
    status=$?
    [[ $status == "$want" ]] || { echo "kifu $*: status $status instead of $want"; cat err; }
}
while read -r line; do
    [[ -n $line ]] || continue
    name=$(grep -o 'OUT[a-z.]*' <<<"$line")
    read -r -a words <<<"$line"
    echo keep >"$name"
    expect 3 "${words[@]}"
    echo "kifu ${words[0]}: $name exists; use --force to overwrite it" | cmp - err
    [[ $(<"$name") == keep ]] || echo "$line: overwritten"
    expect 0 "${words[@]}" --force
    [[ $(head -c 4 "$name" | tr -d '\0') != keep ]] || echo "$line: not overwritten"
    rm -f "$name"*
    expect 3 "${words[@]/OUT/db.kifu/OUT}"
    echo "kifu ${words[0]}: cannot write db.kifu/$name: it is inside the database $PWD/db.kifu; choose another directory" |
        sed 's/\(.*database \).*;/\1…;/' >want
    sed 's/\(.*database \).*;/\1…;/' err | cmp - want
    expect 3 "${words[@]/OUT/db.kifu/OUT}" --force
done <<<"$commands"
echo "$(grep -c . <<<"$commands") lines tried"
files | diff before -

echo "--- directories: the database's own, one below it, a link to it"
ln -s db.kifu link
for folder in db.kifu db.kifu/ db.kifu/new/ link link/x/y.csa; do
    kifu export db.kifu id:0 --to usi -o "$folder" 2>&1 | sed 's/\(.*database \).*;/\1…;/'
done
(cd db.kifu && kifu export . id:0 --to usi -o here.usi 2>&1 | sed 's/\(.*database \).*;/\1…;/')
kifu match material material --games 2 --depth 1 -o db.kifu/m.csa 2>&1 | sed 's/\(.*database \).*;/\1…;/'
files | diff before -

echo "--- devices, pipes, standard output; a file of that name that is no database's"
kifu export db.kifu id:0 --to usi -o /dev/null; echo $?
mkfifo pipe
cat pipe >through &
kifu export db.kifu id:0 --to usi -o pipe; echo $?
wait $!
kifu export db.kifu id:0 --to usi -o - | cmp - through
mkdir package && echo setup.py >package/MANIFEST
kifu export db.kifu id:0 --to usi -o package/game.usi; echo $?

echo "--- the key of a blind test"
echo keep >test.html.key.json
kifu natural blind pro=db.kifu --reserve 999 --nodes 20 --positions 2 -o test.html 2>&1
echo $?
cat test.html*

echo "--- games that are there are gone on with"
kifu match material material --games 2 --depth 1 --max-plies 10 --quiet -o match.csa >/dev/null; echo $?
kifu match material material --games 2 --depth 1 --max-plies 10 --quiet -o match.csa >/dev/null; echo $?
echo "--- a game is saved as often as one likes, but not over another file"
echo keep >mine
printf '%s\n' 'save mine' 'save new' 'save new' quit |
    kifu chaturanga play --players human,P0,P0,P0 --seed 1 2>&1 | grep -o 'saved to .*\|.*exists.*'
cat mine
kifu export db.kifu id:0 --to usi -o package/game.usi --lang ja 2>&1
echo $?
