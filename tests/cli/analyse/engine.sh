# Another engine in place of the own one: what it says of positions, with Kifu itself as one, too; if it
# dies at a position, that position has no value.
cat >fake <<'END'
#!/bin/sh
# 100 hundredths for Black wherever there is an even number of moves, a mate in 5 behind four moves
while read -r line; do
    case $line in
    usi) echo "id name Fake"; echo usiok ;;
    isready) echo readyok ;;
    quit) exit ;;
    position*) position=$line ;;
    go*)
        n=$(echo "${position#*moves}" | wc -w)
        case $position in *moves*) ;; *) n=0 ;; esac
        [ "$1" = "$n" ] && exit 3
        [ "$1" = always ] && exit 3
        [ "$1" = mute ] && echo bestmove 7g7f && continue
        case $n in
        4) echo 'info depth 9 score mate 5 pv 2f2e' ;;
        *) echo "info depth 3 score cp $((n % 2 ? -100 : 100)) nodes 7 pv 9i9h zzzz" ;;
        esac
        case $n in
        0) echo bestmove 7g7f ;;
        4) echo bestmove 2f2e ;;
        *) echo bestmove 9i9h ;;
        esac ;;
    esac
done
END
chmod +x fake
game='startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e'
# shellcheck disable=SC2086  # a position may be several words
analyse() { kifu analyse $game --nodes 100 --json --progress none "$@"; }
what='.engine, .scale, [.moves[] | [.value, .mate, .best, .loss > 0]], [.last.value, .last.mate]'
analyse --engine "usi:$PWD/fake" | jq -c "$what"
echo "--- it dies behind two moves"
analyse --engine "usi:$PWD/fake 2" 2>remarks | jq -c "$what"
cat remarks
analyse --engine "usi:$PWD/fake" --scale 100 | jq -c '.scale, .moves[0].win'
echo "--- it dies at every position; it names no values"
analyse --engine "usi:$PWD/fake always" 2>&1 | sed "s|$PWD/||"
echo "status ${PIPESTATUS[0]}"
analyse --engine "usi:$PWD/fake mute" >mute.json 2>remarks
echo "status $?"
cat remarks
echo "--- Kifu"
analyse --engine "usi:kifu usi" --engine-option Weights=material |
    jq -c '(.engine | test("^Kifu")), ([.moves[] | has("value")] | all), ([.moves[] | .line | length > 0] | all)'
analyse --engine "usi:kifu usi" --engine-option NoSuch=1 2>&1
echo "status $?"
echo "--- Ctrl-C while it does not get ready"
cat >late <<'END'
#!/bin/sh
: >started
exec sleep 3000
END
chmod +x late
# shellcheck disable=SC2086  # several words
env --default-signal=INT kifu analyse $game --engine "usi:$PWD/late" --progress none 2>remarks &
until [ -e started ]; do sleep 0.05; done
kill -INT $!
SECONDS=0
wait $!
echo "status $?"
[ $SECONDS -lt 1000 ] && echo "before it is ready"
cat remarks
