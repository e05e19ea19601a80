// The page with games of Go in a real browser: node go-page.mjs URL PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage, write } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, open, picture, games, answered, wide, violations, finish } = await onStage(url, pictures);

async function asked(page, text) {
  await write(page, text);
  await answered(page);
  return games(page);
}

// What stands on a point of the board, in words.
const label = (page, point) => page.locator(`[data-square="${point}"]`).getAttribute('aria-label');
const stones = (page) => page.locator('.board .stone').count();

const now = async (page) => Number(await page.locator('.move-list [aria-current]').getAttribute('data-ply'));

await story('opens; words, diagrams and moves are asked for', DESKTOP, async (page) => {
  await open(page);
  const all = await games(page);
  assert(all === 300, `${all} games`);
  await becomes(async () => (await page.locator('.board.shogi').count()) === 0, 'no board of shogi');
  const some = await asked(page, 'bQ16 wD4');
  assert(some > 0 && some < all, `${some} of ${all} games`);
  await becomes(() => page.url().includes('#/search?q='), 'the address holds the question');
  await becomes(async () => (await page.locator('.next-row').count()) > 0, 'next moves');
  await becomes(async () => /^\s*[A-T]\d+$/.test(await page.locator('.next-row .move').first().textContent()), 'written as moves of Go');
  await picture(page, 'go-search');
  const drawn = await asked(page, 'pattern ".../.X./..."');
  assert(drawn === all, `a stone alone in ${drawn}`);
  const row = await asked(page, 'sym(seq:"Q16 D4")');
  assert(row > 0 && row < all, `two moves in a row in ${row}`);
});

