// How the page is used: node board-first.mjs URL PICTURES, of a server with databases "shogi" and "go".  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, drawn, onStage } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, picture, answered, games, finish } = await onStage(url, pictures);
const WIDE = { ...DESKTOP, viewport: { width: 1440, height: 900 } };
const api = async (page, path, args) => (await page.request.get(`${url}api/${path}?${new URLSearchParams(args)}`)).json();
const asks = (page, text) => page.waitForFunction((wanted) => document.querySelector('#query')?.value === wanted, text);
const box = (page, at) => page.locator(at).first().boundingBox();
const search = async (page, query, db = 'shogi') => {
  await page.goto(`${url}#/search?q=${encodeURIComponent(query)}&db=${db}`);
  await answered(page);
};
// Within the window, without scrolling; what is drawn anew is nowhere for a moment.
const inSight = (page, at) => becomes(async () => {
  const b = await box(page, at), { width, height } = page.viewportSize();
  return b && b.x >= 0 && b.y >= 0 && b.x + b.width <= width + 1 && b.y + b.height <= height + 1;
}, async () => `${at} is in sight: ${JSON.stringify(await box(page, at))}`);
const middle = async (page, at) => {
  const b = await box(page, at);
  return [b.x + b.width / 2, b.y + b.height / 2];
};

await story('the board first, with its tray, and the answer at its head', WIDE, async (page) => {
  await search(page, 'castle:mino');
  assert((await box(page, '.shogiban')).width >= 500, 'the board is the largest');
  for (const part of ['.query-bar', '.shogiban', '.editor .tray', '.headline', '.verdict .wdl', '.hits li', '.next-row']) await inSight(page, part);
  assert(/^\d[\d,]* games? · the mino side won \d+ % \[\d+–\d+\]$/.test(await page.textContent('.headline')), await page.textContent('.headline'));
  assert(parseFloat(await page.locator('.headline').evaluate((el) => getComputedStyle(el).fontSize)) >= 24, 'as a headline');
});

await story('the same piece of the tray is dragged twice; steps are taken back and made again', WIDE, async (page) => {
  await search(page, '');
  for (const to of ['55', '45', '35']) {
    const [from, at] = [await middle(page, '[data-tool="sgi"]'), await middle(page, `[data-square="${to}"]`)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0], from[1] - 30, { steps: 3 });
    await page.mouse.move(...at, { steps: 5 });
    await drawn(page);
    await page.mouse.up();
  }
  await asks(page, 's35gi s45gi s55gi');
  await page.keyboard.press('Control+z');
  await asks(page, 's45gi s55gi');
  await page.keyboard.press('Control+z');
  await asks(page, 's55gi');
  await page.keyboard.press('Control+Shift+z');
  await asks(page, 's45gi s55gi');
});

await story('next moves of a shape of Go are those at the shape; shares are of all', WIDE, async (page) => {
  await search(page, 'sym(bQ16)', 'go');
  const told = await api(page, 'moves', { query: 'sym(bQ16)', limit: 60, db: 'go' });
  const near = told.moves.filter((m) => m.near), rows = page.locator('.next-row:not([data-move="elsewhere"])');
  assert(near.length > 0, 'there are moves at the shape');
  await becomes(async () => (await rows.first().getAttribute('data-move')) === near[0].move, 'the commonest of them first');
  const shares = (await rows.locator('.number small').allTextContents()).map(parseFloat);
  assert(shares.reduce((sum, x) => sum + x, 0) <= 101, `a game counts once: ${shares}`);
});

await story('an opening and a castle of the same game', WIDE, async (page) => {
  await search(page, 'castle:mino opening:shiken-bisha');
  const told = await api(page, 'search', { query: 'opening:shiken-bisha then castle:mino', limit: 0, db: 'shogi' });
  assert(told.games > 0 && (await games(page)) === told.games, `${await games(page)} games, ${told.games} with "then"`);
});

