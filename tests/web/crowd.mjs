// Clients that do a server no good, until standard input ends:
//
//     node crowd.mjs PORT KIND=COUNT...
//
// dawdle  sends its request a byte a second        silent  connects and says nothing
// body    sends its body a byte a second           deaf    asks for much and never reads the answer
// listen  begins a long answer and never reads it  noise   sends bytes that are no request, again and again
// vanish  asks, and breaks the connection at once, again and again
//
// Prints "ready" when all have begun, and at the end how many connections each kind made.
import net from 'node:net';

const port = Number(process.argv[2]);
const head = (method, path, more = '') => `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}`;
const much = head('GET', '/api/search?query=startpos&limit=10000') + '\r\n';
const made = {};
const sockets = new Set();
let over = false;

const wanted = new Set(); // those who have not begun yet

function connect(kind, begun) {
    made[kind] = (made[kind] ?? 0) + 1;
    const socket = net.connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('connect', () => {
        begun(socket);
        if (wanted.delete(socket) && wanted.size === 0) console.log('ready');
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
}

function drip(socket, text) {
    let at = 0;
    const timer = setInterval(() => {
        if (socket.destroyed || at === text.length) clearInterval(timer);
        else socket.write(text[at++]);
    }, 1000);
    socket.on('close', () => clearInterval(timer));
}

// Once it was shown out, or has done its worst, it comes again.
function again(kind, begin) {
    return connect(kind, begin).on('close', () => {
        if (!over) setTimeout(() => again(kind, begin), 50);
    });
}

const kinds = {
    silent: () => {},
    dawdle: (socket) => drip(socket, head('GET', '/api/info') + '\r\n'),
    body: (socket) => {
        socket.write(head('POST', '/api/search', 'Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n'));
        drip(socket, ' '.repeat(1000));
    },
    deaf: (socket) => {
        socket.pause();
        socket.write(much);
    },
    listen: (socket) => {
        socket.pause();
        socket.write(head('GET', '/api/export?query=startpos&to=kif') + '\r\n');
    },
    noise: (socket) => {
        socket.resume();
        socket.write(Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 193 + 7) % 256)));
        socket.end();
    },
    vanish: (socket) => {
        socket.write(much);
        setTimeout(() => socket.resetAndDestroy(), 5);
    },
};

for (const word of process.argv.slice(3)) {
    const [kind, count] = word.split('=');
    for (let i = 0; i < Number(count); i++) wanted.add(again(kind, kinds[kind]));
}
process.stdin.resume();
process.stdin.on('end', () => {
    over = true;
    for (const socket of sockets) socket.destroy();
    console.log(JSON.stringify(made));
    setTimeout(() => process.exit(0), 100);
});
