// A database of chaturanga: nothing of shogi's is to be seen, and all that is there does something.
import { DESKTOP, PHONE, assert, becomes, onStage, write } from './stage.mjs';

const [url, pictures] = process.argv.slice(2);
const { story, open, picture, games, answered, wide, violations, finish } = await onStage(url, pictures);

// On a phone the text is behind two buttons; an address says the same.
const query = async (page, text) => {
  if (await page.locator('.text-mode').isVisible()) return write(page, text);
  await answered(page); // an answer under way has the address
  await page.goto(`${url}#/search?q=${encodeURIComponent(text)}`);
  await becomes(async () => (await page.inputValue('#query')) === text, text);
};

for (const [where, options] of [['desk', DESKTOP], ['phone', PHONE]])
  await story(`search and replay, ${where}`, options, async (page) => {
    await open(page);
    await becomes(async () => (await games(page)) === 40, 'all games');
    await page.waitForSelector('[data-tool="rR"]');
    await becomes(async () => (await page.locator('.main .tabs, .hand').count()) === 0, 'no board of another game to set up');
    await page.locator('[data-tool="rR"]').click();
    await page.locator('[data-square="d1"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('#turn').selectOption('g');
    await page.locator('[data-lost="3"]').click();
    await answered(page);
    await becomes(async () => (await page.inputValue('#query')) === 'r.d1.raja b.frozen turn:g' && (await games(page)) > 0, async () => `set up: ${await page.inputValue('#query')}`);
    await becomes(async () => (await page.locator('.query-bar .chip').allTextContents()).length === 3, 'a chip for each');
    const plain = await games(page), offered = Number((await page.locator('#other-quarters').textContent()).match(/\d+/)[0]);
    await page.locator('#other-quarters').click();
    await answered(page);
    await becomes(async () => (await page.inputValue('#query')) === 'sym(r.d1.raja b.frozen turn:g)' && (await games(page)) === offered && offered > plain, async () => `in any quarter: ${await games(page)}, not ${offered}`);
    await becomes(async () => (await page.locator('.chip.mod').count()) === 1, 'which is a chip');
    await page.locator('.chip.mod .x').click();
    await answered(page);
    await becomes(async () => (await games(page)) === plain, 'and can be taken away');
    await page.locator('#turn-board').click();
    await becomes(async () => (await page.inputValue('#query')) === 'g.a5.raja r.frozen turn:y', async () => `a quarter turn: ${await page.inputValue('#query')}`);
    await page.locator('#clear').click();
    await answered(page);
    await query(page, 'r.d1.raja');
    await answered(page);
    await page.waitForFunction(() => document.querySelectorAll('.turn-move').length > 2);
    await becomes(async () => (await page.locator('.chatur-board .disc').count()) > 2, 'letters on the board');
    const moves = await page.locator('.turn-move[data-move]').evaluateAll((rows) => rows.map((r) => r.dataset.move));
    assert(moves.every((m) => /^d1[cde][12]$/.test(m)), `moves of the raja: ${moves}`);
    await becomes(async () => (await page.locator('.four-row').count()) === 4, 'a bar for each of four');
    const bars = await page.locator('.four-row').evaluateAll((rows) => rows.map((r) => Number(r.querySelector('.number').textContent)));
    assert(bars.every((n, i) => i === 0 || n <= bars[i - 1]) && bars[0] > 0, `most wins first: ${bars}`);
    await query(page, 'any:y.e8 g.b7.pawn dice:35');
    await page.waitForFunction(() => document.querySelectorAll('.board g.army').length === 2);
    await becomes(async () => (await page.getAttribute('[data-square="b7"]', 'aria-label')).length > 4, 'the board follows the text');
    await query(page, 'g.frozen dice:44');
    await answered(page);
    await page.waitForSelector('.turn-move.whole .die', { state: 'attached' });
    await query(page, '');
    await page.waitForSelector('.examples', { state: 'attached' });
    if (where === 'phone') await page.locator('[data-pane="games"]').click();
    await page.locator('.examples button').first().click();
    await answered(page);
    await becomes(async () => (await page.inputValue('#query')) === 'g.frozen' && (await games(page)) > 0, 'an example');
    await becomes(async () => (await page.locator('.hits li .thumb g.army').count()) > 10, 'boards of the hits');
    await becomes(async () => (await page.locator('.hits li').first().locator('.army-sign').count()) === 4, 'four players');
    await page.waitForSelector('.facets [data-word="result:r"]', { state: 'attached' });
    await becomes(async () => (await page.locator('.hits li').first().locator('.army.frozen').count()) > 0, 'hollow without a raja');
    if (where === 'phone') await page.locator('[data-pane="also"]').click();
    await becomes(async () => (await page.locator('.facets [data-word="result:g"]').count()) === 0, 'an army without its raja does not win');
    await picture(page, `chaturanga-search-${where}`);
    await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
    const minded = await violations(page);
    assert(minded.length === 0, minded.join('\n'));
    const before = await games(page);
    await page.locator('.facets [data-word="result:r"]').click();
    await answered(page);
    await becomes(async () => (await games(page)) > 0 && (await games(page)) < before, 'narrowed down');
    if (where === 'phone') await page.locator('[data-pane="games"]').click();
    const file = page.waitForEvent('download');
    await page.locator('.saving summary').click();
    await page.locator('a.format[download="kifu.chatur"]').click();
    await becomes(async () => (await file).suggestedFilename() === 'kifu.chatur', 'a file of games');
    await page.locator('.saving summary').click();
    await page.locator('.hits a').first().click();
    await page.waitForSelector('.move-list [aria-current] .small-dice');
    await becomes(async () => (await page.locator('.move-list .army-sign').count()) > 2, 'whose turns they were');
    await picture(page, `chaturanga-game-${where}`);
    const mindedThere = await violations(page);
    assert(mindedThere.length === 0, mindedThere.join('\n'));
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.replay button.main').click();
    await answered(page);
    await becomes(async () => (await page.inputValue('#query')).startsWith('sfen "') && (await games(page)) >= 1, 'searched from there');
  });
await finish();
