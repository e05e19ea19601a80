// Asks a server the questions on the standard input, one a line, as the page does after a change:
// first hits and next moves at the same time, each within 33 ms.  Prints how long the answers took
// until the last byte was here, and what the server's process took for it (PID: its id).
//
//   node page_http.mjs URL PID EVERY < questions      one question of every EVERY
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

const [url, pid, every] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const routes = {
    search: { limit: 30, ms: 33, boards: true },
    moves: { limit: 60, ms: 33 },
};

function ask(path, args) {
    return new Promise((resolve, reject) => {
        const began = performance.now();
        get(`${url}api/${path}?${new URLSearchParams(args)}`, { agent }, (answer) => {
            const parts = [];
            answer.on('data', (part) => parts.push(part));
            answer.on('error', reject);
            answer.on('end', () => {
                const text = Buffer.concat(parts).toString();
                if (answer.statusCode !== 200) reject(new Error(`${path} ${args.query}: ${text}`));
                else resolve({ ms: performance.now() - began, whole: !text.includes('"whole":false') });
            });
        }).on('error', reject);
    });
}

// Seconds of processor time so far.
function cpu() {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
}

function row(name, answers) {
    const times = answers.map((a) => a.ms).sort((a, b) => a - b);
    const at = (share) => times[Math.ceil(times.length * share) - 1];
    const mean = times.reduce((a, b) => a + b, 0) / times.length;
    const within = (100 * times.filter((t) => t <= 50).length) / times.length;
    const whole = (100 * answers.filter((a) => a.whole).length) / answers.length;
    const numbers = [mean, at(0.5), at(0.9), at(0.99), times.at(-1)];
    console.log(`  ${name.padEnd(20)} ${numbers.map((n) => n.toFixed(2).padStart(9)).join(' ')} ` +
        `${within.toFixed(1).padStart(11)} %  whole ${whole.toFixed(1)} %`);
    return { within, whole };
}

function bar(what, share, required) {
    console.log(`  bar: ${what.padEnd(44)} ${share.toFixed(1).padStart(10)} % (required >= ${required}: ${share >= required ? 'met' : 'NOT MET'})`);
}

const questions = readFileSync(0, 'utf8').split('\n').filter((q, i) => q && i % Number(every) === 0);
const answers = { search: [], moves: [] };
const began = cpu();
for (const query of questions)
    await Promise.all(Object.entries(routes).map(async ([path, args]) =>
        answers[path].push(await ask(path, { query, ...args }))));
const used = cpu() - began;
console.log(`-- over HTTP, hits and next moves at once, first answers, ${questions.length} questions`);
console.log('  clock, ms                 mean       p50       p90       p99     worst  within 50 ms');
for (const [path, list] of Object.entries(answers)) {
    const { within, whole } = row(path, list);
    bar(`${path}: first answers within 50 ms by the clock`, within, 99);
    bar(`${path}: first answers that are whole`, whole, 90);
}
console.log(`  CPU of the server: ${((1000 * used) / questions.length).toFixed(2)} ms a question`);
agent.destroy();
