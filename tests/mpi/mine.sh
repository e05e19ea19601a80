#!/bin/bash
# census, calibrate, flow and joseki in several processes say what they say in one.
set -u
TOP=${TOP:-$(cd "$(dirname "$0")/../.." && pwd)}
# shellcheck source=tests/mpi/setting.bash
source "$TOP/tests/mpi/setting.bash"
make_databases

same_in_all "census" census shogi.kifu other.kifu --top 30
same "census in little memory" census shogi.kifu --memory 1 --json
same "census in random order, by parts" census shogi.kifu other.kifu --shuffle 3 --parts 4
same "census of classes" census a=shogi.kifu b=other.kifu --json
same "census as JSON" census shogi.kifu --json --top 200
same "census of Go" census go.kifu --json

# Games with results, of the engine against itself.
"$KIFU" generate - --engine --nodes 20 -n 120 --seed 4 --to csa -q >played.csa
"$KIFU" import played.kifu played.csa --segment-games 17 -q >/dev/null
curves=(played.kifu --when 'castle:mino or castle:yagura' --when s76fu --min-positions 5 --mate-nodes 100)
same_in_all "curves" calibrate "${curves[@]}" --json
same "curves as a table" calibrate "${curves[@]}" --bins
same "effects by class" calibrate a=played.kifu b=shogi.kifu --when s.hand.fu --when 's.hand.ki>=2' --min-positions 5 --mate-nodes 0 --json

# Fits agree: every number to 1e-9 of itself.
agree() { # NAME RANKS WORDS...
    local name=$1 ranks=$2
    shift 2
    "$KIFU" calibrate "$@" --json >expected.out 2>expected.err
    together "$ranks" calibrate "$@" --json >got.out 2>got.err
    if [[ -s expected.out ]] && awk -v FS='[][{}:,]' '
        NR == FNR { line[FNR] = $0; n = FNR; next }
        {
            split(line[FNR], was, FS)
            for (i = 1; i <= NF; i++)
                if ($i != was[i] && !(i > 1 && $(i - 1) == "\"steps\"")) {
                    d = $i - was[i]; m = $i < 0 ? -$i : $i
                    if ($i !~ /^-?[0-9]/ || (d < 0 ? -d : d) > 1e-9 * (m > 1 ? m : 1)) {
                        print "# line " FNR ": " was[i] " became " $i
                        bad = 1
                    }
                }
        }
        END { exit bad || n != FNR }' expected.out got.out; then ok "$name ($ranks)"; else not_ok "$name ($ranks)"; fi
}
for ranks in 1 2 3 4; do
    agree "the fit of progress" "$ranks" played.kifu --fit ml --terms progress
done
agree "the fit of conditions" 3 "${curves[@]}" --fit ls --terms conditions
agree "the fit of many weights" 2 played.kifu --fit ml --terms material
together 2 calibrate played.kifu --discover >got.out 2>got.err
status=$?
if [[ $status -eq 2 ]] && grep -q -- --discover got.err; then ok "no discovering together"; else not_ok "no discovering together"; fi

same_in_all "flows" flow shogi.kifu played.kifu --min-count 5 --from-ply 10
same "flows as JSON" flow shogi.kifu played.kifu --min-count 5 --both --correct --json
same "flows of one part" flow shogi.kifu played.kifu --min-count 3 --part train
same "curves of one part" calibrate "${curves[@]}" --part train --json
same "joseki of one part" joseki go.kifu --part train --top 20 --json
# Two people of the games become one.
cp -r go.kifu persons.kifu
"$KIFU" players persons.kifu --json | head -n 2 | jq -r '.spellings[0]' | tr '\n' '\0' | xargs -0 "$KIFU" players persons.kifu --merge 2>/dev/null
same "joseki of persons" joseki persons.kifu --top 20 --json
same "joseki of some games of one part" joseki go.kifu 'result:b' --part held-out --top 20 --json
same "flows by queries" flow shogi.kifu --human-query 'id:1..700' --computer-query 'id:701..1500' --min-count 5
"$KIFU" flow shogi.kifu played.kifu --min-count 5 -o one.txt -q >/dev/null
together 3 flow shogi.kifu played.kifu --min-count 5 -o three.txt -q >/dev/null
if cmp one.txt three.txt; then ok "the file of flows"; else not_ok "the file of flows"; fi

same_in_all "joseki" joseki go.kifu --top 40 --json
same "joseki of some games" joseki go.kifu 'result:b' --top 20
same "joseki in threads" joseki go.kifu --encoding thread --top 20
for method in nf entropy sfp msfp; do
    same "joseki by $method" joseki go.kifu --encoding er --method $method --top 3000 --json
done
same "joseki of one symbol or more" joseki go.kifu -e es -m nf --min-length 1 --top 100 --json
same "joseki by short windows" joseki go.kifu -e er -m msfp --windows 1,2,3 --min-length 2 --top 50 --json
same_in_all "sequences of shogi" joseki shogi.kifu -e moves --top 60 --json
same "joseki with a wrong window" joseki go.kifu -e er -m sfp --windows 4,5
same "joseki through the years" joseki go.kifu --trends --json
same "joseki through the years, of some games" joseki go.kifu 'result:b' --trends --encoding er --top 50
same "joseki of no games" joseki go.kifu --size 9
"$KIFU" joseki go.kifu --top 30 --gallery one.html -q >/dev/null
together 3 joseki go.kifu --top 30 --gallery three.html -q >/dev/null
if cmp one.html three.html; then ok "the page of joseki"; else not_ok "the page of joseki"; fi
finish
