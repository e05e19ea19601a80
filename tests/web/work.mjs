// Working with games on the page, in a real browser: node work.mjs URL PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage, write } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, open, picture, answered, games, wide, violations, finish } = await onStage(url, pictures);

const api = async (page, path, args = {}, at = url) => (await page.request.get(`${at}api/${path}?${new URLSearchParams(args)}`)).json();
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
};

// What "Save search" opens, if it is not open.
const saves = async (page) => {
  if (!(await page.locator('.saved-searches').isVisible())) await page.locator('.open-save').click();
};

await story('a search is saved, used by its name, replaced and deleted', DESKTOP, async (page) => {
  await open(page, '#/search?q=castle%3Amino');
  const n = await games(page);
  await saves(page);
  await page.getByText('None yet').waitFor();
  await page.fill('#save-name', 'mine');
  await page.keyboard.press('Enter');
  await page.getByText('Saved as @mine.').waitFor();
  await page.locator('.saved code', { hasText: 'castle:mino' }).waitFor();
  await picture(page, 'saved');
  await clean(page);
  await write(page, 'castle:mino result:s');
  await answered(page);
  const fewer = await games(page);
  assert(fewer < n, 'another query');
  await saves(page);
  await page.fill('#save-name', 'mine');
  await page.keyboard.press('Enter');
  await page.getByText('@mine exists').waitFor();
  assert((await api(page, 'searches')).searches[0].query === 'castle:mino', 'nothing is replaced unasked');
  await page.keyboard.press('Enter');
  await page.locator('.saved code', { hasText: 'result:s' }).waitFor();
  await write(page, '');
  await answered(page);
  await saves(page);
  await page.getByRole('button', { name: '@mine', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('#query').value === '@mine');
  await answered(page);
  await becomes(async () => (await games(page)) === fewer, async () => `${await games(page)} games, not ${fewer}`);
  await saves(page);
  await page.getByRole('button', { name: 'Delete @mine' }).click();
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Delete @mine' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('@mine is deleted.').waitFor();
  assert((await api(page, 'searches')).searches.length === 0, 'none is left');
});

await story('games are tagged: all that are found, and one', DESKTOP, async (page) => {
  await open(page, '#/search?q=castle%3Amino%20result%3As');
  const n = await games(page);
  await page.locator('.games .saving > summary').click();
  await page.locator('.tagging summary').click();
  await page.fill('#tag-all', 'to study');
  await page.locator('.tagging').getByRole('button', { name: 'Add' }).click();
  await page.getByText(`“to study” added to ${n} games.`).waitFor();
  await page.getByRole('link', { name: 'Games with this tag' }).click();
  await page.waitForFunction(() => document.querySelector('#query')?.value === 'tag:="to study"');
  await answered(page);
  await becomes(async () => (await games(page)) === n, async () => `${await games(page)} games, not ${n}`);
  await page.locator('.hits a').first().click();
  await page.locator('.about-game > summary').click();
  await page.locator('.tags a', { hasText: 'to study' }).waitFor();
  await page.fill('#tag', 'mine');
  await page.keyboard.press('Enter');
  await page.locator('.tags a', { hasText: 'mine' }).waitFor();
  await page.getByRole('button', { name: 'Remove the tag to study' }).click();
  const tags = () => page.locator('.tags .label-chip a').allTextContents();
  await becomes(async () => (await tags()).includes('mine') && !(await tags()).includes('to study'), async () => `tags: ${await tags()}`);
  assert((await api(page, 'search', { query: 'tag:="to study"', limit: 0 })).games === n - 1, 'the others keep theirs');
  // labels are a facet: how many of the games found have each, and a click adds it
  await open(page, '#/search?q=castle%3Amino');
  const facet = page.locator('.facet button[data-word=\'tag:="to study"\']'), all = await games(page);
  await facet.waitFor();
  const shown = Number(await facet.locator('.number').textContent());
  assert(shown === (await api(page, 'search', { query: 'castle:mino tag:="to study"', limit: 0 })).games && shown < all, `${shown} of ${all}`);
  await facet.click();
  await page.waitForFunction(() => document.querySelector('#query')?.value.includes('tag:="to study"'));
  await answered(page);
  await becomes(async () => (await games(page)) === shown, async () => `${await games(page)} games, not ${shown}`);
});

await story('headers of a game are changed, and are again as in the record', { ...PHONE, locale: 'en-GB' }, async (page) => {
  const before = await api(page, 'game/0', { db: 'games' });
  await page.goto(`${url}#/game/games/0/3`);
  const edit = async () => {
    if (!(await page.locator('.edit-game').isVisible())) await page.locator('.about-game > summary').click();
    await page.locator('.edit-game summary').click();
  };
  await edit();
  await page.fill('#edit-event', 'Test Cup');
  await page.fill('#edit-white', 'Nobody');
  await picture(page, 'edit');
  await clean(page);
  await page.locator('.edit-game').getByRole('button', { name: 'Save' }).click();
  await becomes(async () => (await page.locator('#details h1').textContent()).includes('Nobody'), async () => page.locator('#details').textContent());
  const now = await api(page, 'game/0', { db: 'games' });
  assert(now.event === 'Test Cup' && now.black === before.black && now.date === before.date && now.edited.length === 2, JSON.stringify(now.edited));
  await edit();
  await page.getByRole('button', { name: 'As in the record' }).click();
  await becomes(async () => !(await page.locator('#details h1').textContent()).includes('Nobody'), 'the old name');
  assert((await api(page, 'game/0', { db: 'games' })).edited.length === 0, 'nothing is changed any more');
});

await story('a server that allows no changes offers none', DESKTOP, async (page) => {
  await page.route(/\/api\/info$/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), import: null } });
  });
  await open(page, '#/search?q=castle%3Amino');
  assert((await page.locator('.tagging, .open-save, .saved-searches').count()) === 0, 'no tags, and no saved search');
  await page.locator('.hits a').first().click();
  await page.waitForSelector('#details');
  assert((await page.locator('.edit-game, #tag').count()) === 0, 'no edits');
});

await finish();
