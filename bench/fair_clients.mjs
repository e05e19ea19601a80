// Asks a server a quick question again and again: alone, and beside clients with heavy ones.
//
//   node fair_clients.mjs URL HEAVY SECONDS
import { Agent, get } from 'node:http';

const [url, heavy, seconds] = process.argv.slice(2);
const PAUSE = 20;
const agent = new Agent({ keepAlive: true, maxSockets: Number(heavy) + 1 });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function ask(query, limit) {
    return new Promise((resolve, reject) => {
        const began = performance.now();
        get(`${url}api/search?${new URLSearchParams({ query, limit })}`, { agent }, (answer) => {
            answer.resume();
            answer.on('error', reject);
            answer.on('end', () =>
                answer.statusCode === 200 ? resolve(performance.now() - began)
                    : reject(new Error(`${query}: ${answer.statusCode}`)));
        }).on('error', reject);
    });
}

async function quick(name) {
    const times = [];
    const end = performance.now() + 1000 * seconds;
    do {
        times.push(await ask('startpos', 5));
        await pause(PAUSE);
    } while (performance.now() < end);
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.ceil(times.length * share) - 1];
    console.log(`  ${name.padEnd(32)} ${String(times.length).padStart(5)} answers` +
        [0.5, 0.9, 0.99, 1].map((share) => at(share).toFixed(1).padStart(9)).join(''));
    return at(0.99);
}

console.log('  by the clock, ms                                    p50      p90      p99    worst');
await ask('startpos', 5);
await quick('a whole position');
let over = false, number = 0, done = 0;
const clients = Array.from({ length: Number(heavy) }, async () => {
    for (; !over; done++)
        await ask(`progress>=${(0.2 + ++number / 1e5).toFixed(5)}`, 0);
});
await pause(500);
const slowest = await quick(`beside ${heavy} heavy clients`);
over = true;
await Promise.all(clients);
console.log(`  heavy questions answered: ${done}`);
console.log(`  bar: ${`a quick question beside ${heavy} heavy clients, p99`.padEnd(48)} ${slowest.toFixed(1).padStart(6)} ms ` +
    `(required <= 20: ${slowest <= 20 ? 'met' : 'NOT MET'})`);
agent.destroy();
