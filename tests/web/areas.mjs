// Further areas of the page in a real browser: node areas.mjs URL PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage, write } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, open, picture, query, games, answered, wide, violations, finish } = await onStage(url, pictures);
const here = async (page) => page.locator('.move-list [aria-current]').evaluate((b) => `${b.dataset.line}:${b.dataset.ply}`);

await story('Look for, Or and Exclude, by keys; facets narrow; orientations', DESKTOP, async (page) => {
  await open(page, '#/search?q=s28ou');
  await answered(page);
  const all = await games(page);
  await page.locator('[data-layer="look"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-square="38"]').focus();
  await page.keyboard.press('s');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('s');
  await page.waitForFunction(() => document.querySelector('#query')?.value === 's28ou (s38gi or s39gi)');
  await answered(page);
  const some = await games(page);
  assert(some > 0 && some <= all, `${some} of ${all}`);
  await page.locator('[data-layer="never"]').click();
  await page.locator('[data-square="22"]').focus();
  await page.keyboard.press('Shift+B');
  await page.waitForFunction(() => document.querySelector('#query')?.value === 's28ou (s38gi or s39gi) not g22ka');
  await answered(page);
  const fewer = await games(page);
  assert(fewer > 0 && fewer < some, `${fewer} of ${some}`);
  await page.locator('#symmetry').selectOption('flip');
  await page.waitForFunction(() => document.querySelector('#query')?.value === 'either(s28ou (s38gi or s39gi) not g22ka)');
  await answered(page);
  await becomes(async () => (await games(page)) > fewer, 'the other side’s, too');
  await page.reload();
  await answered(page);
  await becomes(async () => (await page.locator('[data-layer="either"] .n').textContent()) === '2', 'read from the text again');
  await page.waitForFunction(() => document.querySelector('main.search').dataset.faceted !== undefined);
  const facet = page.locator('.facet button[data-word]').first();
  const n = Number((await facet.locator('.number').textContent()).replace(/\D/g, ''));
  await picture(page, 'boards');
  const before = await query(page);
  await facet.click();
  await answered(page);
  await becomes(async () => (await games(page)) === n, () => `narrowed to ${n}`);
  await page.goBack();
  await answered(page);
  await becomes(async () => (await query(page)) === before, 'back leads to the question before');
  await page.goForward();
  await answered(page);
  const link = await page.locator('.saving a').first().getAttribute('href');
  const saved = await page.request.get(`${url}${link}`);
  await becomes(async () => saved.ok() && (await saved.text()).includes('手数'), 'saved as KIF');
});

await story('a record that is pasted', DESKTOP, async (page) => {
  await open(page);
  await page.locator('.board-menu summary').click();
  await page.fill('#paste', '手合割：平手\n手数----指手---------\n   1 ７六歩(77)\n   2 ３四歩(33)\n');
  await page.locator('.paste button').click();
  await page.waitForFunction(() => document.querySelector('#query')?.value.startsWith('sfen "lnsgkgsnl/1r5b1/pppppp1pp/6p2/'));
  await answered(page);
  await becomes(async () => (await page.locator('.board .disc').count()) > 0, 'next moves on the board');
  await becomes(async () => (await page.locator('.hits a > svg').count()) > 0, 'small boards');
});

await story('a castle and a player by their names', PHONE, async (page) => {
  await open(page);
  const offered = async (typed) => {
    await write(page, typed);
    await page.waitForSelector('.meant button');
    return page.locator('.meant button').evaluateAll((all) => all.map((b) => b.dataset.word));
  };
  await write(page, '美濃');
  await answered(page); // is a word of its own
  await becomes(async () => (await offered('date:1990.. min'))[0] === 'castle:mino', 'the beginning of a name');
  await becomes(async () => (await offered('Sota Fujii (s28ou)')).join() === 'player:Sota player:Fujii', 'a player');
  await page.locator('#query').press('Enter');
  await page.waitForFunction(() => document.querySelector('#query')?.value === 'player:Sota player:Fujii (s28ou)');
  await answered(page);
  await write(page, '');
  await page.locator('.text-mode').tap();
  await page.locator('#add').tap();
  await page.locator('.picker [data-word="castle:mino"]').tap();
  await page.waitForFunction(() => document.querySelector('main.search').dataset.answered === 'either(s.castle:mino)');
  await page.locator('.pick-close').tap();
  await page.locator('.panes [data-pane="games"]').tap();
  await page.locator('.hits a').first().scrollIntoViewIfNeeded();
  const [top, far] = await page.evaluate(() => [scrollY, document.querySelector('.hits a').getBoundingClientRect().top - document.querySelector('.headline').getBoundingClientRect().top]);
  assert(far < 844, `a castle's games are on the screen that the button leads to: ${far}`);
  await page.locator('.hits a').first().tap();
  await page.waitForSelector('.move-list [aria-current]');
  await page.goBack();
  await answered(page);
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 200, top);
});

