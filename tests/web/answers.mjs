// What the page answers, in a real browser: node answers.mjs URL PICTURES URL-OF-GO.  Prints TAP.
import { DESKTOP, PHONE, asText, assert, becomes, onStage, write } from './stage.mjs';

const [, , url, pictures, go] = process.argv;
const { story, open, picture, query, answered, games, wide, violations, finish } = await onStage(url, pictures, [go]);

const asks = (page, text) => page.waitForFunction((wanted) => document.querySelector('#query')?.value === wanted, text);
const api = async (page, path, args, at = url) => (await page.request.get(`${at}api/${path}?${new URLSearchParams(args)}`)).json();

// Games of the first rows of next moves, as on screen.
const counted = (page) => page.locator('.next-row').evaluateAll((rows) => rows.slice(0, 8).map((row) =>
  Number(row.querySelector('.number').firstChild.textContent.replace(/\D/g, ''))));

await story('next moves are counted where the shape arises, or at other plies', DESKTOP, async (page) => {
  await open(page, '#/search?q=s28ou%20s38gi');
  await page.focus('#at');
  for (const at of ['first', 'every', 'last']) {
    await page.locator('#at').selectOption(at);
    const told = await api(page, 'moves', { query: 's28ou s38gi', at, limit: 8 });
    await becomes(async () => (await counted(page)).join() === told.moves.map((m) => m.games).join(), async () => `${at}: ${await counted(page)}, not ${told.moves.map((m) => m.games)}`);
    await becomes(() => page.url().includes(`at=${at}`) === (at !== 'first'), 'the address holds it');
  }
  await becomes(async () => (await page.evaluate(() => document.activeElement?.id)) === 'at', 'the choice keeps the focus');
  await page.reload();
  await answered(page);
  await becomes(async () => (await page.inputValue('#at')) === 'last', 'and is read from the address');
  await picture(page, 'at');
  await page.getByRole('button', { name: 'Start position' }).click();
  await becomes(async () => (await query(page)).startsWith('sfen "'), 'a whole position');
  await answered(page);
  await becomes(async () => (await page.locator('.next-row').count()) > 0 && (await page.locator('#at').count()) === 0, 'has no such choice');
  await becomes(async () => (await page.locator('.board .disc').count()) > 0, 'and letters where moves go');
});

await story('a letter on the board is the letter of its move, and no arrow leads to it', DESKTOP, async (page) => {
  await open(page, '#/search?q=s28ou%20s38gi');
  await becomes(async () => (await page.locator('.board .disc').count()) > 0, 'letters');
  const letters = await page.locator('.board .disc').allTextContents(), rows = await page.locator('.next-row .letter').allTextContents();
  assert(letters.length === new Set(letters).size && letters.every((letter) => rows.includes(letter)), `${letters} of ${rows}`);
  assert((await page.locator('.board .arrow').count()) === 0, 'a shape has no position for arrows');
});

