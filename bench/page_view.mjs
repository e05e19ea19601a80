// How long the page takes from its address to what one came for, in a browser that has never been
// there: until something is painted, until the board stands, until games are listed.  And what it takes: processor
// time of the main thread that shows it, from the start of its process, and of the server (PID: its id).
//
//   node page_view.mjs URL PID   CHROMIUM: the browser; TOP: the sources
import { readFileSync } from 'node:fs';
import { DESKTOP, PHONE, launch } from '../tests/web/stage.mjs';

const [url, server] = process.argv.slice(2);
const ROUNDS = 9, BAR = 1000; // ms of processor time

// Milliseconds of processor time of a process or of one of its threads so far.
function cpu(of) {
  const fields = readFileSync(`/proc/${of}/stat`, 'utf8').split(') ').at(-1).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

// In the page: notes by its own clock, which begins with the navigation, when each was first there.
function watch(wanted) {
  globalThis.seen = {};
  const look = () => {
    for (const [name, selector] of Object.entries(wanted)) {
      if (!(name in globalThis.seen) && document.querySelector(selector)) globalThis.seen[name] = performance.now();
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

// Of the processes that show pages the one that has done something: the page's own.
async function mainThread(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return Math.max(...processInfo.filter((p) => p.type === 'renderer').map((p) => cpu(`${p.id}/task/${p.id}`)));
}

async function view(browser, options) {
  const before = cpu(server);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(watch, { board: 'main .board .koma, main .board .ruled, main .goban', games: '.hits li' });
  await page.goto(url);
  await page.waitForSelector('.hits li', { state: 'attached', timeout: 60000 });
  const seen = await page.evaluate(() => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve({
      ...globalThis.seen,
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    })));
  }));
  seen.page = await mainThread(browser);
  seen.server = cpu(server) - before;
  await context.close();
  return seen;
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

const browser = await launch();
for (const [name, options] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  const views = [];
  for (let i = 0; i < ROUNDS; i++) views.push(await view(browser, options));
  const row = ['paint', 'board', 'games'].map((what) => {
    const times = views.map((v) => v[what]).filter((t) => t !== undefined);
    return times.length ? `${what} ${middle(times).toFixed(0)} ms (slowest ${Math.max(...times).toFixed(0)})` : `${what} not seen`;
  });
  const [mine, servers] = [middle(views.map((v) => v.page)), views.reduce((sum, v) => sum + v.server, 0) / ROUNDS], all = mine + servers;
  console.log(`   first view, ${name}: ${row.join(', ')}; median of ${ROUNDS}`);
  console.log(`  bar: ${`first view, ${name}, CPU (page ${mine}, server ${servers.toFixed(0)})`.padEnd(44)} ${all.toFixed(1).padStart(10)} ms (required <= ${BAR}: ${all <= BAR ? 'met' : 'NOT MET'})`);
}
await browser.close();