// The moves of the position that is answered in Openings.
const movesAre = (page, moves) => page.waitForFunction((m) => document.querySelector('main.explore')?.dataset.answered === m, moves);

await story('openings: names, letters, any legal move; the browser’s back is one move back', DESKTOP, async (page) => {
  await page.goto(`${url}#/explore?moves=7g7f,3c3d`); // a link that somebody sent
  await movesAre(page, '7g7f,3c3d');
  const crumbs = page.locator('.crumbs button');
  await becomes(async () => (await crumbs.allTextContents()).join(' ').includes('P-7f'), 'moves in words');
  await page.waitForFunction(() => document.querySelectorAll('.crumbs .n:last-child').length === 2); // how often each was chosen
  assert(!(await page.innerText('main')).match(/\d[a-i]\d[a-i]/), 'no notation of files is read by anybody');
  await becomes(async () => (await page.textContent('h1')).length > 3, 'a title');
  const letter = page.locator('.opening-row .letter').first();
  assert((await letter.textContent()) === 'a', 'letters');
  await becomes(async () => (await page.locator('.board .disc').count()) > 1, 'on the board, too');
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelector('main.explore').dataset.answered?.split(',').length === 3);
  const three = await page.evaluate(() => document.querySelector('main.explore').dataset.answered);
  // a move that nobody made: the edge knight's pawn, then a lance behind it
  await page.locator('[data-square="12"]').focus();
  await page.goBack();
  await movesAre(page, '7g7f,3c3d');
  assert(await page.evaluate(() => document.activeElement.dataset.square === '12'), 'the focus stays where it was');
  await page.goForward();
  await movesAre(page, three);
  await page.goBack();
  await movesAre(page, '7g7f,3c3d');
  for (const square of ['99', '98']) {
    await page.locator(`[data-square="${square}"]`).focus();
    await page.keyboard.press('Enter');
  }
  await movesAre(page, '7g7f,3c3d,9i9h');
  await becomes(async () => (await page.textContent('h1')).length > 3, 'named, too');
  for (const square of ['82', '12']) { // the rook may not: nothing happens
    await page.locator(`[data-square="${square}"]`).focus();
    await page.keyboard.press('Enter');
  }
  await movesAre(page, '7g7f,3c3d,9i9h');
  await page.keyboard.press('Backspace');
  await movesAre(page, '7g7f,3c3d');
  // a bishop takes, with the question whether it promotes
  for (const square of ['88', '22']) {
    await page.locator(`[data-square="${square}"]`).focus();
    await page.keyboard.press('Enter');
  }
  await page.waitForSelector('.promotion button');
  await page.keyboard.press('Enter');
  await movesAre(page, '7g7f,3c3d,8h2b+');
  await becomes(async () => (await page.locator('.hand.shown .hand-cell').count()) === 1, 'a bishop in hand');
});

