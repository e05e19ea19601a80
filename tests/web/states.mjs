// What the page shows besides answers: node states.mjs URL PICTURES URL-OF-SEVERAL.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures, several] = process.argv;
const { story, open, picture, answered, games, wide, violations, finish } = await onStage(url, pictures, [several]);
const head = (page) => page.textContent('.headline');
const api = async (page, path, args, at = url) => (await page.request.get(`${at}api/${path}?${new URLSearchParams(args)}`)).json();
const opacity = (page, at) => page.locator(at).first().evaluate((el) => {
  let all = 1;
  for (let e = el; e; e = e.parentElement) all *= Number(getComputedStyle(e).opacity);
  return all;
});
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
};

await story('a token does not stay in the address, which is copied as a link', DESKTOP, async (page) => {
  await page.goto(`${url}?token=0123456789abcdef#/search?q=castle:mino`);
  await answered(page);
  assert(!page.url().includes('token') && page.url().includes('mino'), page.url());
});

await story('databases of two games: one is looked at, all of a game when that is chosen', DESKTOP, async (page) => {
  const choose = async (name) => {
    await page.locator('.chooser summary').click();
    await page.locator('.chooser').getByRole('link', { name }).click();
  };
  await page.goto(`${several}#/search?q=castle:mino`);
  await answered(page);
  const alone = await api(page, 'search', { query: 'castle:mino', limit: 0, db: 'sample' }, several), both = await api(page, 'search', { query: 'castle:mino', limit: 0, rules: 'shogi' }, several);
  assert(alone.games < both.games, 'the two differ');
  assert((await games(page)) === alone.games && (await page.textContent('.about')).startsWith('sample · 400'), async () => `one database: ${await head(page)}`);
  await page.locator('.chooser summary').click();
  await picture(page, 'chooser');
  await clean(page);
  assert((await page.textContent('.chooser .pop')).includes('laterno games yet'), 'one that does not exist yet');
  await page.keyboard.press('Escape');
  await choose('together');
  await becomes(async () => page.url().includes('rules=shogi') && (await games(page)) === both.games, head); // the same query
  await choose('go');
  await page.waitForSelector('.goban');
  await becomes(async () => page.url().includes('db=go') && (await games(page)) === 60, head);
  assert(!(await page.textContent('nav.areas')).includes('Calibration'), 'the areas of Go');
  await page.reload();
  await page.waitForSelector('.goban');
  await page.goBack();
  await page.waitForSelector('.shogiban');
  await becomes(async () => (await games(page)) === both.games, head);
  await page.goto(`${several}#/game/go/3/10`);
  await page.waitForSelector('.move-list [aria-current]');
  await page.goto(`${several}#/search`);
  await becomes(async () => (await page.textContent('.about')).startsWith('go · 60'), () => page.textContent('.about')); // that of the game
});

await story('the chooser on a phone, in Japanese, dark; one database has none', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(several);
  await answered(page);
  await page.locator('.chooser summary').tap();
  await becomes(async () => (await wide(page)) <= 0 && (await page.locator('.chooser .choice').evaluateAll((all) => all.every((el) => el.offsetHeight >= 44))), 'within the window, and large enough');
  await picture(page, 'chooser-phone');
  await clean(page);
  await open(page);
  assert((await page.locator('.chooser').count()) === 0 && (await page.textContent('.about')) === '400 局', 'only how many games');
});

await story('nothing found: what each part costs, and a button to take it out', DESKTOP, async (page) => {
  const text = 's.castle:mino result:s date:..1800';
  await open(page, `#/search?q=${encodeURIComponent(text)}`);
  await page.waitForSelector('.costs li');
  assert((await head(page)) === 'No game has all of this', head);
  const left = await api(page, 'search', { query: 's.castle:mino result:s', limit: 0 });
  const rows = page.locator('.costs li');
  assert((await rows.count()) === 3 && (await rows.first().textContent()).includes(`${left.games} games`) && (await rows.last().locator('button').isDisabled()), 'the dearest first');
  assert((await page.locator('.chip.blamed').count()) === 1, 'which chip is to blame');
  assert((await page.locator('.search .hint:visible').count()) === 0, 'said once');
  await picture(page, 'nothing-found');
  await clean(page);
  await rows.first().getByRole('button').click();
  await answered(page);
  await becomes(async () => (await games(page)) === left.games, head);
  assert((await page.locator('.chip.blamed, .costs').count()) === 0, 'and all is well');
});

