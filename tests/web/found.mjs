// Who finds each move, and puzzles, in a real browser: node found.mjs URL PICTURES PUZZLES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, minded, onStage } from './stage.mjs';

const [, , url, pictures, puzzles] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures, [`file://${puzzles}`]);

const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
};
const replay = async (page, ply) => {
  await page.goto(`${url}#/game/games/0/${ply}?tab=analysis`);
  await page.waitForSelector('.replay .board');
};
const judged = (page, n) => page.waitForFunction((count) => document.querySelector('.found')?.dataset.judged === String(count), n);

await story('every move of a game is judged, and the one shown is told of', DESKTOP, async (page) => {
  await replay(page, 0);
  await page.click('#judge');
  await judged(page, 12);
  assert((await page.locator('.found-graph rect').count()) === 12, 'a bar for each move');
  await page.getByText('Go to a move to see who finds it.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('.finds', { hasText: 'P-7f: professionals' }).waitFor();
  const words = await page.textContent('.finds');
  assert(/professionals \d+ %, club players \d+ %, players online \d+ %/.test(words), words);
  assert((await page.locator('.likely ol').count()) === 3 && (await page.locator('.likely li').count()) === 9, 'three moves of each class');
  assert((await page.locator('.likely li.played').count()) > 0, 'the move that was played is marked');
  await picture(page, 'found');
  await clean(page);
  // a click on the graph goes to the move
  const box = await page.locator('.found-graph').boundingBox();
  await page.mouse.click(box.x + (box.width * 5.5) / 12, box.y + 20);
  await page.waitForFunction(() => location.hash.includes('/6'));
});

await story('what is asked for once is asked for again; leaving ends it', DESKTOP, async (page) => {
  let ended = 0;
  page.on('requestfailed', (r) => r.url().includes('/api/found') && ended++);
  let release;
  const left = new Promise((resolve) => (release = resolve));
  await page.route('**/api/found', async (route) => {
    await left; // so that there is something to end
    await route.continue().catch(() => undefined);
  });
  await replay(page, 3);
  await Promise.all([page.waitForRequest('**/api/found'), page.click('#judge')]);
  await page.evaluate(() => (location.hash = '#/search'));
  await becomes(() => ended === 1, 'the request ended');
  release();
  await page.unroute('**/api/found');
  await replay(page, 3);
  await judged(page, 12);
  await page.locator('.finds').waitFor();
});

await story('in Japanese, on a phone', PHONE, async (page) => {
  await replay(page, 2);
  await page.tap('#judge');
  await judged(page, 12);
  await page.locator('.finds', { hasText: '３四歩: プロ' }).waitFor();
  await picture(page, 'found-phone');
  await clean(page);
});

const calm = async (page) => {
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  const problems = await minded(page);
  assert(problems.length === 0, problems.join(' | '));
};

await story('puzzles by keyboard: the solution is hidden until it is asked for', DESKTOP, async (page) => {
  await page.goto(`file://${puzzles}`);
  await page.waitForSelector('#board svg');
  assert((await page.textContent('#title')) === 'Find the move', 'English');
  assert((await page.textContent('#solution')) === '', 'no solution');
  assert(!(await page.locator('#board .marks').first().isVisible()), 'no arrows');
  await picture(page, 'puzzle');
  await calm(page);
  await page.keyboard.press('Enter');
  assert(/^A: \S+ \(blue\)/.test(await page.textContent('#solution')), 'the solution');
  assert(await page.locator('#board .marks').first().isVisible(), 'arrows');
  assert((await page.locator('#solution tr').count()) === 6, 'three classes, two moves');
  await picture(page, 'puzzle-solution');
  await calm(page);
  await page.keyboard.press('ArrowRight');
  assert((await page.textContent('#where')).startsWith('Puzzle 2 of 3'), 'the next one');
  assert((await page.textContent('#solution')) === '', 'hidden again');
});

await story('puzzles by finger, in Japanese, in the dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`file://${puzzles}`);
  await page.waitForSelector('#board svg');
  assert((await page.textContent('#title')) === '次の一手', 'Japanese');
  await page.tap('#show');
  assert((await page.textContent('#show')) === '正解を隠す', 'shown');
  await calm(page);
  await picture(page, 'puzzle-phone');
  await page.tap('#lang');
  assert((await page.textContent('#title')) === 'Find the move', 'English');
});

await finish();