await story('openings: other orders, trends, conditions as chips, a mistake beside figures that stay true', DESKTOP, async (page) => {
  await page.goto(`${url}#/explore`);
  await movesAre(page, '');
  await page.waitForSelector('.trend-chart svg');
  assert((await page.locator('.trend-chart svg text').evaluateAll((all) => Math.min(...all.map((x) => parseFloat(getComputedStyle(x).fontSize))))) >= 12, 'labels can be read');
  await picture(page, 'explore');
  const all = await games(page);
  await page.fill('#filter', 'result:s');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.includes('filter='));
  await movesAre(page, '');
  await becomes(async () => (await games(page)) < all, 'fewer games');
  await page.fill('#filter', 'nothing:such');
  await page.keyboard.press('Enter');
  await becomes(async () => (await page.textContent('.opening-filter .mistake')).length > 0, 'a mistake');
  await becomes(async () => (await page.getAttribute('#filter', 'aria-invalid')) === 'true', 'marked');
  await page.fill('#filter', '');
  await page.keyboard.press('Backspace');
  await becomes(async () => (await games(page)) === all, 'the chip is taken away');
  // As in Search: years in words, and a player by name, who then has a side.
  const one = (await (await page.request.get(`${url}api/players?limit=1`)).json()).players[0].name, chips = page.locator('.opening-filter .chip');
  for (const [typed, part] of [['since 2000', 'from=2000'], [one, 'player=']]) {
    await page.fill('#filter', typed);
    await page.keyboard.press('Enter');
    await becomes(() => page.url().includes(part), async () => `${typed}: ${page.url()}, ${await page.textContent('.opening-filter .mistake')}`);
  }
  await movesAre(page, '');
  await becomes(async () => (await chips.count()) === 2 && (await page.locator('.opening-filter [data-key="g"]').count()) === 1, 'a player has a side');
  await becomes(async () => /[1-9]/.test(await page.textContent('.opening-filter .figures')), 'and a score');
  await page.goBack();
  await becomes(async () => (await chips.allTextContents()).join().startsWith('2000–') && (await games(page)) < all, 'years are a chip');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
});

await story('variations, comments, the engine, what people play', DESKTOP, async (page) => {
  await page.goto(`${url}#/game/tree/0/3`);
  await page.waitForSelector('.move-list [aria-current]');
  await page.keyboard.press('ArrowDown');
  await becomes(async () => (await here(page)) === '1:3', async () => `a variation: ${await here(page)}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await becomes(async () => (await here(page)) === '2:4', async () => `a variation of it: ${await here(page)}`);
  await becomes(() => page.url().includes('line=2'), 'in the address');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await becomes(async () => (await page.textContent('.comment')).includes('はじめの一手'), 'a comment');
  await becomes(async () => (await page.getAttribute('#play-here', 'href')).includes('play/shogi?sfen='), 'to be played on');
  await page.waitForSelector('.people li .number');
  await page.locator('#analyse').click();
  await page.waitForSelector('.engine-lines li:nth-child(3)');
  await becomes(async () => (await page.locator('.board .arrow').count()) > 0, 'on the board');
  await picture(page, 'engine');
  await page.keyboard.press('Tab');
  await page.locator('#analyse').click();
  await becomes(async () => (await page.getAttribute('#analyse', 'aria-pressed')) === 'false', 'stopped');
  await page.locator('.copy-menu summary').click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#png').click()]);
  assert(saved.suggestedFilename().endsWith('.png'), 'a picture');
});

await story('on a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/explore`);
  await page.waitForFunction(() => document.querySelector('main.explore')?.dataset.answered !== undefined);
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await picture(page, 'phone-explore');
  await page.goto(`${url}#/game/tree/0/3`);
  await page.waitForSelector('.people li .number');
  await becomes(async () => (await wide(page)) <= 0, 'nor in a game');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
});

await story('an area that is fetched when it is needed: once, or a notice', DESKTOP, async (page) => {
  const fetched = [];
  page.on('request', (r) => /\/more_(openings|sequences)\.js$/.test(r.url()) && fetched.push(r.url()));
  await open(page);
  assert(fetched.length === 0, 'the first load goes without it');
  await page.getByRole('link', { name: 'Openings' }).click();
  await page.getByRole('link', { name: 'Matrix' }).click();
  await page.waitForSelector('main.matrix');
  await page.getByRole('link', { name: 'Sequences' }).click();
  await page.waitForSelector('main.joseki');
  assert(fetched.length === 2 && new Set(fetched).size === 2, `fetched ${fetched}`);
  await page.reload();
  await page.waitForSelector('main.joseki');
  await page.route(/\/more_sequences\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: 'import { nothing } from "./shared.js";' }));
  await page.reload();
  await page.getByRole('alert').waitFor();
  await page.unroute(/\/more_sequences\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('main.joseki');
});

await finish();