await story('nothing found, on a phone: what each part costs is on the first screen, beside the board', PHONE, async (page) => {
  await open(page, `#/search?q=${encodeURIComponent('s.castle:mino result:s date:..1800')}`);
  await page.waitForSelector('.costs li');
  const button = await page.locator('.costs button').first().boundingBox(), board = await page.locator('.shogiban').boundingBox();
  assert(button && button.y + button.height < board.y && button.height >= 44 && board.y < 420, `the button ${JSON.stringify(button)}, the board ${JSON.stringify(board)}`);
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await clean(page);
  await page.locator('.costs button').first().tap();
  await page.waitForSelector('.costs', { state: 'detached' });
});

await story('a word that is no query is an offer, beside the answer of before; a name nearly written is what was meant', { ...DESKTOP, forgive: /status of 400/ }, async (page) => {
  const said = () => page.textContent('#mistake');
  await open(page);
  await page.fill('#add', 'xyzzy');
  await page.press('#add', 'Enter');
  await page.waitForSelector('#mistake .offer');
  await becomes(async () => (await said()).includes('“xyzzy” is no name that is known here.') && (await said()).includes('player “xyzzy” · 0 games'), said);
  const red = (at) => page.locator(at).evaluate((el) => {
    const [r, g, b] = getComputedStyle(el).color.match(/\d+/g).map(Number);
    return r > g + 60 && r > b + 60;
  });
  assert(!(await red('#mistake b')) && (await opacity(page, '.headline')) === 1 && (await games(page)) === 400, 'no red line, and the answer stays');
  await clean(page);
  await page.fill('#add', 'mino');
  await page.press('#add', 'Escape');
  await page.fill('#add', 'min');
  await page.locator('.names-list li').first().waitFor();
  const names = await page.locator('.names-list li .label').allTextContents();
  assert(names.some((name) => name.startsWith('half mino')) && !names.some((name) => name.startsWith('kata')), `one English name each: ${names}`);
  await page.press('#add', 'Enter');
  await becomes(async () => (await said()).startsWith('“min” may be one of several names.') && !(await said()).includes('castle:'), said);
  await page.goto(`${url}#/search?q=${encodeURIComponent('s.castle:mino g.castle:anagma')}`);
  await becomes(async () => (await said()).startsWith('No castle is called “anagma”.'), said);
  assert(await red('#mistake b'), 'that is a fault');
  await picture(page, 'fault');
  await page.locator('#mistake .meant button').first().click();
  await answered(page);
  await becomes(async () => (await page.locator('.query-bar .chip').allTextContents()).join() === 'mino,anaguma', async () => (await page.locator('.query-bar .chip').allTextContents()).join());
});

