# What cannot be done is said; the browser that is asked for is started.
export HOME=$PWD/home XDG_RUNTIME_DIR=$PWD/run
unset XDG_DATA_HOME XDG_CACHE_HOME DISPLAY WAYLAND_DISPLAY BROWSER
mkdir home run
trap 'kifu open --stop --quiet' EXIT
try() {
    kifu open "$@" 2>&1 | sed -E "s|$PWD|.|; s/:[0-9]+\//:PORT\//"
    echo "status ${PIPESTATUS[0]}"
}
try --stop --status
try --status file.kif
try --stop --no-browser
HOME='' XDG_RUNTIME_DIR='' try
ln -s "$PWD/home" run/kifu
try
rm run/kifu
mkdir damaged.kifu
echo nonsense >damaged.kifu/MANIFEST
try --no-browser damaged.kifu
mkdir empty
try --no-browser empty
try
BROWSER=/nowhere/browser try
try --foreground
cat >browser <<'B'
#!/bin/sh
echo "$1 $2" | sed -E 's/:[0-9]+\//:PORT\//' >shown.part
mv shown.part shown
B
chmod +x browser
BROWSER="$PWD/browser --new %s:other" try
until [[ -s shown ]]; do sleep 0.05; done
cat shown
rm shown
BROWSER="$PWD/browser --new --url=%s" try
until [[ -s shown ]]; do sleep 0.05; done
cat shown