await story('openings of Go: a corner is a corner', { ...DESKTOP, forgive: /400/ }, async (page) => {
  await page.goto(`${go}#/explore`);
  await page.waitForFunction(() => document.querySelector('main.explore')?.dataset.answered === '');
  const told = await api(page, 'moves', { query: 'sym(sfen "19x19 b")', limit: 50 }, go);
  const star = told.moves.find((m) => m.move === 'B[Q16]');
  assert(star && !told.moves.some((m) => ['B[D4]', 'B[D16]', 'B[Q4]'].includes(m.move)), 'one 4-4 point');
  await picture(page, 'go-openings');
  await page.locator('[data-square="D4"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('main.explore').dataset.answered === 'B[Q16]');
  await becomes(async () => (await games(page)) === star.games, async () => `${await games(page)} games, not ${star.games}`);
  // an address whose conditions cannot be read
  await page.goto(`${go}#/explore?filter=nothing:such`);
  await becomes(async () => (await page.locator('main > div > .mistake').textContent()).length > 0, 'a mistake');
  await becomes(async () => (await page.locator('.headline strong, .opening-moves li').count()) === 0, 'leaves no figures of another query');
  await page.getByRole('button', { name: 'Remove nothing:such' }).click();
  await becomes(async () => (await page.locator('.opening-moves li').count()) > 0 && (await page.locator('main > div > .mistake').textContent()) === '', 'and they come back');
});

// The server's answer with what it says about sides made known: figures that no generated game would have.
const SIDES = {
  own: { wins: 14, losses: 20, draws: 2, unknown: 1, both: 3, score: 0.4167, low: 0.27, high: 0.58 },
  player: { wins: 4, losses: 2, draws: 0, unknown: 0, both: 0, score: 0.6667, low: 0.3, high: 0.9 },
};
const withSides = (page, sides) => page.route(/\/api\/search$/, async (route) => {
  const response = await route.fetch();
  const { own, player, ...answer } = await response.json();
  return route.fulfill({ response, json: { ...answer, black: 22, white: 12, draws: 0, unknown: 0, ...sides } });
});

await story('who won: the side that has it, and a player', DESKTOP, async (page) => {
  await withSides(page, SIDES);
  await open(page, `#/search?q=${encodeURIComponent('either(s.castle:mino g.castle:anaguma)')}`);
  const head = () => page.textContent('.headline');
  await becomes(async () => /· the mino side won 42 % \[27–58\]/.test(await head()), head);
  await becomes(async () => (await page.textContent('.verdict')).includes('In 3 of these games both sides'), 'games of both sides are explained');
  await becomes(async () => (await page.locator('.verdict .wdl').first().getAttribute('aria-label')).startsWith('won 14, drawn 2, lost 20'), 'the bar in words');
  const { name } = (await api(page, 'players', { limit: 1 })).players[0];
  await write(page, `player:=${JSON.stringify(name)} s28ou`);
  await answered(page);
  await becomes(async () => /· Black won 42 %/.test(await head()), head);
  await becomes(async () => (await page.textContent('.verdict')).includes(`${name} won 4 of 6`), 'counts where games are few');
  await picture(page, 'who-won');
  await write(page, 's28ou s9xou');
  await page.waitForSelector('.mistake mark');
  await becomes(async () => !/\d/.test(await head()) && (await page.textContent('.verdict')) === '' && (await page.locator('.next-row, .hits, .board .disc').count()) === 0,
    'no figures of another query beside an error');
});

await story('who won, on a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await withSides(page, { own: SIDES.own });
  await open(page, '#/search?q=castle%3Amino');
  await becomes(async () => (await page.textContent('.headline')).includes('美濃囲い側の勝率 42 % [27–58]'), async () => await page.textContent('.headline'));
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await page.locator('.headline').scrollIntoViewIfNeeded();
  await picture(page, 'who-won-phone');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
});

await story('who won, as the server has it', DESKTOP, async (page) => {
  const text = 'either(s.castle:mino g.castle:anaguma)';
  const { own } = await api(page, 'search', { query: text, limit: 0 });
  await open(page, `#/search?q=${encodeURIComponent(text)}`);
  await becomes(async () => (await page.locator('.verdict .wdl').first().getAttribute('aria-label')).startsWith(`won ${own.wins}, drawn ${own.draws}, lost ${own.losses}`), 'the side of the query');
});

await story('what else is there leads to the games of the row', DESKTOP, async (page) => {
  const text = 'either(s.castle:mino g.castle:anaguma)';
  await open(page, `#/search?q=${encodeURIComponent(text)}`);
  await page.waitForFunction((wanted) => document.querySelector('main.search').dataset.faceted === wanted, text);
  const counts = async (query, by, word) => {
    const told = (await api(page, 'facets', { query, by, limit: 20 })).by.filter((r) => r.group && !query.includes(`.${word(r.group)}`));
    for (const { group, games: n } of told) {
      const shown = await page.locator(`.facet button[data-word="${word(group)}"] .number`).textContent();
      assert(shown === String(n), `${by} ${group}: ${shown}, not ${n}`);
    }
    assert(told.length > 0, `no ${by}`);
  };
  await counts(text, 'castle', (group) => `castle:${group}`);
  await counts(text, 'opening', (group) => `opening:${group}`);
  const row = page.locator('.facet button[data-word^="castle:"]').first();
  const [word, n] = [await row.getAttribute('data-word'), Number((await row.locator('.number').textContent()).replace(/\D/g, ''))];
  await picture(page, 'facets');
  await row.click();
  await asks(page, `${text} ever ${word}`);
  await answered(page);
  await becomes(async () => (await games(page)) === n, async () => `${await games(page)} games, not ${n}`);
});

