// Working with games on the page, in a real browser: node work.mjs URL PICTURES URL-OF-GO.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage, write } from './stage.mjs';

const [, , url, pictures, go] = process.argv;
const { story, open, picture, query, answered, games, wide, violations, finish } = await onStage(url, pictures, [go]);

const api = async (page, path, args = {}, at = url) => (await page.request.get(`${at}api/${path}?${new URLSearchParams(args)}`)).json();
const settled = (page, area, text) => page.waitForFunction(([name, wanted]) => document.querySelector(`main.${name}`)?.dataset.answered === wanted, [area, text]);
// The one object of that event of a long request.
const event = async (page, path, args, name, at = url) => {
  const text = await (await page.request.get(`${at}api/${path}?${new URLSearchParams(args)}`)).text();
  return text.split('\n\n').filter((e) => e.startsWith(`event: ${name}\n`)).map((e) => JSON.parse(e.slice(e.indexOf('data: ') + 6)));
};
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
};
const number = async (at) => Number((await at.textContent()).replace(/\D/g, ''));

await story('a search is saved, used by its name, replaced and deleted', DESKTOP, async (page) => {
  await open(page, '#/search?q=castle%3Amino');
  const n = await games(page);
  await page.locator('.saved-searches summary').click();
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
  await page.fill('#save-name', 'mine');
  await page.keyboard.press('Enter');
  await page.getByText('@mine exists').waitFor();
  assert((await api(page, 'searches')).searches[0].query === 'castle:mino', 'nothing is replaced unasked');
  await page.keyboard.press('Enter');
  await page.locator('.saved code', { hasText: 'result:s' }).waitFor();
  await write(page, '');
  await answered(page);
  await page.getByRole('button', { name: '@mine', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('#query').value === '@mine');
  await answered(page);
  await becomes(async () => (await games(page)) === fewer, async () => `${await games(page)} games, not ${fewer}`);
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
  await page.locator('.tagging summary').click();
  await page.fill('#tag-all', 'to study');
  await page.locator('.tagging').getByRole('button', { name: 'Add' }).click();
  await page.getByText(`“to study” added to ${n} games.`).waitFor();
  await page.getByRole('link', { name: 'Games with this tag' }).click();
  await page.waitForFunction(() => document.querySelector('#query')?.value === 'tag:="to study"');
  await answered(page);
  await becomes(async () => (await games(page)) === n, async () => `${await games(page)} games, not ${n}`);
  await page.locator('.hits a').first().click();
  await page.locator('.labels a', { hasText: 'to study' }).waitFor();
  await page.fill('#tag', 'mine');
  await page.keyboard.press('Enter');
  await page.locator('.labels a', { hasText: 'mine' }).waitFor();
  await page.getByRole('button', { name: 'Remove the tag to study' }).click();
  const tags = () => page.locator('.labels .chip a').allTextContents();
  await becomes(async () => (await tags()).includes('mine') && !(await tags()).includes('to study'), async () => `tags: ${await tags()}`);
  assert((await api(page, 'search', { query: 'tag:="to study"', limit: 0 })).games === n - 1, 'the others keep theirs');
});

await story('headers of a game are changed, and are again as in the record', { ...PHONE, locale: 'en-GB' }, async (page) => {
  const before = await api(page, 'game/0', { db: 'games' });
  await page.goto(`${url}#/game/games/0/3`);
  await page.locator('.edit-game summary').click();
  await page.fill('#edit-event', 'Test Cup');
  await page.fill('#edit-white', 'Nobody');
  await picture(page, 'edit');
  await clean(page);
  await page.locator('.edit-game').getByRole('button', { name: 'Save' }).click();
  await becomes(async () => (await page.locator('#details h1').textContent()).includes('Nobody'), async () => page.locator('#details').textContent());
  const now = await api(page, 'game/0', { db: 'games' });
  assert(now.event === 'Test Cup' && now.black === before.black && now.date === before.date && now.edited.length === 2, JSON.stringify(now.edited));
  await page.locator('.edit-game summary').click();
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
  assert((await page.locator('.tagging, .saved-searches:visible').count()) === 0, 'no tags, and no saved search');
  await page.locator('.hits a').first().click();
  await page.waitForSelector('#details');
  assert((await page.locator('.edit-game, #tag').count()) === 0, 'no edits');
});

await story('a name in a game opens the profile; its rows lead to the games', DESKTOP, async (page) => {
  await page.goto(`${url}#/game/games/1/3`);
  const name = await page.locator('#details h1 a').first().textContent();
  await page.locator('#details h1 a').first().click();
  await settled(page, 'player', name);
  const [told] = await event(page, 'profile', { player: name }, 'profile');
  await becomes(async () => (await number(page.locator('.profile .headline strong'))) === told.games, 'the games');
  assert((await page.locator('.profile .outcome-bar').first().getAttribute('aria-label')) === `${told.name}: won ${told.player.wins}, drew ${told.player.draws}, lost ${told.player.losses}`, 'the score');
  await picture(page, 'player');
  await clean(page);
  for (const [id, parts] of [['openings', told.openings], ['castles', told.castles]]) {
    const part = parts[0], row = page.locator(`section[aria-labelledby=${id}] tbody tr`).first();
    const find = decodeURIComponent((await row.locator('th a').getAttribute('href')).replace('#/search?q=', ''));
    const found = await api(page, 'search', { query: find, limit: 0 });
    assert(found.games === part.games && found.own.wins === part.player.wins, `${find}: ${found.games} games, ${found.own.wins} won; not ${part.games}, ${part.player.wins}`);
    const black = row.locator('td').first().locator('a');
    if (await black.count()) {
      const query = decodeURIComponent((await black.getAttribute('href')).replace('#/search?q=', ''));
      assert((await api(page, 'search', { query, limit: 0 })).games === (await number(black)), query);
    }
  }
  const opponent = await page.locator('section[aria-labelledby=opponents] th a').first().textContent();
  await page.locator('section[aria-labelledby=opponents] th a').first().click();
  await settled(page, 'player', opponent);
  await page.goBack();
  await settled(page, 'player', name);
});

await story('players: the list, a name that is typed, several of a name, nobody', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/player`);
  await settled(page, 'player', '');
  const { players } = await api(page, 'players', { limit: 60 });
  assert((await page.locator('.player-list li').count()) === players.length, 'those with most games');
  await page.locator('#player').tap();
  await page.keyboard.insertText(players[3].name.slice(0, 1));
  await page.waitForSelector('.names-list li');
  await page.keyboard.press('ArrowDown');
  const first = (await api(page, 'names', { prefix: players[3].name.slice(0, 1), limit: 60 })).names.find((n) => n.kind === 'player').name;
  await page.keyboard.press('Enter');
  await settled(page, 'player', first);
  await picture(page, 'player-phone');
  await clean(page);
  await page.fill('#player', '田');
  await page.keyboard.press('Enter');
  await settled(page, 'player', '田');
  await becomes(async () => (await page.locator('.profile .details .button').count()) > 3, 'a choice of persons');
  await page.fill('#player', 'xyzzy');
  await page.keyboard.press('Enter');
  await settled(page, 'player', 'xyzzy');
  assert((await page.textContent('main.player')).includes('この名前の対局者はいません。'), 'nobody');
});

// A property that surely differs: openings of games with a castle and of those without.
const SETS = { a: 'castle:mino', b: 'castle:yagura' };

for (const [where, options] of [['desk', DESKTOP], ['phone, dark, in Japanese', { ...PHONE, colorScheme: 'dark' }]])
  await story(`two sets of games are compared: ${where}`, options, async (page) => {
    await open(page, `#/search?q=${encodeURIComponent(SETS.a)}`);
    await page.locator('.compare-link').click();
    await page.waitForSelector('#set-b');
    assert((await page.inputValue('#set-a')) === SETS.a, 'the present query');
    await page.fill('#set-b', SETS.b);
    await page.keyboard.press('Enter');
    await settled(page, 'compare', `${SETS.a}\n${SETS.b}`);
    const rows = await event(page, 'compare', { ...SETS, top: 100 }, 'row');
    const [summary] = await event(page, 'compare', { ...SETS, top: 100 }, 'summary');
    assert(rows.length > 3, `${rows.length} differences`);
    assert((await page.locator('.differences li').count()) === rows.length, 'a row each');
    assert((await page.textContent('.compare .headline')).includes(String(summary.different)), 'a headline');
    const percent = (x) => (100 * x).toFixed(x > 0 && x < 0.0995 ? 1 : 0);
    const shown = await page.locator('.differences li').evaluateAll((all) => all.map((li) => [...li.querySelectorAll('.share-row small')].map((s) => s.textContent.trim()).join()));
    assert(shown.join(' ') === rows.map((r) => `${r.a.games}/${r.a.of},${r.b.games}/${r.b.of}`).join(' '), 'in the order of the server');
    assert((await page.locator('.difference').first().textContent()).includes(percent(Math.abs(rows[0].difference))), 'with the difference');
    await picture(page, `compare-${where.slice(0, 5)}`);
    await clean(page);
    const kind = rows.at(-1).kind;
    await page.locator('#kind').selectOption(kind);
    await becomes(async () => (await page.locator('.differences li').count()) === rows.filter((r) => r.kind === kind).length, 'of one kind');
    await page.reload();
    await settled(page, 'compare', `${SETS.a}\n${SETS.b}`);
    await page.locator('.differences li a').first().click();
    await page.waitForSelector('#query');
    await answered(page);
    assert((await query(page)).includes(SETS.a), 'a link to the games');
  });

