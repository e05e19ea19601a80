// A database of chaturanga: nothing of shogi's is to be seen, and all that is there does something.
import { DESKTOP, PHONE, assert, becomes, onStage, write } from './stage.mjs';

const [url, pictures] = process.argv.slice(2);
const { story, open, picture, games, answered, wide, violations, finish } = await onStage(url, pictures);

for (const [where, options] of [['desk', DESKTOP], ['phone', PHONE]])
  await story(`search and replay, ${where}`, options, async (page) => {
    await open(page);
    await becomes(async () => (await games(page)) === 40, 'all games');
    await becomes(async () => (await page.locator('.tabs, .hand').count()) === 0, 'no board of another game to set up');
    await page.locator('[data-tool="rR"]').click();
    await page.locator('[data-square="d1"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('#turn').selectOption('g');
    await page.locator('[data-lost="b.frozen"]').click();
    await page.locator('#quarters').check();
    await answered(page);
    await becomes(async () => (await page.inputValue('#query')) === 'sym(r.d1.raja turn:g) b.frozen' && (await games(page)) > 0, async () => `set up: ${await page.inputValue('#query')}`);
    await becomes(async () => (await page.locator('.moves tbody tr').count()) > 0 && /[1-6]-[1-6]: /.test(await page.textContent('.moves tbody th')), 'next turns with their dice');
    await write(page, 'any:y.e8 g.b7.pawn dice:35');
    await page.waitForFunction(() => document.querySelectorAll('.board g.army').length === 2);
    await becomes(async () => (await page.getAttribute('[data-square="b7"]', 'aria-label')).length > 4 && !(await page.isChecked('#quarters')), 'the board follows the text');
    await write(page, '');
    await page.waitForSelector('.examples');
    await page.locator('.examples button').first().click();
    await answered(page);
    await becomes(async () => (await page.inputValue('#query')) === 'g.frozen' && (await games(page)) > 0, 'an example');
    await becomes(async () => (await page.locator('.hits li .thumb g.army').count()) > 10, 'boards of the hits');
    await becomes(async () => (await page.locator('.hits li').first().locator('.army-sign').count()) === 4, 'four players');
    await page.waitForSelector('.facets [data-word="result:r"]', { state: 'attached' });
    if (where === 'phone') await page.locator('.facets summary').click();
    await becomes(async () => (await page.locator('.facets [data-word="result:g"]').count()) === 0, 'an army without its raja does not win');
    await picture(page, `chaturanga-search-${where}`);
    await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
    const minded = await violations(page);
    assert(minded.length === 0, minded.join('\n'));
    const before = await games(page);
    await page.locator('.facets [data-word="result:r"]').click();
    await answered(page);
    await becomes(async () => (await games(page)) > 0 && (await games(page)) < before, 'narrowed down');
    const file = page.waitForEvent('download');
    await page.locator('a.format[download="kifu.chatur"]').click();
    await becomes(async () => (await file).suggestedFilename() === 'kifu.chatur', 'a file of games');
    await page.locator('.hits a').first().click();
    await page.waitForSelector('.move-list [aria-current]');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.replay button.main').click();
    await answered(page);
    await becomes(async () => (await page.inputValue('#query')).startsWith('sfen "') && (await games(page)) >= 1, 'searched from there');
  });
await finish();