await story('a part of the board is marked and found as drawn', DESKTOP, async (page) => {
  await open(page);
  const middle = async (at) => {
    const box = await page.locator(at).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const asks = (text) => page.waitForFunction((wanted) => document.querySelector('#query')?.value === wanted, text);
  await page.mouse.click(...(await middle('[data-tool="sstone"]')));
  await page.mouse.click(...(await middle('[data-square="Q16"]')));
  await asks('bQ16');
  await page.mouse.click(...(await middle('[data-tool="sregion"]')));
  await page.mouse.move(...(await middle('[data-square="O14"]')));
  await page.mouse.down();
  await page.mouse.move(...(await middle('[data-square="Q16"]')), { steps: 3 });
  await page.mouse.move(...(await middle('[data-square="T19"]')), { steps: 3 });
  await page.mouse.up();
  await asks('pattern "------+/......|/......|/......|/..X...|/......|/......|"');
  await answered(page);
  const corner = await games(page);
  assert(corner > 0, `a stone alone in the corner in ${corner}`);
  await becomes(async () => (await page.locator('.goban .region[width]').first().getAttribute('width')) !== null, 'the part is marked');
  await page.locator('#symmetry').selectOption('turn');
  await answered(page);
  const any = await games(page);
  assert(any >= corner, `in any corner ${any}`);
  await becomes(async () => (await page.locator('.next-row').count()) > 0, 'next moves on the diagram');
  await picture(page, 'go-region');
  const address = page.url();
  await page.reload();
  await answered(page);
  await becomes(async () => (await games(page)) === any, 'the address holds it');
  await becomes(() => page.url() === address, 'and stays');
  await becomes(async () => (await label(page, 'Q16')).includes('Black'), 'the stone is on the board again');
  // by keys: two corners; a single point takes it away
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('#symmetry').selectOption('');
  await page.locator('[data-square="K10"]').focus();
  for (const key of ['b', 'r', 'ArrowRight', 'ArrowUp', 'r']) await page.keyboard.press(key);
  await asks('pattern "../X."');
  for (const key of ['r', 'r']) await page.keyboard.press(key);
  await asks('bK10');
});

await story('stones are set up by clicks, drags and keys', DESKTOP, async (page) => {
  await open(page);
  const middle = async (at) => {
    const box = await page.locator(at).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const asks = (text) => page.waitForFunction((wanted) => document.querySelector('#query')?.value === wanted, text);
  await page.mouse.click(...(await middle('[data-tool="sstone"]')));
  await page.mouse.click(...(await middle('[data-square="Q16"]')));
  await asks('bQ16');
  await page.keyboard.press('Escape');
  await page.mouse.move(...(await middle('[data-square="Q16"]')));
  await page.mouse.down();
  await page.mouse.move(...(await middle('[data-square="R14"]')), { steps: 3 });
  await page.mouse.move(...(await middle('[data-square="R16"]')), { steps: 3 });
  await page.mouse.up();
  await asks('bR16');
  await page.locator('[data-square="K10"]').focus();
  for (const key of ['ArrowLeft', 'w', 'ArrowUp', 'e']) await page.keyboard.press(key);
  await asks('wJ10 empty:J11 bR16');
  await page.keyboard.press('Delete');
  await page.locator('#symmetry').selectOption('turn');
  await asks('sym(wJ10 bR16)');
  await page.locator('.board-menu summary').click();
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.locator('#symmetry').selectOption('');
  await asks('sfen "19x19 b"');
  await answered(page);
  await page.locator('button.next-row').first().click();
  await page.waitForFunction(() => /^sfen "19x19 w b:/.test(document.querySelector('#query')?.value));
  await answered(page);
  await picture(page, 'go-setup');
});

await story('the tree of openings', DESKTOP, async (page) => {
  await page.goto(`${url}#/explore`);
  await page.waitForFunction(() => document.querySelector('main.explore')?.dataset.answered === '');
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelector('main.explore').dataset.answered);
  await becomes(async () => (await stones(page)) >= 1, 'a stone');
  await page.waitForSelector('main.explore[data-whole]');
  const title = (await page.textContent('h1 b')).toLowerCase(), leads = await page.locator('.opening-moves li .leads').allTextContents();
  assert(title.length > 3 && leads.every((words) => !words.toLowerCase().includes(title)), `what all games have leads nowhere: ${title}: ${leads}`);
  await page.goto(`${url}#/explore?moves=Q16,D4`); // points alone, as a reader writes them
  await page.waitForSelector('main.explore[data-whole="B[Q16],W[D4]"]');
  assert((await page.locator('.crumbs .n:last-child').count()) === 2 && !(await page.textContent('.orders')).startsWith('0 '), 'the order is known whatever its orientation');
});

await story('mistakes are shown at their place', DESKTOP, async (page) => {
  await open(page);
  await write(page, 'bQ16 bQ99');
  await page.waitForSelector('.mistake mark');
  await becomes(async () => (await page.textContent('.mistake mark')).includes('bQ99'), async () => await page.textContent('.mistake'));
  await becomes(async () => (await page.getAttribute('#query', 'aria-invalid')) === 'true', 'marked');
});

await story('a hit is replayed', DESKTOP, async (page) => {
  await open(page);
  await asked(page, 'bQ16 wD4');
  await page.locator('.hits a').first().click();
  await page.waitForSelector('.move-list [aria-current]');
  const first = await now(page);
  await becomes(async () => (await label(page, 'Q16')).includes('Black stone') && (await label(page, 'D4')).includes('White stone'), 'the stones asked for');
  await picture(page, 'go-replay');
  const upright = await page.locator('.board').screenshot();
  await page.getByRole('button', { name: 'Turn board' }).click();
  await becomes(async () => !upright.equals(await page.locator('.board').screenshot()), 'turned round');
  const before = await stones(page);
  await page.keyboard.press('ArrowRight');
  await becomes(async () => (await now(page)) === first + 1 && (await stones(page)) !== before, 'a step forward');
  await page.keyboard.press('Home');
  await becomes(async () => (await stones(page)) === 0, 'the start');
  await page.keyboard.press('End');
  const last = await now(page);
  await becomes(async () => last === (await page.locator('.move-list button').count()) - 1, 'the end');
  await becomes(async () => (await page.textContent('.outcome')).length > 5, 'the result in words');
  await page.locator('.move-list [data-ply="6"]').click();
  await page.getByRole('button', { name: 'Search from here' }).click();
  await page.waitForSelector('.headline strong');
  await answered(page);
  await becomes(async () => (await games(page)) >= 1, 'at least the game itself');
  await becomes(async () => (await stones(page)) === 6, 'on the board');
});

await story('what people play', DESKTOP, async (page) => {
  await page.goto(`${url}#/game/sample/0/40`);
  await page.waitForSelector('[aria-labelledby="people-title"][data-moves="40"]');
  assert((await page.locator('.people li').count()) === 6, 'six moves');
  const first = await page.textContent('.people li');
  assert(/([A-HJ-T]\d+|passes)/.test(first) && first.includes('%'), first);
  assert((await page.locator('.goban .arrow').count()) === 0, 'not on the board');
  await page.locator('#people-on-board').check();
  await becomes(async () => (await page.locator('.goban .arrow').count()) > 0, 'on the board');
  await page.locator('.stepper .right').first().click();
  await page.waitForSelector('[aria-labelledby="people-title"][data-moves="41"]');
  await page.locator('#who').selectOption('amateur');
  await becomes(async () => (await page.locator('.people li').count()) === 6, 'amateurs');
  await picture(page, 'go-people');
  await page.goto(`${url}#/explore?moves=B[Q16]`);
  await page.waitForSelector('[aria-labelledby="people-title"][data-moves="1"]');
  await becomes(async () => (await page.locator('.people li').first().textContent()).includes('%'), 'in the openings');
  const titled = page.locator('[aria-labelledby="people-title"]');
  const sent = [];
  page.on('request', (r) => r.url().endsWith('/api/natural') && sent.push(r.postData()));
  await page.locator('#size').selectOption('13');
  await becomes(async () => !(await titled.isVisible()), 'nothing of other boards');
  await page.locator('#size').selectOption('19');
  await page.waitForSelector('[aria-labelledby="people-title"][data-moves="0"]');
  await becomes(async () => await titled.isVisible(), 'of this one again');
  await page.goto(`${url}#/explore?size=9`);
  await page.waitForFunction(() => document.querySelector('#size')?.value === '9' && document.querySelector('main.explore').dataset.answered === '');
  // requests are sent when nobody has stepped on for a moment
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  assert(!(await titled.isVisible()), 'nothing of a board of 9×9');
  const other = sent.filter((body) => !body.includes('"startpos"'));
  assert(other.length === 0, `asked ${other.join(' ')}`);
});

await story('a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await open(page);
  await becomes(async () => (await page.getAttribute('html', 'lang')) === 'ja', 'Japanese');
  await becomes(async () => (await asked(page, 'bQ16')) > 0, 'found');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await picture(page, 'go-phone');
  await page.locator('.panes [data-pane="games"]').tap();
  await page.locator('.hits a').first().tap();
  await page.waitForSelector('.move-list [aria-current]');
  const box = await page.locator('.board').boundingBox();
  assert(box.width > 300 && box.x >= 0 && box.x + box.width <= 390, `the board is ${box.width} wide at ${box.x}`);
  await page.locator('.stepper .right').first().tap();
  await becomes(async () => (await wide(page)) <= 0, 'nor in a game');
  await picture(page, 'go-phone-replay');
  for (const area of ['explore', 'matrix', 'joseki?path=Q16', 'joseki?view=gallery', 'compare', 'player']) {
    await page.goto(`${url}#/${area}`);
    await page.waitForSelector(`main :is(h1, .title):not(:empty)`);
    await becomes(async () => (await page.locator('main.busy').count()) === 0, `${area}: an answer`);
    const words = await page.evaluate(() => document.body.innerText + [...document.querySelectorAll('[placeholder], [aria-label]')].map((el) => `${el.placeholder ?? ''} ${el.getAttribute('aria-label')}`).join());
    assert(!/戦型|囲い|定跡|指し手|指した/.test(words), `${area}: words of shogi: ${words.match(/.{0,10}(戦型|囲い|定跡|指し手|指した).{0,10}/)?.[0]}`);
  }
});

for (const [name, hash, options] of [
  ['the search', '#/search?q=bQ16%20wD4', DESKTOP], ['a game', '#/game/sample/0/40', DESKTOP],
  ['a phone, dark', '#/', { ...PHONE, colorScheme: 'dark' }], ['a game on a phone', '#/game/sample/0/40', PHONE],
])
  await story(`nothing in the way of anybody: ${name}`, options, async (page) => {
    await page.goto(`${url}${hash}`);
    await page.waitForSelector(hash.includes('game') ? '.move-list [aria-current]' : '.headline strong');
    const found = await violations(page);
    assert(found.length === 0, found.join('\n'));
  });

await finish();