await story('a server without groups of games: facets as before', { ...DESKTOP, forgive: /status of 501/ }, async (page) => {
  await page.route(/\/api\/facets$/, (route) => (route.request().postDataJSON().by
    ? route.fulfill({ status: 501, json: { error: { code: 'usage', message: 'by is not available' } } }) : route.fallback()));
  await open(page, '#/search?q=castle%3Amino');
  await page.waitForSelector('.facet button[data-word^="opening:"]');
});

await story('next moves have the score of the side where the server has it', DESKTOP, async (page) => {
  await page.route(/\/api\/moves$/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.moves.forEach((m, i) => Object.assign(m, { own: { ...SIDES.own, ...(i === 1 ? { wins: 1, losses: 2, draws: 0, score: 1 / 3 } : {}) } }));
    return route.fulfill({ response, json: answer });
  });
  await open(page, '#/search?q=s.castle%3Amino');
  const head = () => page.locator('.next-head').textContent();
  await becomes(async () => (await head()).includes('Black won'), head);
  const cell = (n) => page.locator('.next-row').nth(n).locator('.score-cell').textContent();
  await becomes(async () => (await cell(0)).startsWith('42 % [27–58]') && (await cell(1)) === '1 of 3 · too few', async () => `${await cell(0)}, ${await cell(1)}`);
  await write(page, 'sfen "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"');
  await answered(page);
  await becomes(async () => (await head()).includes('mover won'), 'of a whole position the mover');
});

await story('a name that is typed; candidates; help with examples', DESKTOP, async (page) => {
  await open(page);
  await write(page, '美濃');
  await answered(page);
  const told = await api(page, 'search', { query: 'castle:mino', limit: 0 });
  await becomes(async () => (await games(page)) === told.games, 'a castle by its name');
  await write(page, 'min');
  await page.waitForSelector('.meant button');
  await page.waitForSelector('.names-list li');
  await page.keyboard.press('Escape'); // what was meant is below the list
  await page.locator('.meant button').first().click();
  await answered(page);
  await becomes(async () => (await query(page)).startsWith('castle:') && (await games(page)) > 0, 'one of the candidates');
  await page.locator('.open-help').click();
  await page.locator('.query-help button', { hasText: 'either(' }).click();
  await asks(page, 'either(s.castle:mino g.castle:anaguma)');
  await answered(page);
  await picture(page, 'help');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
});

const options = (page) => page.locator('.names-list:visible li');
const active = (page) => page.evaluate(() => {
  const field = document.activeElement;
  return document.getElementById(field.getAttribute('aria-activedescendant'))?.dataset.word ?? '';
});

await story('names while typing, by keys', DESKTOP, async (page) => {
  await open(page);
  await asText(page);
  await page.focus('#query');
  await page.keyboard.type('result:s mi');
  await becomes(async () => (await options(page).count()) > 1, 'a list');
  const words = await options(page).evaluateAll((all) => all.map((o) => o.dataset.word));
  const told = await api(page, 'names', { prefix: 'mi', limit: 8 });
  assert(words.join() === told.names.map((n) => n.word).join(), `${words}, not those of the server`);
  assert((await page.locator('.names-list:visible').getAttribute('id')) === (await page.getAttribute('#query', 'aria-controls')), 'which belongs to the field');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert((await active(page)) === words[1] && (await page.locator('[role=option][aria-selected=true]').count()) === 1, await active(page));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert((await active(page)) === '', 'back in the text');
  await page.keyboard.press('ArrowUp');
  assert((await active(page)) === words.at(-1), 'and round');
  await picture(page, 'names-list');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await page.keyboard.press('Escape');
  assert((await options(page).count()) === 0 && (await query(page)) === 'result:s mi', 'Escape leaves the text');
  await page.keyboard.type('n');
  await becomes(async () => (await options(page).count()) > 0, 'a list again');
  const first = await options(page).first().getAttribute('data-word');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await asks(page, `result:s ${first} `);
  await answered(page);
  assert((await options(page).count()) === 0, 'the list is gone');
  const n = (await api(page, 'search', { query: `result:s ${first}`, limit: 0 })).games;
  await becomes(async () => (await games(page)) === n, async () => `${await games(page)} games, not ${n}`);
  await page.keyboard.type('castle:an'); // of a kind
  await becomes(async () => (await options(page).count()) > 0, 'castles');
  assert((await options(page).evaluateAll((all) => all.every((o) => o.dataset.word.startsWith('castle:')))), 'and nothing else');
  await page.keyboard.press('Tab');
  assert((await options(page).count()) === 0, 'whoever leaves the field leaves the list');
  await write(page, 's28ou s');
  await page.waitForSelector('.mistake mark');
  assert((await options(page).count()) === 0, 'neither squares nor a letter are names');
});

