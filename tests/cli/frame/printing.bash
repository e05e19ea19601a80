# Every command with something that it prints, for tests that take its standard output away.
# shellcheck shell=bash
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 12 >games.sgf
kifu import go.kifu games.sgf --quiet >/dev/null
kifu generate db.kifu --games 10 --quiet
kifu generate other.kifu --games 10 --seed 2 --quiet
printf '%s\n' usi isready quit >usi.txt
export HOME=$PWD XDG_RUNTIME_DIR=$PWD # for the page of kifu open
unset XDG_DATA_HOME
yes quit | head -n 9 >quit.txt

commands='
analyse shikenbisha.usi --weights material --nodes 50 --mate-nodes 0 --quiet
analyse db.kifu --limit 2 --weights material --nodes 50 --mate-nodes 0 --quiet --json
bench engine --weights material --depth 1 --hash 1
book db.kifu --to yaneuraou --plies 5 --quiet
calibrate db.kifu --min-positions 1 --mate-nodes 0 --quiet
census db.kifu
chaturanga analyse startpos
chaturanga perft 1
chaturanga play --seed 1
chaturanga readings --games 20 --rounds 1 --survivors 1 --quiet
chaturanga simulate --players P0,P0,P0,P0 --games 4 --quiet
chaturanga simulate --players P0,P0,P0,P0 --games 60 --quiet -o -
chaturanga tables --part dice
check db.kifu --json
compact other.kifu --json
compare db.kifu other.kifu --all
completion bash
convert shikenbisha.usi --to usi
convert shikenbisha.usi --to usi --json
eval startpos
export db.kifu --to csa
flow db.kifu other.kifu --min-count 2
generate - --games 60
generate - --games 1
generate new.kifu --games 1 --json
gtp --network tiny.network
help
help search
import new.kifu yagura.kif --json
info db.kifu
joseki go.kifu --encoding er --method nf --top 3
match material material --games 2 --depth 1 --max-plies 20 --progress none
mate one.sfen
matrix db.kifu --rows castle --columns decade
moves db.kifu startpos --quiet
moves db.kifu startpos --json
natural eval pro=db.kifu --reserve 999 --nodes 20 --positions 4 --quiet
natural train pro=db.kifu -o model --epochs 1 --quiet
perft startpos 2
perft startpos 1 --divide
names db.kifu
players db.kifu
profile db.kifu 横田良平 --sequences 0
remove db.kifu id:0 --dry-run --json
tag db.kifu id:0 +study --dry-run --json
edit other.kifu 0 event=x --json
open --no-browser --foreground
search db.kifu s77fu --quiet
search db.kifu s77fu --json
search db.kifu s77fu --count
serve db.kifu --port 0 --quiet
show db.kifu:0
show yagura.kif --as svg
show shikenbisha.usi --as usi
train db.kifu -o weights --epochs 1 --quiet
usi
version
'
# try STREAM STATUS MESSAGE COMMAND...: tells what is not as it must be
try() {
    local stream=$1 want=$2 said=$3 input=quit.txt
    shift 3
    [[ $1 == usi ]] && input=usi.txt
    rm -rf new.kifu model weights
    kifu "$@" <"$input" 2>err 1>&"$stream"
    local status=$?
    if [[ $status != "$want" || $(<err) != "$said" ]]; then
        echo "kifu $*: status $status instead of $want, and on standard error:"
        cat err
    fi
}
cp "$TOP"/docs/samples/{yagura.kif,shikenbisha.usi} "$TOP"/tests/cli/gtp/tiny.network .
echo '4k4/9/4P4/9/9/9/9/9/4K4 b G 1' >one.sfen
# try_all STREAM STATUS [MESSAGE]: all of them; %s in the message is the command
try_all() {
    local words message
    while read -r -a words; do
        [[ ${#words[@]} -gt 0 ]] || continue
        message=${3-}
        try "$1" "$2" "${message/\%s/${words[0]}}" "${words[@]}"
    done <<<"$commands"
    echo "$(grep -c . <<<"$commands") lines tried"
    comm -23 <(kifu help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort -u) <(awk '{ print $1 }' <<<"$commands" | sort -u)
}