await story('a game is one screen: values, names, moves, engine; the name that was asked for; the next hit; a file', WIDE, async (page) => {
  await search(page, 's.castle:mino');
  const found = await games(page);
  await page.locator('.hits a').first().click();
  await page.waitForSelector('.move-list [aria-current]');
  for (const part of ['.shogiban', '.graph', '.move-list', '.engine', '.stepper', '.save-group', '.people-part']) await inSight(page, part);
  await page.locator('.span-names .searched', { hasText: 'mino' }).waitFor();
  assert((await page.textContent('.game-way')).includes(`1 of ${found}`), () => page.textContent('.game-way'));
  const first = page.url();
  await page.keyboard.press(']');
  await becomes(() => page.url() !== first && /\/\d+\/\d+/.test(page.url()), 'the next hit');
  await becomes(async () => (await page.textContent('.game-way')).includes(`2 of ${found}`), () => page.textContent('.game-way'));
  await page.keyboard.press('[');
  const game = (at) => at.match(/#\/game\/shogi\/(\d+)/)[1];
  await becomes(() => game(page.url()) === game(first), () => page.url());
  const file = await page.request.get(new URL(await page.locator('.save-group a').first().getAttribute('href'), url).href);
  assert((await file.text()).includes('手数'), 'this game as a file');
  // every format, as a file and as a text
  const formats = { KIF: /^手合割|手数----/m, CSA: /^\+|^PI/m, KI2: /[▲☗]/, USI: /^(position )?(startpos|sfen)/m, JKF: /^\s*\{/ };
  for (const [name, looks] of Object.entries(formats)) {
    const link = page.locator('.save-group a', { hasText: name }), text = await (await page.request.get(new URL(await link.getAttribute('href'), url).href)).text();
    assert(looks.test(text), `${name}: ${text.slice(0, 80)}`);
    assert((await page.locator(`#copy-${name.toLowerCase()}`).count()) === 1, `${name} can be copied`);
  }
});

// What is on screen of the list of moves.
const present = (page) => page.evaluate(() => {
  const list = document.querySelector('.move-list').getBoundingClientRect(), now = document.querySelector('.move-list [aria-current]').getBoundingClientRect();
  return now.top >= list.top - 1 && now.bottom <= Math.min(list.bottom, innerHeight) + 1;
});

await story('a game: the present move stays in sight, the engine’s best line is there before it is asked', WIDE, async (page) => {
  await search(page, 's.castle:mino');
  await page.locator('.hits a').first().click();
  await page.waitForSelector('.move-list [aria-current]');
  await page.keyboard.press('End');
  await page.locator('.whole[data-analysed]').waitFor({ state: 'attached' });
  await becomes(() => present(page), 'the last move is in sight, whatever came above the list');
  await page.keyboard.press('ArrowLeft');
  const line = page.locator('.engine-lines li');
  await becomes(async () => (await line.count()) === 1 && (await page.textContent('.engine .tips')).includes('5,000 nodes'), 'what the search of the game saw here');
  await inSight(page, '.engine-lines li');
  await inSight(page, '.people li:last-child');
  for (const one of await page.locator('.stepper .hit').all()) assert((await one.boundingBox()).height === 40 && (await one.evaluate((el) => el.scrollHeight <= el.clientHeight + 1)), 'word and arrow in one line');
  const rows = await page.locator('.move-list .of-hit > button').evaluateAll((all) => all.map((el) => el.parentElement.getBoundingClientRect().left - el.getBoundingClientRect().left));
  assert(rows.length > 0 && rows.every((x) => x === 0), 'what was found is a ground, without a frame');
  await line.locator('.play-move').click();
  await becomes(async () => page.url().match(/\/(\d+)\?/) !== null, 'played');
});

await story('a game: who won is the record’s to say, not a quick look’s', WIDE, async (page) => {
  const told = await api(page, 'game/0', { db: 'shogi' }), plies = told.plies, winner = told.result === 'b' ? 'black' : 'white';
  assert(told.result === 'b' || told.result === 'w', told.result);
  const side = (ply) => (ply % 2 ? 'black' : 'white');
  // the winner is ahead from move 30 on, and its last move is taken to lose it all
  const ahead = (ply, who) => (ply < 30 ? 0.5 : ply === plies && side(plies) === winner ? 0.05 : 0.9) * (who === winner ? 1 : -1) + (who === winner ? 0 : 1);
  const moves = Array.from({ length: plies }, (_, i) => {
    const ply = i + 1, who = side(ply), win = ahead(i, who), after = ahead(ply, who);
    return { ply, side: who, move: told.positions[ply].move, win, win_after: after, loss: Math.max(0, win - after), best: told.positions[ply].move, line: [told.positions[ply].move] };
  });
  const report = { players: [], turning_points: [], moves };
  const positions = told.positions.map((p) => `event: position\ndata: ${JSON.stringify({ ply: p.ply, centipawns: p.ply < 30 ? 0 : winner === 'black' ? 900 : -900 })}\n\n`).join('');
  await page.route('**/api/analyse/game', (route) => route.fulfill({ contentType: 'text/event-stream', body: `${positions}event: game\ndata: ${JSON.stringify(report)}\n\nevent: done\ndata: {}\n\n` }));
  await page.goto(`${url}#/game/shogi/0/0?tab=analysis`);
  await page.locator('.whole .story').waitFor();
  const words = await page.textContent('.whole .story');
  assert(side(plies) === winner, 'the winner moved last, then the other gave up');
  assert(!words.includes(`${plies} `), `the winner’s last move decided nothing: ${words}`);
  assert(/^Even until move 2[89]; /.test(words), words);
  assert((await page.locator(`.faults button[data-ply="${plies}"]`).count()) === 0, 'nor is it a turning point');
});

await story('a phone: a game has its board, values, the engine’s line and the present move on the first screen', { ...PHONE, locale: 'en-GB' }, async (page) => {
  await search(page, 's.castle:mino');
  await page.evaluate(() => document.querySelector('.hits a').click());
  await page.waitForSelector('.move-list [aria-current]');
  await page.locator('.whole[data-analysed]').waitFor({ state: 'attached' });
  for (const part of ['.shogiban', '.graph', '.engine-lines li', '.stepper']) await inSight(page, part);
  await page.locator('.stepper .right').first().tap();
  await becomes(async () => {
    const now = await box(page, '.move-list [aria-current]'), steps = await box(page, '.stepper');
    return now && now.y + now.height <= steps.y + 1;
  }, 'the present move is above the steps');
});

await story('a move is tried on the board of a game, and kept beside it', WIDE, async (page) => {
  await page.goto(`${url}#/game/shogi/0/0`);
  await page.waitForSelector('.move-list [aria-current]');
  const line = await page.locator('.variation.own').count();
  for (const at of ['97', '96']) await page.mouse.click(...await middle(page, `[data-square="${at}"]`));
  await page.locator('.variation.own', { hasText: 'P-9f' }).waitFor();
  assert(line === 0, 'it was not there');
});

await story('one person in three spellings is one player', WIDE, async (page) => {
  await search(page, 'player:"Kenji Aoki"');
  await becomes(async () => (await games(page)) === 3, () => page.textContent('.headline'));
  await page.waitForFunction(() => document.querySelector('main.search').dataset.faceted);
  const rows = await page.locator('.facet button', { hasText: /aoki/i }).count();
  assert(rows === 1, `${rows} rows`);
});

// Relative luminance of a colour, 0 to 1; of one element, also where that is drawn anew meanwhile.
const light = async (page, at, what = 'fill') => (await (await page.waitForFunction(([css, name]) => {
  const el = document.querySelector(css), rgb = el && getComputedStyle(el)[name].match(/[\d.]+/g)?.map(Number);
  return rgb && { light: (0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]) / 255 };
}, [at, what])).jsonValue()).light;

await story('in the dark Black stays dark and White light', { ...WIDE, colorScheme: 'dark' }, async (page) => {
  await search(page, 'castle:mino');
  await becomes(async () => (await page.locator('.hits .side .b').count()) > 0, 'marks of the sides');
  assert((await light(page, '.hits .side .b')) < 0.2 && (await light(page, '.hits .side .w')) > 0.8, 'marks');
  assert((await light(page, '.hits .stamp .b, .hits .stamp .black, .hits .stamp path.dark, .hits .stamp .s')) < 0.3, 'stamps');
  await page.goto(`${url}#/game/shogi/0/30`);
  await page.waitForSelector('.seat-row .side');
  assert((await light(page, '.seat-row .side .b')) < 0.2 && (await light(page, '.graph .up')) < 0.2 && (await light(page, '.graph .down')) > 0.8, 'in a game');
  await page.goto(`${url}#/game/go/0/30`);
  await page.waitForSelector('.goban .stone');
  assert((await light(page, '.goban .stone.s circle, .goban .stone.black, .goban .stone-b, .goban .black')) < 0.2, 'stones');
  assert((await light(page, '.goban .stone.g circle, .goban .stone.white, .goban .stone-w, .goban .white')) > 0.8, 'stones');
});

// Controls that something else lies over; what scrolls under the bar at the bottom comes out again.
const covered = (page, within) => page.locator(`${within} :is(button, a, input, select, summary):visible`).evaluateAll((all) => all.filter((el) => {
  const b = el.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
  if (!b.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
  const top = document.elementFromPoint(x, y);
  if (el.closest('.answers') && top?.closest('.panes')) return false;
  return !(el.contains(top) || top?.closest('label')?.control === el || top?.contains(el));
}).map((el) => el.outerHTML.slice(0, 90)));
const small = (page, within) => page.locator(`${within} :is(button, a, select, summary):visible`).evaluateAll((all) => all.filter((el) => {
  const b = el.getBoundingClientRect();
  return b.bottom > 0 && b.top < innerHeight && b.width > 2 && b.height < 43.5 && getComputedStyle(el).display !== 'inline';
}).map((el) => `${Math.round(el.getBoundingClientRect().height)}: ${el.outerHTML.slice(0, 90)}`));

await story('a phone: query, answer and board on the first screen, parts as tabs, nothing covered, large enough', { ...PHONE, locale: 'en-GB' }, async (page) => {
  await search(page, 'castle:mino');
  for (const part of ['.query-bar', '.headline', '.shogiban', '[data-tool="sou"]', 'nav.panes']) await inSight(page, part);
  await picture(page, 'phone-first');
  for (const pane of ['board', 'games', 'next', 'also']) {
    await page.locator(`.panes [data-pane="${pane}"]`).tap();
    const over = await covered(page, 'body'), tight = await small(page, 'main');
    assert(over.length === 0, `${pane}: covered: ${over.join('\n')}`);
    assert(tight.length === 0, `${pane}: under 44: ${tight.join('\n')}`);
  }
  await page.goto(`${url}#/game/shogi/0/30`);
  await page.waitForSelector('.move-list [aria-current]');
  for (const part of ['.shogiban', '.graph', '.stepper']) await inSight(page, part);
  const over = await covered(page, '.stepper');
  assert(over.length === 0, `covered: ${over.join('\n')}`);
});

await story('a phone: a swipe that begins on the board scrolls; two kings are said', { ...PHONE, locale: 'en-GB', viewport: { width: 390, height: 640 } }, async (page) => {
  await search(page, '');
  const swipe = async () => {
    const [x, y] = await middle(page, '.shogiban'), client = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y });
    for (let i = 1; i <= 10; i++) await touch('touchMove', { x, y: y - 15 * i });
    await touch('touchEnd');
  };
  await swipe();
  await becomes(() => page.evaluate(() => scrollY > 20), 'the page has moved');
  assert((await page.inputValue('#query')) === '', 'and nothing was put');
  await page.evaluate(() => scrollTo(0, 0));
  for (const to of ['59', '28']) {
    await page.locator('[data-tool="sou"]').tap();
    await page.locator('[data-tool="sou"][aria-pressed="true"]').waitFor();
    await page.touchscreen.tap(...await middle(page, `[data-square="${to}"]`));
    await becomes(async () => (await page.inputValue('#query')).includes(`s${to}ou`), 'put');
    await page.keyboard.press('Escape');
  }
  await becomes(async () => (await page.textContent('.board-remark')).includes('Two kings'), () => page.textContent('.board-remark'));
});

