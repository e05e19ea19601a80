# Standard output that cannot be written, in every command: status 3 and the system's reason for a
# full disk; for a reader that went away the end by SIGPIPE, without a word.
[[ -c /dev/full ]] || { echo "there is no /dev/full" >&2; exit 77; }
# shellcheck source=tests/cli/joseki/planted.bash
. "$TOP/tests/cli/joseki/planted.bash"
planted 24 >games.sgf
kifu import go.kifu games.sgf --quiet >/dev/null
kifu generate db.kifu --games 40 --quiet
kifu generate other.kifu --games 40 --seed 2 --quiet
printf '%s\n' usi isready quit >usi.txt
yes quit | head -n 9 >quit.txt

exec 5> >(true)
wait $! # from now on nobody reads 5

commands='
bench engine --weights material --depth 1 --hash 1
calibrate db.kifu --min-positions 1 --mate-nodes 0 --quiet
census db.kifu
chaturanga analyse startpos
chaturanga perft 1
chaturanga play --seed 1
chaturanga simulate --players P0,P0,P0,P0 --games 4 --quiet
chaturanga simulate --players P0,P0,P0,P0 --games 400 --quiet -o -
chaturanga tables --part dice
check db.kifu --json
compact other.kifu --json
completion bash
convert shikenbisha.usi --to usi
convert shikenbisha.usi --to usi --json
eval startpos
export db.kifu --to csa
flow db.kifu other.kifu --min-count 2
generate - --games 400
generate - --games 1
generate new.kifu --games 1 --json
help
help search
import new.kifu yagura.kif --json
info db.kifu
joseki go.kifu --encoding er --method nf --top 3
match material material --games 2 --depth 1 --max-plies 20 --progress none
mate one.sfen
moves db.kifu startpos --quiet
moves db.kifu startpos --json
natural eval pro=db.kifu --reserve 999 --nodes 20 --positions 4 --quiet
natural train pro=db.kifu -o model --epochs 1 --quiet
perft startpos 2
perft startpos 1 --divide
remove db.kifu id:0 --dry-run --json
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
    kifu "$@" <"$input" >&"$stream" 2>err
    local status=$?
    if [[ $status != "$want" || $(<err) != "$said" ]]; then
        echo "kifu $*: status $status instead of $want, and on standard error:"
        cat err
    fi
}
cp "$TOP"/docs/samples/{yagura.kif,shikenbisha.usi} .
echo '4k4/9/4P4/9/9/9/9/9/4K4 b G 1' >one.sfen
exec 6>/dev/full
while read -r -a words; do
    [[ ${#words[@]} -gt 0 ]] || continue
    try 6 3 "kifu ${words[0]}: cannot write to standard output: No space left on device" "${words[@]}"
    try 5 141 "" "${words[@]}"
done <<<"$commands"
echo "$(grep -c . <<<"$commands") lines tried"
comm -23 <(kifu help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort -u) <(awk '{ print $1 }' <<<"$commands" | sort -u)