await story('names while typing, by touch, in Japanese', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await open(page);
  await page.locator('.query-bar .plus').tap();
  await page.locator('#add').tap();
  await page.keyboard.insertText('みの');
  await becomes(async () => (await options(page).count()) > 0, 'a list');
  const option = options(page).first();
  assert((await option.textContent()).startsWith('美濃囲い'), await option.textContent());
  assert((await option.boundingBox()).height >= 44, 'a finger fits');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await picture(page, 'names-list-phone');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await option.tap();
  await asks(page, 'castle:mino');
  await answered(page);
});

await story('games in another order, and as a table', DESKTOP, async (page) => {
  await open(page, '#/search?q=castle%3Amino');
  await page.locator('#sort').selectOption('-plies');
  const told = await api(page, 'search', { query: 'castle:mino', sort: '-plies', limit: 1 });
  await becomes(async () => (await page.locator('.hits a').first().getAttribute('href')).includes(`/${told.hits[0].game}/`), 'the longest first');
  await becomes(() => page.url().includes('sort=-plies'), 'the address holds it');
  const saved = await page.request.get(`${url}${await page.locator('.saving a.format').last().getAttribute('href')}`);
  const rows = (await saved.text()).split('\n').length;
  assert(saved.ok() && rows > told.games, `${rows} rows for the hits of ${told.games} games, ${saved.status()} ${saved.url()}`);
});

for (const [where, options] of [['desk', DESKTOP], ['phone, dark', { ...PHONE, colorScheme: 'dark' }]])
  await story(`a matrix, each cell a link to its games: ${where}`, options, async (page) => {
    await page.goto(`${url}#/matrix`);
    await page.waitForFunction(() => document.querySelector('main.matrix')?.dataset.answered === 'castle opening ');
    await becomes(async () => (await page.textContent('h1')).length > 5, 'a sentence');
    await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
    await picture(page, `matrix-${where.slice(0, 5)}`);
    const found = await violations(page);
    assert(found.length === 0, found.join('\n'));
    const cell = page.locator('.matrix button.cell:not(.few)').first();
    const n = Number((await cell.locator('.n').textContent()).replace(/\D/g, ''));
    await cell.focus();
    await becomes(async () => (await page.locator('.pair-of-matrix').textContent()).includes(n.toLocaleString('en')) && (await page.locator('.pair-of-matrix .hits a').count()) > 0, 'its games beside it');
    const told = await api(page, 'matrix', { rows: 'castle', columns: 'opening', against: true });
    const [row, column] = (await cell.getAttribute('data-cell')).split('\n');
    await becomes(() => told.cells.find((c) => c.row === row && c.column === column).games === n, 'the other side’s openings');
    await page.keyboard.press('ArrowRight');
    await becomes(async () => await page.evaluate(() => document.activeElement !== document.querySelector('.matrix button.cell:not(.few)') && !!document.activeElement.closest('td')), 'arrows walk');
    const strong = await page.locator('.cell.step3, .cell.step-3, .cell.step2, .cell.step-2').evaluateAll((all) => all.map((b) => b.dataset.cell).sort());
    const drawn = new Set(await page.locator('button.cell').evaluateAll((all) => all.map((b) => b.dataset.cell))), known = (c) => c.wins + c.losses + c.draws;
    const sure = told.cells.filter((c) => drawn.has(`${c.row}\n${c.column}`) && known(c) >= 10 && (c.low > 0.5 || c.high < 0.5)).map((c) => `${c.row}\n${c.column}`).sort();
    assert(strong.join('|') === sure.join('|'), `strong colour where it is sure: ${strong}, not ${sure}`);
    const headed = await page.textContent('.matrix h1');
    assert(headed.startsWith(['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'][sure.length] ?? String(sure.length)) || headed.includes(`${sure.length} 組で`), `the sentence counts the same: ${headed}`);
    await cell.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.headline strong');
    await answered(page);
    await becomes(async () => (await games(page)) === n, async () => `${await games(page)} games, not ${n}`);
  });

await finish();
