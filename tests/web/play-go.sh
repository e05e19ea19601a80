# Playing Go on the page in a real browser, against a network with random weights and a GTP program.
# KIFU_PICTURES=FOLDER keeps the screenshots.
set -eu
# shellcheck source=tests/web/setting.bash
. "$TOP/tests/web/setting.bash"
# shellcheck source=tests/web/browser.bash
. "$TOP/tests/web/browser.bash"
"$KIFU" generate "$work/sample.kifu" --game go --games 20 --seed 1 --quiet >/dev/null
install_alone "$TOP/tests/cli/gtp/tiny.network"
# A program that speaks GTP: its nth move of a game is on the nth point of the first line.
cat >"$work/fake" <<'END'
#!/bin/sh
n=0
while read -r word rest; do
    case $word in
    name) printf '= Fake\n\n' ;;
    version) printf '= 1\n\n' ;;
    play) n=$((n + 1)) && printf '=\n\n' ;;
    clear_board) n=0 && printf '=\n\n' ;;
    genmove) n=$((n + 1)) && printf '= A%d\n\n' "$n" ;;
    quit) exit ;;
    *) printf '=\n\n' ;;
    esac
done
END
chmod +x "$work/fake"
start_server "$work/sample.kifu" --allow-import --gtp "Fake Go=$work/fake" --gtp "Absent=$work/no-such-program" --gtp "Broken=true"
node "$TOP/tests/web/play-go.mjs" "$url" "$pictures"
