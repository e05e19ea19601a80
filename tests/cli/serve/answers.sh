# Prints its address, answers there and nowhere else, and ends with Ctrl-C.
kifu generate a.kifu --games 20 --seed 3 --quiet
kifu serve a.kifu --port 0 >address 2>messages &
server=$!
until [[ -s address ]] || ! kill -0 "$server" 2>/dev/null; do sleep 0.05; done
address=$(<address)
sed "s|${address}|ADDRESS|" messages
port=${address##*:}
port=${port%/}
ask() { # PATH HOST
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$1" "$2" >&3
    tr -d '\r' <&3
}
ask / "127.0.0.1:$port" | sed -n '1p; /^Content-Security-Policy/p; /<title>/p'
ask /api/info "localhost:$port" | sed -n '1p; s/.*],"games":\([0-9]*\),"plies":.*/\1 games/p'
ask /api/info "evil.example:$port" | head -n 1
ask /etc/passwd "localhost:$port" | head -n 1
kill -INT "$server"
wait "$server"
echo "status $?"
