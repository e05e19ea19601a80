// The whole game searched, in a real browser: node analyse.mjs URL PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures);

const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
};
const replay = async (page, ply) => {
  await page.goto(`${url}#/game/games/0/${ply}`);
  await page.waitForSelector('.replay .board');
};
const analysed = (page, n) => page.waitForFunction((count) => document.querySelector('.whole')?.dataset.analysed === String(count), n);

await story('every position is searched; mistakes are told of and lead to their moves', DESKTOP, async (page) => {
  await replay(page, 0);
  await page.selectOption('#nodes', '5000');
  await page.click('#analyse-game');
  await analysed(page, 10);
  const points = await page.getAttribute('.whole-graph .line', 'd');
  assert(points.split('L').length === 11, `a point for each position: ${points}`);
  assert((await page.locator('.whole .totals tbody tr').count()) === 2, 'two players');
  const accuracy = await page.locator('.whole .totals td').first().textContent();
  assert(/^\d+\.\d%$/.test(accuracy) && parseFloat(accuracy) < 100, accuracy);
  assert((await page.locator('.whole-graph .mark').count()) > 0, 'marks');
  const mistake = page.locator('.whole .faults button[data-ply="3"]');
  assert(/^▲B-5e \(move 3\) loses \d+ %/.test(await mistake.textContent()), await mistake.textContent());
  await picture(page, 'analyse-game');
  await clean(page);
  await mistake.click();
  await page.waitForFunction(() => location.hash.includes('/3'));
  const box = await page.locator('.whole-graph').boundingBox();
  await page.mouse.click(box.x + box.width * 0.8, box.y + 20);
  await page.waitForFunction(() => location.hash.includes('/8'));
});

await story('stopped, begun again; leaving ends it', DESKTOP, async (page) => {
  let ended = 0;
  page.on('requestfailed', (r) => r.url().includes('/api/analyse/game') && ended++);
  let release;
  const left = new Promise((resolve) => (release = resolve));
  await page.route('**/api/analyse/game', async (route) => {
    await left; // so that there is something to end
    await route.continue().catch(() => undefined);
  });
  await replay(page, 3);
  await Promise.all([page.waitForRequest('**/api/analyse/game'), page.click('#analyse-game')]);
  assert((await page.getAttribute('#analyse-game', 'aria-pressed')) === 'true', 'pressed');
  await page.click('#analyse-game');
  await page.locator('.whole', { hasText: 'Stopped.' }).waitFor();
  await becomes(() => ended === 1, 'the request ended');
  await Promise.all([page.waitForRequest('**/api/analyse/game'), page.click('#analyse-game')]);
  await page.evaluate(() => (location.hash = '#/search'));
  await becomes(() => ended === 2, 'the request ended');
  release();
});

await story('that the server gave up is said', DESKTOP, async (page) => {
  await page.route('**/api/analyse/game', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: position\ndata: {"ply":10,"centipawns":0,"win":0.5}\n\nevent: done\ndata: {}\n\n' }));
  await replay(page, 3);
  await page.click('#analyse-game');
  await page.locator('.whole', { hasText: 'Stopped before everything was searched' }).waitFor();
  assert((await page.getAttribute('#analyse-game', 'aria-pressed')) === 'false', 'not pressed');
});

await story('in Japanese, on a phone, in the dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await replay(page, 2);
  await page.selectOption('#nodes', '5000');
  await page.tap('#analyse-game');
  await analysed(page, 10);
  const edge = (selector) => page.locator(selector).first().evaluate((e) => e.getBoundingClientRect().right);
  assert((await edge('.whole .totals')) <= (await edge('.whole')), 'the table stays within its panel');
  await page.locator('.faults button', { hasText: '▲５五角（3手目）' }).waitFor();
  await picture(page, 'analyse-game-phone');
  await clean(page);
});

await finish();