await story('no server: a line with the time, what is shown stays, and it is asked again by itself', { ...DESKTOP, forgive: /ERR_FAILED/ }, async (page) => {
  await open(page, '#/search?q=castle:mino');
  await page.waitForFunction(() => document.querySelector('main.search').dataset.faceted);
  const before = await head(page);
  await page.route(/\/api\//, (route) => route.abort());
  await page.locator('#sort').selectOption('-date'); // the same query
  await page.waitForSelector('.gone:not([hidden])');
  assert(/No answer from kifu serve\. What you see is from \d\d:\d\d\./.test(await page.textContent('.gone')), 'since when');
  assert((await head(page)) === before && (await opacity(page, '.headline')) === 1, 'figures of this query stay');
  await picture(page, 'server-gone');
  await clean(page);
  await page.locator('.chip .x').click();
  await becomes(async () => (await opacity(page, '.headline')) < 0.6 && (await opacity(page, '.hits')) < 0.6 && (await opacity(page, '.verdict')) < 0.6, 'figures of another query are grey');
  await page.unroute(/\/api\//);
  await answered(page);
  await becomes(async () => (await page.locator('.gone').isHidden()) && (await games(page)) === 400 && (await opacity(page, '.headline')) === 1, head);
});

await story('a slow answer: the old one greys; a fault takes it away at once', { ...DESKTOP, forgive: /status of 400/ }, async (page) => {
  let letGo;
  const held = new Promise((resolve) => { letGo = resolve; });
  await open(page, '#/search?q=castle:mino');
  await page.route(/\/api\/search$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('.facet button').first().click();
  await page.waitForSelector('main.search.busy');
  await becomes(async () => (await opacity(page, '.headline strong')) < 0.6 && (await opacity(page, '.hits')) < 0.6 && (await opacity(page, '.verdict .wdl')) < 0.6, 'figures of the older query are grey');
  letGo();
  await page.waitForSelector('main.search:not(.busy)');
  await becomes(async () => (await opacity(page, '.headline strong')) === 1 && (await opacity(page, '.hits')) === 1, 'and those of this one are not');
  await page.locator('.text-mode').click();
  await page.fill('#query', 's.castle:minnow');
  await page.waitForSelector('.mistake mark');
  assert((await page.locator('.headline strong, .hits, .next-row, .facet li, .wdl').count()) === 0, 'nothing stands beside a fault');
});

for (const [where, address] of [['within the page', '#/nowhere/1'], ['of the server', 'no/such.html'], ['a database that is not there', '#/search?db=none']])
  await story(`an address that does not exist: ${where}`, { ...DESKTOP, forgive: /status of 404/ }, async (page) => {
    await page.goto(`${several}${address}`);
    await becomes(async () => (await page.locator('h1').first().textContent()) === 'There is nothing here', 'says so');
    await picture(page, 'nothing-here');
    await clean(page);
    await page.locator('main').getByRole('link', { name: 'Search' }).click();
    await page.waitForSelector('.headline strong');
  });

for (const [where, hash, sign, some] of [['a search', '#/search', '.headline strong', 'must be there, or, must not'], ['a game', '#/game/sample/0/5', '.move-list [aria-current]', 'previous, next hit of the search'], ['a game to play', '#/play/shogi', '.setup', 'take back']])
  await story(`help: the keys of ${where}`, DESKTOP, async (page) => {
    await page.goto(`${url}${hash}`);
    await page.waitForSelector(sign);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('?');
    await page.locator('.help-window', { hasText: some }).waitFor();
    await clean(page);
    await page.keyboard.press('Escape');
    await becomes(async () => (await page.locator('.help-window').count()) === 0, 'closed');
    await page.locator('.help-button').click();
    await page.locator('.help-window kbd').first().waitFor();
    await picture(page, `help-${hash.split('/')[1]}`);
  });

await story('printed: a search and a game, black on white, without anything to click', { ...DESKTOP, colorScheme: 'dark' }, async (page) => {
  const onPaper = async (sheet) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 702, height: 1017 }); // A4 without its margins
    await picture(page, `print-${sheet}`);
    await becomes(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)' && getComputedStyle(document.body).color === 'rgb(0, 0, 0)'), 'black on white');
    await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
    for (const part of ['.top', 'footer', '.tray', '.stepper', '.bar-tools', '.save-group', '.bench-tabs > .tabs', '.panes:not([role])']) assert(!(await page.locator(part).first().isVisible().catch(() => false)), `${part} is not for paper`);
    assert((await page.pdf({ format: 'A4', margin: { top: '14mm', bottom: '14mm', left: '12mm', right: '12mm' } })).length > 10000, 'a document');
  };
  await open(page, '#/search?q=castle:mino');
  await onPaper('search');
  for (const part of ['.chip', '.shogiban', '.headline strong', '.verdict .wdl', '.next-row', '.hits li']) assert(await page.locator(part).first().isVisible(), `${part} is printed`);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(DESKTOP.viewport);
  await page.goto(`${url}#/game/sample/0/20?tab=elsewhere`);
  await page.waitForSelector('.move-list [aria-current]', { state: 'attached' });
  await onPaper('game');
  for (const part of ['.game-head h1', '.shogiban', '.graph', '.move-list [aria-current]']) assert(await page.locator(part).first().isVisible(), `${part} is printed`);
  const { plies } = await api(page, 'game/0', { db: 'sample' });
  const moves = await page.locator('.move-list > li').evaluateAll((all) => all.filter((el) => el.offsetHeight > 0).length);
  assert(moves === plies + 1, `${moves} moves of ${plies} and the start`);
  assert(await page.locator('.move-list').evaluate((el) => el.scrollHeight <= el.clientHeight + 1), 'none is cut off');
});

await finish();
