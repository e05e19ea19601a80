// What the tests of the page share: a browser, stories told on pages of their own, and what there is
// to see on a page of `kifu serve`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.TOP}/web/package.json`);
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const DESKTOP = { viewport: { width: 1360, height: 900 }, locale: 'en-GB' };
export const PHONE = { viewport: { width: 390, height: 844 }, locale: 'ja-JP', hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

// Machines that run tests may be a hundred times slower than they should be, and only what fails waits so long.  Who
// mends a test may have less: KIFU_PATIENCE is in milliseconds.
export const PATIENCE = Number(process.env.KIFU_PATIENCE ?? 300000);

export function assert(condition, what) {
  if (!condition) throw new Error(what);
}

// The page may be about to show it, and page.url() comes after what is on screen: it is looked at until it
// is so.  what: in words, or a function that makes them.  Not by the time of day, which may be put right meanwhile.
export async function becomes(holds, what) {
  for (const end = performance.now() + PATIENCE; !(await holds());) {
    if (performance.now() > end) throw new Error(typeof what === 'function' ? await what() : what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// Two pictures further: what waits for the next one has been done.
export const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

// Until nothing moves any more: colours have changed, and pieces are where they
// should be.  What moves for ever is not waited for.
export const atRest = (page) => page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running' || !Number.isFinite(a.effect?.getComputedTiming().endTime)));

export const launch = () => chromium.launch({ executablePath: `${process.env.TOP}/tests/web/chromium`, args: ['--no-sandbox'], timeout: 2 * PATIENCE });

// Rows that the same code makes of further games: the first five speak for all.  To look at every one of them
// is most of what axe does: 3.4 s of processor time for thirty hits with their boards.
const ALIKE = ['.hits li:nth-child(n+6)', '.cards li:nth-child(n+6)', '.move-list > li:nth-child(n+16)', '.facet li:nth-child(n+4)'];

// Leaves room where they were, so that nothing moves; for when nothing more is done with the page.
export const emptyAlike = (page) => page.evaluate((rows) => {
  for (const row of document.querySelectorAll(rows)) {
    row.style.height = `${row.offsetHeight}px`;
    row.replaceChildren();
  }
}, ALIKE.slice(0, 2).join());

// The query as text, in the place of its chips; on a phone its tools are folded up.
export async function asText(page) {
  const plus = page.locator('.query-bar .plus');
  if (await plus.isVisible() && (await plus.getAttribute('aria-expanded')) === 'false') await plus.click();
  if (!await page.locator('#query').isVisible()) await page.locator('.text-mode').click();
}
export async function write(page, text) {
  await asText(page);
  await page.fill('#query', text);
}

// On a phone the areas, the language and the colours are behind a button.
export async function unfold(page) {
  const button = page.locator('.menu-button');
  if (await button.isVisible() && (await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

// What axe minds.  Colours may be on their way from one to another: what is wrong is still wrong a little later.
// rules: only these; without: not these.
export async function minded(page, rules, without = []) {
  let found;
  for (let i = 0; i < 5; i++) {
    if (!await page.evaluate(() => !!globalThis.axe)) await page.evaluate(axe);
    const result = await page.evaluate(([exclude, only, off]) => globalThis.axe.run({ exclude }, { resultTypes: ['violations'], rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])), ...(only ? { runOnly: only } : {}) }), [ALIKE.map((rows) => [rows]), rules, without]);
    found = result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(', ')}`);
    if (found.length === 0) break;
    await drawn(page);
    await atRest(page);
  }
  return found;
}

// others: addresses of further servers that a story may visit.
export async function onStage(url, pictures, others = []) {
  let number = 0;
  let failed = false;
  const browser = await launch();

  // Runs one story on a page of its own; whatever the console complains of fails it, unless options.forgive matches.
  // kept: an object that keeps the page for the next story, unless this one fails.
  async function story(name, { forgive, kept, ...options }, act) {
    number++;
    const context = kept?.context ?? await browser.newContext(options);
    const page = kept?.page ?? await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints = [];
    const heard = {
      console: (m) => ['error', 'warning'].includes(m.type()) && !forgive?.test(m.text()) && complaints.push(m.text()),
      pageerror: (e) => complaints.push(e.message),
      request: (r) => ![url, ...others, 'data:'].some((start) => r.url().startsWith(start)) && complaints.push(`asked ${r.url()}`),
    };
    for (const [what, hear] of Object.entries(heard)) page.on(what, hear);
    let good = false;
    try {
      await act(page);
      assert(complaints.length === 0, `console: ${complaints.join(' | ')}`);
      good = true;
      console.log(`ok ${number} - ${name}`);
    } catch (e) {
      failed = true;
      console.log(`not ok ${number} - ${name}`);
      console.log(String(e.stack ?? e).replace(/^/gm, '# '));
      await page.screenshot({ path: `${pictures}/failed-${number}.png` }).catch(() => {});
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' }); // of answers that are still under way
    if (kept && good) {
      for (const [what, hear] of Object.entries(heard)) page.off(what, hear);
      return void Object.assign(kept, { context, page });
    }
    await context.close();
    if (kept) kept.context = kept.page = undefined;
  }

  async function open(page, hash = '') {
    await page.goto(`${url}${hash}`);
    await page.waitForSelector('.headline strong');
    await answered(page); // the first answer may be of some games only
  }

  // Drawn in any case, and so is what may go wrong then; taken where somebody wants to see it.
  async function picture(page, name) {
    await drawn(page);
    await atRest(page);
    if (process.env.KIFU_PICTURES) await page.screenshot({ path: `${pictures}/${name}.png` });
  }

  const query = (page) => page.inputValue('#query');
  const games = async (page) => Number((await page.textContent('.headline strong')).replace(/\D/g, ''));

  // Waits for the answer to the question on screen, of which the page keeps a note.
  async function answered(page) {
    await page.waitForFunction(() => {
      const field = document.querySelector('#query'); // none until the page is drawn
      return field && document.querySelector('main.search')?.dataset.answered === field.value.trim();
    });
  }

  // Everything that sticks out of the window to the right.  Not of innerWidth: a phone makes the page smaller until all
  // of it is there.
  const wide = (page) => page.evaluate((width) => document.documentElement.scrollWidth - width, page.viewportSize().width);

  const violations = minded; // (page, rules, without)

  // Tells how many there were, and ends the program.
  async function finish() {
    console.log(`1..${number}`);
    await Promise.race([browser.close(), new Promise((resolve) => setTimeout(resolve, 20000))]);
    process.exit(failed ? 1 : 0);
  }

  return { story, open, picture, query, games, answered, wide, violations, finish };
}
