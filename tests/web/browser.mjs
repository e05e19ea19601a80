// The page in a real browser: node browser.mjs URL PICTURES
//
// Prints TAP.  PICTURES is a folder for screenshots: look at them after a change.
import { PHONE, DESKTOP, assert, becomes, drawn, onStage, unfold, write } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, open, picture, query, games, answered, wide, violations, finish } = await onStage(url, pictures);

async function asks(page, wanted) {
  await becomes(async () => (await query(page)) === wanted, async () => `asks «${await query(page)}», not «${wanted}»`);
}

// Of the game on screen, by its address.
const plyOf = (page) => Number(page.url().match(/#\/game\/[^/]+\/\d+\/(\d+)/)?.[1]);

// The middle of a square, in pixels of the window.
async function square(page, name) {
  const box = await page.locator(`[data-square="${name}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// As if the text came from the clipboard.
async function pasted(page, field, text) {
  await page.focus(field);
  await page.evaluate(([at, what]) => {
    const data = new DataTransfer();
    data.setData('text', what);
    const el = document.querySelector(at);
    if (el.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))) el.value = what;
  }, [field, text]);
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await drawn(page);
  await page.mouse.move(...to, { steps: 4 });
  await drawn(page);
  await page.mouse.up();
}

async function tool(page, name) {
  const box = await page.locator(`[data-tool="${name}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

await story('both kings in the bear’s hole, dragged; a hit replayed to its end', DESKTOP, async (page) => {
  await open(page);
  const all = await games(page);
  await drag(page, await tool(page, 'sou'), await square(page, '99'));
  await page.keyboard.press('Escape');
  await drag(page, await tool(page, 'gou'), await square(page, '91'));
  await page.keyboard.press('Escape');
  await asks(page, 'g91ou s99ou');
  await answered(page);
  const found = await games(page);
  assert(found > 0 && found < all, `${found} of ${all} games`);
  await becomes(() => page.url().includes('#/search?q='), 'the address holds the question');
  await becomes(async () => (await page.locator('.next-row').count()) > 0, 'next moves');
  await picture(page, 'search');
  const first = page.locator('.hits a').first();
  const where = await first.locator('.where').textContent();
  await first.click();
  await page.waitForSelector('.move-list [aria-current]');
  const ply = plyOf(page);
  assert(where.includes(String(ply)), `${where} begins with ply ${ply}`);
  const label = (s) => page.locator(`[data-square="${s}"]`).getAttribute('aria-label');
  await becomes(async () => (await label('99')).includes('Black king') && (await label('91')).includes('White king'), 'kings are there');
  const tag = page.locator('.span-names button').first();
  const held = (await tag.getAttribute('title')).match(/moves (\d+)/)[1];
  await tag.click();
  await becomes(() => plyOf(page) === Number(held), 'a tag leads to where it held');
  await page.locator(`.move-list [data-ply="${ply}"]`).click();
  await picture(page, 'replay');
  await page.keyboard.press('ArrowRight');
  await becomes(() => plyOf(page) === ply + 1, 'a step forward');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await becomes(() => plyOf(page) === ply - 1, 'two steps back');
  await page.keyboard.press('Home');
  await becomes(async () => (await label('59')).includes('Black king'), 'the start');
  await page.keyboard.press('End');
  const last = Number(await page.locator('.move-list [aria-current]').getAttribute('data-ply'));
  await becomes(async () => last === (await page.locator('.move-list button').count()) - 1, 'the end');
  await becomes(async () => (await page.textContent('.outcome')).length > 5, 'the result in words');
  await page.getByRole('link', { name: 'Back to the search' }).click();
  await page.waitForSelector('.headline strong');
  await answered(page);
  await becomes(async () => (await games(page)) === found, 'back where we were');
});

await story('setting up with clicks, off the board, hands, whole position, next move', DESKTOP, async (page) => {
  await open(page);
  await page.mouse.click(...(await tool(page, 'sfu')));
  await page.mouse.click(...(await square(page, '76')));
  await page.mouse.click(...(await square(page, '26')));
  await page.keyboard.press('Escape');
  await answered(page);
  await asks(page, 's26fu s76fu');
  await drag(page, await square(page, '26'), await square(page, '25'));
  await asks(page, 's25fu s76fu');
  const [x, y] = await square(page, '25');
  await drag(page, [x, y], [x + 500, y]);
  await asks(page, 's76fu');
  const hand = await page.locator('[data-hand="s"]').boundingBox();
  await drag(page, await square(page, '76'), [hand.x + hand.width - 20, hand.y + 15]);
  await asks(page, 's.hand.fu>=1');
  await page.locator('[data-hand="s"] .slot').click();
  await page.locator('[data-hand="s"] [data-add="gi"]').click();
  await asks(page, 's.hand.gi>=1 s.hand.fu>=1');
  for (let i = 0; i < 2; i++) await page.locator('[data-hand="s"] [data-kind="gi"] .op').click();
  await page.locator('#turn').selectOption('g');
  await asks(page, 's.hand.gi<=1 s.hand.fu>=1 turn:g');
  await page.getByRole('button', { name: 'Start position' }).click();
  await answered(page);
  await becomes(async () => (await query(page)).startsWith('sfen "lnsgkgsnl/'), 'the start position');
  await answered(page);
  await becomes(async () => (await page.locator('.next-row .wdl .wh').count()) > 0, 'intervals');
  await page.locator('.next-row').first().click();
  await page.waitForFunction(() => / w -"$/.test(document.querySelector('#query')?.value));
  await answered(page);
  await becomes(async () => / w -"$/.test(await query(page)), 'a next move is played');
  await becomes(async () => (await games(page)) > 0, 'and found');
  await page.getByRole('button', { name: 'Clear' }).click();
  await asks(page, '');
});

await story('the keyboard alone', DESKTOP, async (page) => {
  await open(page);
  await page.locator('[data-square="55"]').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'k'])
    await page.keyboard.press(key);
  await asks(page, 's99ou');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+R');
  await page.keyboard.press('+');
  await asks(page, 'g98ry s99ou');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await asks(page, 'g97ry s99ou');
  await page.keyboard.press('Delete');
  await page.keyboard.press('e');
  await asks(page, 'empty:97 s99ou');
  await becomes(async () => (await page.textContent('#live')).length > 0, 'announced');
});

await story('text and board in step; mistakes shown at their place', DESKTOP, async (page) => {
  await open(page);
  await write(page, 's99ou g91ou turn:s');
  await answered(page);
  await becomes(async () => (await page.locator('main .board .koma').count()) === 2, 'two pieces');
  await becomes(async () => (await page.inputValue('#turn')) === 's', 'side to move');
  await write(page, 's99ou s9xou');
  await page.waitForSelector('.mistake mark');
  await becomes(async () => (await page.textContent('.mistake mark')) === 's9xou', async () => await page.textContent('.mistake'));
  await becomes(async () => (await page.getAttribute('#query', 'aria-invalid')) === 'true', 'marked');
  await picture(page, 'mistake');
  await pasted(page, '#query', 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2');
  await answered(page);
  await becomes(async () => (await query(page)).startsWith('sfen "'), 'a pasted SFEN becomes a question');
  await becomes(async () => (await page.locator('main .board .koma').count()) === 40, 'forty pieces');
  await write(page, 's99ou or s19ou');
  await answered(page);
  await becomes(async () => (await games(page)) > 0, 'or');
  await write(page, 's55ou s54ou s53ou');
  await answered(page);
  await becomes(async () => (await games(page)) === 0 && (await page.textContent('.hint')).length > 10, 'a kind word when nothing is found');
});

await story('search from a game; a link to a ply; a game that is not there', DESKTOP, async (page) => {
  await open(page);
  await page.locator('.hits a').first().click();
  await page.waitForSelector('.move-list [aria-current]');
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Search from here' }).click();
  await page.waitForSelector('.headline strong');
  await answered(page);
  await becomes(async () => (await games(page)) >= 1, 'at least the game itself');
  await page.goto(`${url}#/game/sample/0/12`);
  await page.waitForSelector('[data-ply="12"][aria-current]');
  const svg = await page.getAttribute('#picture', 'href');
  const response = await page.request.get(`${url}${svg}`);
  await becomes(async () => response.ok() && (await response.text()).startsWith('<svg'), 'a picture of the board');
});

await story('a castle from the picker, for one side, either, or not at all', DESKTOP, async (page) => {
  await open(page);
  await page.locator('#add').click();
  await page.locator('.card[data-word="castle:mino"]').click();
  await answered(page);
  await asks(page, 'either(s.castle:mino)');
  const either = await games(page);
  assert(either > 0, 'found');
  await becomes(async () => (await page.locator('.board .name').textContent()) === 'mino', 'its name stands on the board');
  await page.locator('.chip .x').last().click();
  await answered(page);
  await asks(page, 's.castle:mino');
  const sente = await games(page);
  assert(sente > 0 && sente < either, `${sente} of ${either}`);
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement.blur());
  await picture(page, 'readme');
  await write(page, 's28ou s38gi s49ki s58ki');
  await answered(page);
  await becomes(async () => (await games(page)) === sente, 'the pieces are the castle');
});

await story('a castle at a touch, on a phone', PHONE, async (page) => {
  await open(page);
  await page.locator('.query-bar .plus').tap();
  const card = page.locator('.card[data-word="castle:mino"]');
  assert((await card.textContent()).includes('美濃囲い'), 'by its Japanese name');
  await card.tap();
  await asks(page, 'either(s.castle:mino)');
  await answered(page);
  await becomes(async () => (await games(page)) > 0, 'found');
  await unfold(page);
  await becomes(async () => (await page.evaluate(() => [...document.querySelectorAll('.areas a')].every((a) => a.getBoundingClientRect().right <= innerWidth))), 'all areas are on the screen');
});

await story('more hits', DESKTOP, async (page) => {
  await open(page);
  await becomes(async () => (await page.locator('.hits li').count()) === 30, 'thirty at first');
  await page.locator('.hits + .more').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelectorAll('.hits li').length >= 60);
});

await story('a first answer from some games, replaced by the whole one', DESKTOP, async (page) => {
  // every first answer claims to be from half of the games; the whole one waits until it is let go
  let letGo;
  const held = new Promise((resolve) => { letGo = resolve; });
  await open(page);
  await page.route(/\/api\/(search|moves)$/, async (route) => {
    const { ms, ...asked } = route.request().postDataJSON();
    if (!ms) {
      await held;
      return route.continue();
    }
    const response = await route.fetch({ postData: asked }); // of all games, however long that takes
    const answer = { ...(await response.json()), whole: false, looked_at: 0.5 };
    return route.fulfill({ response, json: answer });
  });
  await write(page, 's78ki');
  await page.waitForFunction(() => document.querySelector('.headline strong')?.textContent.startsWith('about '));
  const rough = await games(page);
  letGo();
  await answered(page);
  await becomes(async () => !(await page.textContent('.headline')).includes('about'), 'no estimate is left');
  const told = await (await page.request.get(`${url}api/search?query=s78ki&limit=0`)).json();
  await becomes(async () => (await games(page)) === told.games, async () => `${await games(page)} games, not ${told.games}`);
  assert(rough > told.games, `half of the games had ${told.games}: ${rough} is no estimate`);
  await becomes(async () => !(await page.textContent('main')).includes('So far from'), 'next moves are of all games');
});

await story('a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await open(page);
  await becomes(async () => (await page.getAttribute('html', 'lang')) === 'ja', 'Japanese');
  await page.locator('[data-tool="sou"]').tap();
  await page.touchscreen.tap(...(await square(page, '99')));
  await answered(page);
  await asks(page, 's99ou');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await picture(page, 'phone');
  await page.locator('.panes [data-pane="games"]').tap();
  await picture(page, 'phone-answers');
  await page.locator('.hits a').first().tap();
  await page.waitForSelector('.move-list [aria-current]');
  await page.locator('.stepper .right').first().tap();
  await becomes(async () => (await wide(page)) <= 0, 'nor in a game');
  await picture(page, 'phone-replay');
  await unfold(page);
  await page.getByRole('button', { name: 'English' }).tap();
  await page.waitForFunction(() => document.documentElement.lang === 'en');
});

for (const [name, hash, options] of [
  ['the search', '#/search?q=s99ou%20g91ou', DESKTOP], ['the search, dark', '#/search?q=s99ou', { ...DESKTOP, colorScheme: 'dark' }],
  ['a game', '#/game/sample/0/5', DESKTOP], ['a phone', '#/', PHONE],
])
  await story(`nothing for axe to complain of: ${name}`, options, async (page) => {
    await page.goto(`${url}${hash}`);
    await page.waitForSelector('.headline strong, .move-list [aria-current]');
    const found = await violations(page);
    assert(found.length === 0, found.join('\n'));
  });

await finish();
