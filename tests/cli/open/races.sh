# Several at once start one page; a page that was killed leaves nothing that matters.
export HOME=$PWD/home XDG_RUNTIME_DIR=$PWD/run
unset XDG_DATA_HOME BROWSER DISPLAY WAYLAND_DISPLAY
mkdir home run
trap 'kifu open --stop --quiet' EXIT
for ((i = 0; i < 6; i++)); do
    cp "$TOP/docs/samples/yagura.kif" "copy$i.kif"
    echo "*copy $i" >>"copy$i.kif"
    kifu open --no-browser --quiet "copy$i.kif" >"url$i" 2>&1 &
done
wait
cat url* | sort -u | wc -l
kifu open --status | wc -l
kifu info home/.local/share/kifu/shogi.kifu --json | grep -o '"games":1,'
pid=$(kifu open --status | sed -nE 's/.*\t([0-9]+)$/\1/p')
kill -9 "$pid"
while kifu open --status --quiet >/dev/null; do sleep 0.05; done
kifu open --status --quiet
echo "status $?"
echo garbage >run/kifu/shogi.page
url=$(kifu open --no-browser)
port=${url##*:}
rm -r run/kifu
while (exec 3<>"/dev/tcp/127.0.0.1/${port%/}") 2>/dev/null; do sleep 0.05; done
echo "a page that nobody can find has ended"