// All that is written on the page, without what is typed.
const written = (page) => page.evaluate(() => document.querySelector('#view').innerText);
const FOREIGN = { // no word of files, and none of another notation
  en: [/\b[1-9][a-i][1-9][a-i]\b/, /\b[PLNSGBRK]?[1-9][a-i]-[1-9][a-i]\b(?<![A-Z][1-9][a-i]-[1-9][a-i])/, /\b[PLNSGBRK]-[1-9][1-9]\b/, /[1-9１-９][一二三四五六七八九][歩香桂銀金角飛玉と馬龍]/],
  ja: [/\b[1-9][a-i][1-9][a-i]\b/, /\b[PLNSGBRK][-x*][1-9][a-i]\b/, /[1-9][一二三四五六七八九][歩香桂銀金角飛玉と馬龍]/],
};
const PLACES = [['#/search?q=s28ou%20s38gi&db=shogi', '.next-row b'], ['#/explore?db=shogi&moves=7g7f,3c3d', '.opening-moves li'], ['#/game/shogi/0/30', '.move-list [aria-current]']];

for (const [name, locale] of [['en', 'en-GB'], ['ja', 'ja-JP']])
  await story(`one notation: ${name}`, { ...WIDE, locale }, async (page) => {
    for (const [hash, sign] of PLACES) {
      await page.goto(`${url}${hash}`);
      await page.locator(sign).first().waitFor();
      await page.waitForLoadState('networkidle');
      await becomes(async () => {
        const text = await written(page);
        return FOREIGN[name].every((odd) => !odd.test(text));
      }, async () => {
        const text = await written(page);
        return `${hash}: ${FOREIGN[name].map((odd) => text.match(odd)?.[0]).filter(Boolean).join(', ')}`;
      });
    }
  });

await story('Go in Japanese has the words of Go', { ...WIDE, locale: 'ja-JP' }, async (page) => {
  for (const hash of ['#/search?q=bQ16&db=go', '#/explore?db=go', '#/joseki?db=go', '#/joseki?db=go&view=gallery', '#/game/go/0/30', '#/player?db=go', '#/play/go?db=go']) {
    await page.goto(`${url}${hash}`);
    await page.waitForLoadState('networkidle');
    const text = await page.evaluate(() => document.body.innerText);
    const odd = text.match(/定跡|指し手|先手|後手|囲い/g);
    assert(!odd, `${hash}: ${odd}`);
  }
});

await finish();
