// A player and comparisons on the page, in a real browser: node player.mjs URL PICTURES URL-OF-GO.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures, go] = process.argv;
const { story, open, picture, query, answered, wide, violations, finish } = await onStage(url, pictures, [go]);

const TARO = '山田太郎';
const EN = { ...DESKTOP, locale: 'en-GB' };
const api = async (page, path, args = {}, at = url) => (await page.request.get(`${at}api/${path}?${new URLSearchParams(args)}`)).json();
const settled = (page, area, text) => page.waitForFunction(([name, wanted]) => document.querySelector(`main.${name}`)?.dataset.answered === wanted, [area, text]);
// The objects of that event of a long request.
const event = async (page, path, args, name, at = url) => {
  const text = await (await page.request.get(`${at}api/${path}?${new URLSearchParams(args)}`)).text();
  return text.split('\n\n').filter((e) => e.startsWith(`event: ${name}\n`)).map((e) => JSON.parse(e.slice(e.indexOf('data: ') + 6)));
};
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await becomes(async () => (await wide(page)) <= 0, async () => `${await wide(page)} pixels stick out`);
};
const address = (name) => `#/player?name=${encodeURIComponent(name)}`;
const queryOf = async (link) => decodeURIComponent((await link.getAttribute('href')).replace(/^#\/search\?q=/, '').replace(/&sort=.*$/, ''));
const count = async (page, find, at = url) => api(page, 'search', { query: find, limit: 0 }, at);
const text = async (at) => (await at.textContent()).replace(/\s+/g, ' ').trim();
const percent = (x) => (100 * x).toFixed(x > 0 && x < 0.0995 ? 1 : 0);

await story('one person under all spellings, each part from that person’s side', EN, async (page) => {
  await page.goto(`${url}${address('Taro Yamada')}`);
  await settled(page, 'player', 'Taro Yamada');
  const [p] = await event(page, 'profile', { player: `==${TARO}`, top: 200, sequences: 0 }, 'profile');
  const { wins, losses, score, low, high } = p.player;
  assert(p.spellings.length === 4 && p.games > 60, `${p.spellings.length} spellings, ${p.games} games`);
  assert((await text(page.locator('.profile .title'))) === `Taro Yamada ${TARO} · ${p.games} games, won ${percent(score)} % [${percent(low)}–${percent(high)}]`, await text(page.locator('.profile .title')));
  assert((await text(page.locator('.answer-of-player .wdl .w'))) === `won ${wins}` && (await text(page.locator('.answer-of-player .wdl .l'))) === `lost ${losses}`, 'one bar');
  const spoken = await text(page.locator('.answer-of-player > p'));
  assert(spoken.includes(`${percent(p.black.score)} % [`) && spoken.includes(`${percent(p.white.score)} % [`) && !/\b(he|his|him)\b/.test(await text(page.locator('.profile'))), spoken);
  assert((await text(page.locator('.names-of-player'))).startsWith('Four spellings, one person') && (await text(page.locator('.names-of-player'))).includes(`Taro Yamada ${p.spellings[0].games}`), 'the spellings with their games');
  await picture(page, 'player');
  await clean(page);

  // Openings: Black and White side by side, what is few as counts.
  await page.locator('section[aria-labelledby=openings] .more-rows').click();
  const rows = await page.locator('section[aria-labelledby=openings] li.op').all();
  assert(rows.length === p.openings.length, `${rows.length} openings`);
  for (const row of rows.slice(0, 3)) {
    const all = await count(page, await queryOf(row.locator('.op-name')));
    let sum = 0;
    for (const cell of await row.locator('a.op-cell').all()) {
      const n = Number(await text(cell.locator('.num').first())), found = await count(page, await queryOf(cell));
      assert(found.games === n, `${await queryOf(cell)}: ${found.games}, not ${n}`);
      const mine = /^white:/.test(await queryOf(cell)) ? found.white : found.black, results = found.black + found.white + found.draws;
      if (results >= 5) assert((await text(cell.locator('.rate'))).startsWith(`${percent((mine + found.draws / 2) / results)} %`), `${await text(cell)}: ${JSON.stringify(found)}`);
      sum += n;
    }
    assert(all.games === sum, `${all.games} with either colour, ${sum} with both`);
  }
  const cells = await page.locator('a.op-cell').evaluateAll((all) => all.map((cell) => [Number(cell.querySelector('.num').textContent), cell.textContent.includes('%'), !!cell.querySelector('.parts')]));
  assert(cells.some(([n]) => n < 5) && cells.every(([n, rate, bar]) => n >= 5 || (!rate && !bar)), 'counts below five games');

  const castle = page.locator('section[aria-labelledby=castles] .score-row').first();
  assert((await count(page, await queryOf(castle.locator('a').first()))).own.wins !== undefined && (await text(castle.locator('.num').first())) === String((await count(page, await queryOf(castle.locator('a').first()))).games), 'castles with either colour');

  // Years: few of them, joined; a sign where there is a gap.
  const bars = await page.locator('.years-of-player a').evaluateAll((all) => all.map((a) => Number(a.dataset.games)));
  assert(bars.length >= 3 && bars.length <= 7 && (await page.locator('.year-gap').count()) === 1, `${bars}`);
  assert(bars.every((n) => n >= 10), `few games: ${bars}`);
  const without = p.years.find((y) => y.year === null).games;
  assert(bars.reduce((sum, n) => sum + n, 0) + without === p.games && (await text(page.locator('section[aria-labelledby=years] .h2'))).includes(`${without} without a year`), 'every game once');
  assert((await count(page, await queryOf(page.locator('.years-of-player a').first()))).games === bars[0], 'a column leads to its games');

  // How games began: six moves, of one colour, with a stamp.
  const begun = await page.locator('.begun').all();
  assert(begun.length >= 3 && begun.length <= 4 && (await page.locator('.begun .stamp').count()) === begun.length, `${begun.length} sequences`);
  for (const row of begun) {
    const find = await queryOf(row), n = parseInt(await text(row.locator('b').first()), 10);
    assert((await text(row.locator('.told .soft'))).split(' ').length === 6, 'six moves');
    assert(/^(black|white):==/.test(find) && (await count(page, find)).games === n, `${find}: ${(await count(page, find)).games}, not ${n}`);
  }

  // The newest games, with opponents under their usual names.
  const { hits } = await api(page, 'search', { query: p.query, limit: 5, sort: '-date' });
  const met = await page.locator('.met').allTextContents(), own = new Set(p.spellings.map((s) => s.name));
  assert(met.length === 5 && hits.every((hit, i) => met[i].startsWith({ true: 'beat ', false: 'lost to ' }[(hit.result === 'b') === own.has(hit.black)] ?? '')), met.join(' | '));

  assert((await count(page, await queryOf(page.getByRole('link', { name: `Search their ${p.games} games` })))).games === p.games, 'all of them');
  await page.locator('.saving summary').click();
  const saved = await page.request.get(new URL(await page.locator('.saving .format').first().getAttribute('href'), url).href);
  assert((await saved.text()).split('手数----指手').length - 1 === p.games, 'their games as a file');
  await page.keyboard.press('/');
  assert(await page.evaluate(() => document.activeElement.id === 'player'), 'a key for the field');

  // An opponent is called by one name, and leads to a page of its own; back leads here.
  const opponent = page.locator('section[aria-labelledby=opponents] .score-row', { hasText: 'Jiro Suzuki' });
  assert((await count(page, await queryOf(opponent.locator('.num a')))).games === 7, 'their games together');
  await opponent.locator('a').first().click();
  await becomes(async () => (await text(page.locator('.profile .title'))).startsWith('Jiro Suzuki · 7 games, won '), 'below ten games a count');
  assert(!(await text(page.locator('.profile .title'))).includes('%'), 'and no percent');
  await page.goBack();
  await settled(page, 'player', 'Taro Yamada');
});

await story('spellings are parted, players joined, and both taken back', EN, async (page) => {
  await page.goto(`${url}${address(TARO)}`);
  await settled(page, 'player', TARO);
  const games = async () => Number((await text(page.locator('.profile .title'))).match(/([\d,]+) games/)[1]);
  const all = await games(), [p] = await event(page, 'profile', { player: `==${TARO}`, sequences: 0 }, 'profile'), one = p.spellings.find((s) => s.name === 'Yamada Taro').games;
  await page.getByRole('button', { name: 'part or join' }).click();
  await page.getByText('people.txt').first().waitFor(); // why they are one
  await page.getByRole('button', { name: 'Part Yamada Taro' }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  assert((await games()) === all, 'it was asked first');
  await page.getByRole('button', { name: 'Part Yamada Taro' }).click();
  await clean(page);
  await page.getByRole('button', { name: 'Part it' }).click();
  await becomes(async () => (await games()) === all - one, async () => `${await games()} games, not ${all - one}`);
  assert((await text(page.locator('.names-of-player'))).startsWith('Three spellings'), 'three are left');
  await becomes(() => page.evaluate(() => document.activeElement?.textContent === 'Undo'), 'the focus is where it can be taken back');
  await picture(page, 'player-names');
  await page.keyboard.press('Enter');
  await becomes(async () => (await games()) === all, 'it is taken back');
  await page.locator('.who-is-who').getByText('Taken back.').waitFor();

  await page.goto(`${url}${address('Jiro Suzuki')}`);
  await settled(page, 'player', 'Jiro Suzuki');
  await page.getByRole('button', { name: 'join another' }).click();
  await page.fill('#join', 'Suzuki J');
  await page.keyboard.press('Enter');
  await page.getByText('Are Jiro Suzuki and Suzuki J one person?').waitFor();
  await page.getByRole('button', { name: 'Join them' }).click();
  await becomes(async () => (await games()) === 10, async () => `${await games()} games, not 10`);
  assert((await api(page, 'players', { name: 'Suzuki J' })).players[0].spellings.length === 2, 'in the database');
  await page.fill('#join', 'xyzzy');
  await page.keyboard.press('Enter');
});

await story('without the right to change anything the command is told', EN, async (page) => {
  await page.route(/\/api\/info$/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), import: null } });
  });
  await page.goto(`${url}${address(TARO)}`);
  await settled(page, 'player', TARO);
  await page.getByRole('button', { name: 'part or join' }).click();
  await page.locator('.who-is-who code', { hasText: /^kifu players DB --split '/ }).waitFor();
  await page.locator('.who-is-who code', { hasText: /^kifu players DB --merge '/ }).waitFor();
  assert((await page.locator('.who-is-who button').count()) === 0 && (await page.locator('#join').count()) === 0, 'nothing to press');
});

await story('players: the list, a name that is typed, several of a name, nobody, a long one', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/player`);
  await settled(page, 'player', '');
  const { total, players } = await api(page, 'players', { limit: 60 });
  const rows = await page.locator('.player-list .num').allTextContents();
  assert(rows.join() === players.map((p) => String(p.games)).join() && (await text(page.locator('.profile .title'))) === `対局者 ${total} 人`, 'most games first');
  assert((await text(page.locator('.player-list a').first())).startsWith(`${TARO}Taro Yamada`), 'in the reader’s script');
  await page.locator('.more-players').tap();
  await becomes(async () => (await page.locator('.player-list li').count()) === total, 'all of them');
  await clean(page);
  await page.locator('#player').tap();
  await page.keyboard.insertText(players[3].name.slice(0, 1));
  await page.waitForSelector('.names-list li');
  await page.keyboard.press('ArrowDown');
  const first = (await api(page, 'names', { prefix: players[3].name.slice(0, 1), limit: 60 })).names.find((n) => n.kind === 'player').name;
  await page.keyboard.press('Enter');
  await settled(page, 'player', first);
  await page.fill('#player', '田');
  await page.keyboard.press('Enter');
  await settled(page, 'player', '田');
  await becomes(async () => (await page.locator('.player-list li').count()) > 3 && (await text(page.locator('.profile .title'))).includes('「田」'), 'a choice of persons');
  await page.fill('#player', 'xyzzy');
  await page.keyboard.press('Enter');
  await settled(page, 'player', 'xyzzy');
  assert((await text(page.locator('.profile'))).includes('この名前の対局者はいません'), 'nobody');
  await page.fill('#player', TARO);
  await page.keyboard.press('Enter');
  await settled(page, 'player', TARO);
  assert((await text(page.locator('.profile .title'))).startsWith(`${TARO} Taro Yamada ·`) && /に勝ち|に負け/.test(await text(page.locator('section[aria-labelledby=newest]'))), 'in Japanese');
  await picture(page, 'player-phone');
  await clean(page);
  await page.fill('#player', 'W'.repeat(60));
  await page.keyboard.press('Enter');
  await settled(page, 'player', 'W'.repeat(60));
  assert((await wide(page)) <= 0, `${await wide(page)} pixels stick out`);
});

await story('a slow answer pales the one before, can be stopped, and outlives the server', { ...EN, forgive: /Failed to load|status of 500|ERR_FAILED/ }, async (page) => {
  await page.goto(`${url}${address(TARO)}`);
  await settled(page, 'player', TARO);
  let go_on = () => {}, mode = 'hold';
  await page.route(/\/api\/profile$/, async (route) => {
    if (mode === 'gone') return route.abort();
    if (mode === 'fault') return route.fulfill({ status: 500, json: { error: { code: 'io', message: 'a fault' } } });
    if (mode === 'hold') await new Promise((resolve) => (go_on = resolve));
    return route.continue().catch(() => {});
  });
  const faint = () => page.evaluate(() => Number(getComputedStyle(document.querySelector('.profile')).opacity) < 1);
  const ask = (name) => page.evaluate((value) => {
    const field = document.querySelector('#player');
    field.value = value;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    return document.querySelector('.progress-line').childElementCount;
  }, name);
  assert((await ask('Jiro Suzuki')) === 0, 'nothing at once');
  await page.getByRole('button', { name: 'Stop here' }).waitFor();
  await becomes(faint, 'what answers something else is not at full strength');
  assert((await text(page.locator('.profile .title'))).startsWith('Taro Yamada'), 'but it stays');
  await page.getByRole('button', { name: 'Stop here' }).click();
  await page.getByText('Stopped.').waitFor();
  assert(await faint(), 'still pale');
  mode = 'through';
  go_on();
  await page.getByRole('button', { name: 'Try again' }).click();
  await settled(page, 'player', 'Jiro Suzuki');
  assert(!(await faint()) && (await text(page.locator('.profile .title'))).startsWith('Jiro Suzuki'), 'the answer');
  mode = 'gone';
  await ask(TARO);
  await page.locator('.gone').getByText('No answer from kifu serve. What you see is from').waitFor();
  assert((await text(page.locator('.profile .title'))).startsWith('Jiro Suzuki'), 'what is shown stays');
  await becomes(faint, 'and is pale');
  mode = 'through';
  await settled(page, 'player', TARO); // by itself
  assert((await page.locator('.mistake').count()) === 0 && !(await faint()), 'it is back');
  mode = 'fault';
  await ask('Suzuki J');
  await page.locator('.mistake', { hasText: 'a fault' }).waitFor();
  assert((await page.locator('.profile > *').count()) === 0, 'no figures beside a fault');
});

// A property that surely differs: openings of games with a castle and of those without.
const SETS = { a: 'castle:mino', b: 'castle:yagura' };

for (const [where, options] of [['desk', EN], ['phone, dark, in Japanese', { ...PHONE, colorScheme: 'dark' }]])
  await story(`two sets of games are compared: ${where}`, options, async (page) => {
    await open(page, `#/search?q=${encodeURIComponent(SETS.a)}`);
    await page.locator('.compare-link').evaluate((link) => link.click()); // in a menu
    await page.waitForSelector('#set-b');
    assert((await page.inputValue('#set-a')) === SETS.a, 'the present query');
    await page.fill('#set-b', SETS.b);
    await page.keyboard.press('Enter');
    await settled(page, 'compare', `${SETS.a}\n${SETS.b}`);
    const rows = await event(page, 'compare', { ...SETS, top: 100 }, 'row');
    const [summary] = await event(page, 'compare', { ...SETS, top: 100 }, 'summary');
    assert(rows.length > 3, `${rows.length} differences`);
    assert((await text(page.locator('.comparison .title'))).includes(String(summary.different)), 'the answer first');
    assert((await text(page.locator('.sizes-of-sets'))).includes(summary.a.games.toLocaleString('en')) && (await page.locator('.sizes-of-sets .parts > *').count()) >= 2, 'then a bar');
    const more = page.locator('.more-differences');
    if (await more.isVisible()) await more.click();
    assert((await page.locator('.differences li').count()) === rows.length, 'a row each');
    const shown = await page.locator('.differences li').evaluateAll((all) => all.map((li) => [...li.querySelectorAll('.games-of')].map((s) => s.textContent.trim()).join()));
    assert(shown.join(' ') === rows.map((r) => `${r.a.games}/${r.a.of},${r.b.games}/${r.b.of}`).join(' '), 'in the order of the server');
    assert((await page.locator('.difference').first().textContent()).includes(percent(Math.abs(rows[0].difference))), 'with the difference');
    await picture(page, `compare-${where.slice(0, 5)}`);
    await clean(page);
    const kind = rows.at(-1).kind;
    await page.locator(`.kinds [data-key="${kind}"]`).click();
    await becomes(async () => (await page.locator('.differences li').count()) === Math.min(20, rows.filter((r) => r.kind === kind).length), 'of one kind');
    await page.reload();
    await settled(page, 'compare', `${SETS.a}\n${SETS.b}`);
    await page.locator('.differences li a').first().click();
    await page.waitForSelector('#query', { state: 'attached' });
    await answered(page);
    assert((await query(page)).includes(SETS.a), 'a link to the games');
  });

await story('comparisons: nothing asked, a mistake, no games, colours only where sure', { ...EN, forgive: /status of 400/ }, async (page) => {
  await page.goto(`${url}#/compare`);
  await page.getByRole('link', { name: 'games that Black won' }).waitFor();
  await clean(page);
  await page.fill('#set-a', 'nothing:such');
  await page.keyboard.press('Enter');
  await becomes(async () => (await text(page.locator('.compare .mistake'))).length > 5, 'a mistake');
  await page.fill('#set-a', 'player:xyzzy');
  await page.keyboard.press('Enter');
  await settled(page, 'compare', 'player:xyzzy\n');
  assert((await text(page.locator('.comparison .title'))) === 'No game is in Games A', await text(page.locator('.comparison .title')));
  const share = (games, part) => ({ games, of: 100, share: part, low: part - 0.1, high: part + 0.1 });
  const row = (name, low, high) => ({ kind: 'opening', name, titles: [], query: `opening:${name}`, a: share(50, 0.5), b: share(30, 0.3), difference: (low + high) / 2, low, high, p: 0, fdr: 0 });
  const events = [['summary', { a: { query: 'x', games: 100 }, b: { query: 'y', games: 100 }, both: 5, tested: 2, different: 1, fdr: 0.05 }], ['row', row('sure-one', 0.1, 0.3)], ['row', row('unsure-one', -0.1, 0.3)], ['done', {}]];
  await page.route(/\/api\/compare$/, (route) => route.fulfill({ contentType: 'text/event-stream', body: events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('') }));
  await page.fill('#set-a', 'result:b');
  await page.keyboard.press('Enter');
  await settled(page, 'compare', 'result:b\n');
  const coloured = await page.locator('.differences li').evaluateAll((all) => all.map((li) => li.querySelectorAll('.share-bar i:is(.w, .l), .forest-row b:is(.w, .l)').length));
  assert(coloured.join() === '3,0', `coloured: ${coloured}`);
  assert((await text(page.locator('.comparison .title'))) === 'One of 2 properties surely differs' && (await page.locator('.sizes-of-sets .parts .d').count()) === 1, 'one sentence');
});

await story('players and comparisons of Go', EN, async (page) => {
  await page.goto(`${go}#/player`);
  await settled(page, 'player', '');
  const name = await text(page.locator('.player-list .cut').first());
  await page.locator('.player-list a').first().click();
  await settled(page, 'player', name);
  const [told] = await event(page, 'profile', { player: `==${name}`, sequences: 12 }, 'profile', go);
  for (const [part, n] of [['openings', told.openings.length], ['shapes', told.shapes.length]])
    if (n) {
      const link = page.locator(`section[aria-labelledby=${part}] li a`).first(), found = await count(page, await queryOf(link), go);
      assert(found.games === told[part][0].games, `${await queryOf(link)}: ${found.games ?? JSON.stringify(found)}, not ${told[part][0].games}`);
    }
  assert((await page.locator('.begun .diagram').count()) === Math.min(4, told.sequences.length), 'what is played in corners');
  for (const [i, row] of (await page.locator('.begun').all()).entries()) assert((await count(page, await queryOf(row), go)).games === told.sequences[i].games, await queryOf(row));
  await picture(page, 'player-go');
  await page.goto(`${go}#/compare?a=result:b&b=result:w`);
  await settled(page, 'compare', 'result:b\nresult:w');
  await picture(page, 'compare-go');
});

await story('chaturanga: what there is not', EN, async (page) => {
  await page.route(/\/api\/info$/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), game: 'chaturanga' } });
  });
  await page.goto(`${url}#/player`);
  await page.getByText('Profiles are of shogi and Go').first().waitFor();
  assert(/^player:==/.test(await queryOf(page.locator('.player-list a').first())), 'names search');
  await page.goto(`${url}#/compare`);
  await page.getByText('Comparisons are of shogi and Go').first().waitFor();
});

await finish();