await story('comparisons: nothing asked, a mistake, no games', { ...DESKTOP, forgive: /status of 400/ }, async (page) => {
  await page.goto(`${url}#/compare`);
  await page.getByRole('link', { name: 'games that Black won' }).waitFor();
  await clean(page);
  await page.fill('#set-a', 'nothing:such');
  await page.keyboard.press('Enter');
  await becomes(async () => (await page.textContent('.compare > .mistake')).length > 5, 'a mistake');
  await page.fill('#set-a', 'player:xyzzy');
  await page.keyboard.press('Enter');
  await settled(page, 'compare', 'player:xyzzy\n');
  assert((await page.textContent('.compare .headline')).includes('No game is in Games A.'), await page.textContent('.compare .headline'));
});

await story('players and comparisons of Go', DESKTOP, async (page) => {
  await page.goto(`${go}#/player`);
  await settled(page, 'player', '');
  const name = await page.locator('.player-list a').first().textContent();
  await page.locator('.player-list a').first().click();
  await settled(page, 'player', name);
  const [told] = await event(page, 'profile', { player: name }, 'profile', go);
  const row = page.locator('section[aria-labelledby=openings] tbody tr').first();
  if (told.openings.length) {
    const find = decodeURIComponent((await row.locator('th a').getAttribute('href')).replace('#/search?q=', ''));
    const found = await api(page, 'search', { query: find, limit: 0 }, go);
    assert(found.games === told.openings[0].games, `${find}: ${found.games ?? JSON.stringify(found)}, not ${told.openings[0].games}`);
  }
  await page.goto(`${go}#/compare?a=result:b&b=result:w`);
  await settled(page, 'compare', 'result:b\nresult:w');
  await picture(page, 'compare-go');
});

await finish();
