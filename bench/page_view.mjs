// How long the page takes from its address to what one came for, in a browser that has never been
// there: until something is painted, until the board stands, until games are listed.
//
//   node page_view.mjs URL       CHROMIUM: the browser; TOP: the sources
import { DESKTOP, PHONE, launch } from '../tests/web/stage.mjs';

const [url] = process.argv.slice(2);
const ROUNDS = 9;

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

async function view(browser, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(watch, { board: 'main piece, main .shudan-goban', games: '.hits li' });
  await page.goto(url);
  await page.waitForSelector('.hits li', { state: 'attached', timeout: 60000 });
  const seen = await page.evaluate(() => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve({
      ...globalThis.seen,
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    })));
  }));
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
  console.log(`   first view, ${name}: ${row.join(', ')}; median of ${ROUNDS}`);
}
await browser.close();
