// A database of chaturanga: nothing of shogi's is to be seen, and all that is there does something.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [url, pictures] = process.argv.slice(2);
const { story, open, picture, games, answered, wide, violations, finish } = await onStage(url, pictures);

for (const [where, options] of [['desk', DESKTOP], ['phone', PHONE]])
  await story(`search and replay, ${where}`, options, async (page) => {
    await open(page);
    await becomes(async () => (await games(page)) === 40, 'all games');
    await becomes(async () => (await page.locator('.left, .tabs, #turn').count()) === 0, 'no board of another game to set up');
    await page.locator('.examples button').first().click();
    await answered(page);
    await becomes(async () => (await page.inputValue('#query')) === 'g.frozen' && (await games(page)) > 0, 'an example');
    await becomes(async () => (await page.locator('.hits li .thumb g.army').count()) > 10, 'boards of the hits');
    await becomes(async () => (await page.locator('.hits li').first().locator('.army-sign').count()) === 4, 'four players');
    await page.waitForSelector('.facets [data-word="result:r"]');
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
    await page.locator('a.format').click();
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
