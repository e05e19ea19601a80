// The whole game searched, in a real browser: node analyse.mjs URL PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures);

const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
};
const replay = async (page, ply, tab = 'analysis') => {
  await page.goto(`${url}#/game/games/0/${ply}?tab=${tab}`);
  await page.waitForSelector('.replay .board');
};
const analysed = (page, n) => page.waitForFunction((count) => document.querySelector('.whole')?.dataset.analysed === String(count), n);
const plyIs = (page, ply) => page.waitForFunction((n) => location.hash.includes(`/0/${n}?`) || location.hash.endsWith(`/0/${n}`), ply);

await story('a game that is opened says where it was lost: no click, and one for why', DESKTOP, async (page) => {
  await page.goto(`${url}#/game/games/0/0`);
  const points = page.locator('.graph .line');
  await becomes(async () => (await points.getAttribute('d'))?.split('L').length === 11, 'a value for each position');
  await page.locator('.graph .turn-word', { hasText: /^3 B-5e \?/ }).waitFor(); // the move that decided, on the graph
  await becomes(async () => (await page.locator('.move-list [data-ply="4"] .v').textContent()).length > 1, 'values beside the moves');
  const scale = await page.locator('.graph text').allTextContents();
  for (const mark of ['+1000', '+300', '0', '−300', '−1000', 'Black better', 'White better']) assert(scale.includes(mark), `the scale has ${mark}: ${scale}`);
  await page.getByRole('tab', { name: /Analysis/ }).click(); // the one click
  await analysed(page, 10);
  const words = await page.textContent('.story');
  assert(/3 B-5e decided it\.$/.test(words), words);
  assert((await page.locator('.faults > li').count()) <= 5, 'at most five turning points');
  await picture(page, 'analyse-game');
  await clean(page);
});

await story('turning points lead to their moves; figures of both players', DESKTOP, async (page) => {
  await replay(page, 0);
  await analysed(page, 10);
  const mistake = page.locator('.faults button[data-ply="3"]');
  assert(/3 B-5e\s*better \S+/.test(await mistake.textContent()), await mistake.textContent());
  await page.locator('.faults li', { hasText: 'professional' }).first().waitFor(); // how many people find what was better
  await mistake.click();
  await plyIs(page, 3);
  await becomes(async () => (await page.locator('.graph g.turn').count()) === (await page.locator('.faults > li').count()), 'numbers on the graph');
  assert((await page.locator('.by-player tbody tr').count()) === 5 && (await page.locator('.by-player thead th').count()) === 2, 'five figures of two players');
  assert(/^\d+ %$/.test((await page.locator('.by-player tbody td').first().textContent()).trim()), 'a share');
  await page.locator('.by-player tr', { hasText: 'mistakes' }).getByRole('button').first().click();
  await plyIs(page, 3);
  const [table] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  assert(table.suggestedFilename() === 'kifu-values.csv', 'a table of values');
  // a click on the graph goes to the move, the bar of a name to its start
  const box = await page.locator('.graph').boundingBox();
  await page.mouse.click(box.x + 118 + (box.width - 126) * 0.8, box.y + 20);
  await plyIs(page, 8);
});

await story('looked at more deeply, stopped, begun again; leaving ends it', DESKTOP, async (page) => {
  await page.addInitScript(() => { // the browser tells of a request that ends while it is held up only sometimes
    const real = window.fetch;
    window.fetch = (at, how) => {
      if (window.ended !== undefined && String(at).includes('api/analyse/game')) how.signal.addEventListener('abort', () => window.ended++);
      return real(at, how);
    };
  });
  await replay(page, 3);
  await analysed(page, 10);
  await page.evaluate(() => void (window.ended = 0));
  const ended = () => page.evaluate(() => window.ended);
  let release;
  const left = new Promise((resolve) => (release = resolve));
  await page.route('**/api/analyse/game', async (route) => {
    await left; // so that there is something to end
    await route.continue().catch(() => undefined);
  });
  await Promise.all([page.waitForRequest('**/api/analyse/game'), page.click('#analyse-game')]);
  assert((await page.getAttribute('#analyse-game', 'aria-pressed')) === 'true', 'pressed');
  assert((await page.locator('.whole.stale').count()) === 1, 'what was found before is pale meanwhile');
  await page.click('#analyse-game');
  await page.locator('.whole', { hasText: 'Stopped.' }).waitFor();
  await becomes(async () => (await ended()) === 1, 'the request ended');
  await Promise.all([page.waitForRequest('**/api/analyse/game'), page.click('#analyse-game')]);
  await page.evaluate(() => (location.hash = '#/search'));
  await becomes(async () => (await ended()) === 2, 'the request ended');
  release();
});

await story('that the server gave up is said', DESKTOP, async (page) => {
  await page.route('**/api/analyse/game', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: position\ndata: {"ply":10,"centipawns":0,"win":0.5}\n\nevent: done\ndata: {}\n\n' }));
  await replay(page, 3);
  await page.locator('.whole', { hasText: 'Stopped before everything was searched' }).waitFor();
  assert((await page.getAttribute('#analyse-game', 'aria-pressed')) === 'false', 'not pressed');
});

await story('in Japanese, on a phone, in the dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await replay(page, 2);
  await analysed(page, 10);
  const edge = (selector) => page.locator(selector).first().evaluate((e) => e.getBoundingClientRect().right);
  assert((await edge('.by-player')) <= (await edge('.bench')), 'the table stays within the page');
  await page.locator('.faults button', { hasText: '3 ５五角' }).waitFor();
  assert(/3 ５五角で決まりました。$/.test(await page.textContent('.story')), await page.textContent('.story'));
  await picture(page, 'analyse-game-phone');
  await clean(page);
});

await finish();
