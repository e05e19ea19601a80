// What lies where, at all widths, and what rows of games say: node fit.mjs SHOGI PICTURES GO FEW.  Prints TAP.
import { assert, becomes, onStage } from './stage.mjs';

const [, , shogi, pictures, go, few] = process.argv;
const { story, picture, wide, finish } = await onStage(shogi, pictures, [go, few]);

const box = (page, at) => page.locator(at).first().boundingBox();
const search = async (page, at, query, rest = '') => {
  await page.goto(`${at}#/search?q=${encodeURIComponent(query)}${rest}`);
  await page.waitForFunction((wanted) => document.querySelector('main.search')?.dataset.faceted === wanted, query);
};

// Controls and words side by side that lie on each other, or go beyond what holds them.
const ROWS = ['.top', '.query-bar', '.bar-tools', '.board-row', '.choosers', '.board-tools', '.pen', '.tray-row', '.tray.stones', '.h2', '.h2 > .end', '.next-row', '.verdict .keys', '.area-bar', '.steps', '.opening-row', '.hits .seat-name',
  '.vs', '.facet li button', '.bar-of-filter', '.card .spread', '.short-games a', '.op', '.op-cell'];
const crowded = (page) => page.evaluate((rows) => {
  const found = [];
  const name = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute('class') ?? ''} “${(el.textContent ?? '').trim().slice(0, 24)}”`;
  const seen = (el) => {
    const b = el.getBoundingClientRect(), style = getComputedStyle(el);
    return b.width > 2 && b.height > 2 && style.visibility !== 'hidden' && style.clipPath === 'none' && !['absolute', 'fixed'].includes(style.position) && b.bottom > 0 && b.top < innerHeight * 1.5;
  };
  const flat = (el) => [...el.children].flatMap((c) => (getComputedStyle(c).display === 'contents' ? flat(c) : [c]));
  for (const row of document.querySelectorAll(rows.join())) {
    if (!row.checkVisibility() || row.closest('.pop, [hidden]')) continue;
    const own = row.getBoundingClientRect(), scrolls = /auto|scroll/.test(getComputedStyle(row).overflowX), all = flat(row).filter(seen);
    all.forEach((a, i) => {
      const b = a.getBoundingClientRect();
      if (!scrolls && (b.right > own.right + 9 || b.left < own.left - 9)) found.push(`${name(a)} leaves ${name(row)}`);
      const end = a.lastElementChild?.getBoundingClientRect();
      if (end?.width && end.right > b.right + 9 && !/auto|scroll|hidden|clip/.test(getComputedStyle(a).overflowX) && getComputedStyle(a.lastElementChild).position === 'static') found.push(`${name(a.lastElementChild)} leaves ${name(a)}`);
      for (const c of all.slice(i + 1)) {
        const d = c.getBoundingClientRect();
        if (Math.min(b.right, d.right) - Math.max(b.left, d.left) > 2 && Math.min(b.bottom, d.bottom) - Math.max(b.top, d.top) > 3) found.push(`${name(a)} lies on ${name(c)}`);
      }
    });
  }
  for (const text of document.querySelectorAll(':is(.years, .trend) text')) {
    const size = parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 1), b = text.getBoundingClientRect(), own = text.ownerSVGElement.getBoundingClientRect();
    if (text.checkVisibility() && own.width && (size < 11 || size > 15)) found.push(`${name(text)} is ${size.toFixed(1)} px high`);
    if (own.width && (b.left < own.left - 2 || b.right > own.right + 2)) found.push(`${name(text)} leaves its chart`);
  }
  const left = document.querySelector('.search > .left'), right = document.querySelector('.search > .right');
  if (left && right?.checkVisibility() && right.getBoundingClientRect().left > 100)
    for (const el of left.querySelectorAll('button, select, summary, span, p')) if (seen(el) && !el.closest('.pop') && el.getBoundingClientRect().right > right.getBoundingClientRect().left - 4 && !el.closest('.slots, .tray')) found.push(`${name(el)} reaches the answer`);
  return [...new Set(found)];
}, ROWS);

const MINO = 'either(s.castle:mino)', BOTH = 's.castle:mino g.castle:anaguma s.hand.fu>=1 s.hand.ky>=1 g.hand.fu>=1';
const VIEWS = [
  ['a castle', shogi, `#/search?q=${encodeURIComponent(MINO)}`, '.against, .also'], ['hands', shogi, `#/search?q=${encodeURIComponent(BOTH)}`, '.hand-row .held'], ['everything', shogi, '#/search', '.hits'],
  ['stones', go, '#/search?q=bQ16', '.next-row'], ['openings', shogi, '#/explore?moves=7g7f', '.opening-moves li'], ['openings of Go', go, '#/explore', '.opening-moves li'],
  ['the gallery', shogi, '#/joseki', '.cards li'], ['matrix', shogi, '#/matrix', '.pair-of-matrix'], ['players', shogi, '#/player', '.player-list'], ['a corner', go, '#/joseki?path=Q16', '.corner-node'],
];
const WIDTHS = [[1920, 1080], [1440, 900], [1360, 768], [1200, 800], [1024, 768], [390, 844]];

for (const [locale, colorScheme, sizes] of [['en-GB', 'light', WIDTHS], ['ja-JP', 'dark', WIDTHS.filter(([width]) => [1440, 1024, 390].includes(width))]])
  for (const [width, height] of sizes) await story(`everything has its room: ${width}, ${locale}`, { viewport: { width, height }, locale, colorScheme, hasTouch: width <= 1024, isMobile: width < 760 }, async (page) => {
    for (const [name, at, hash, sign] of VIEWS) {
      await page.goto('about:blank');
      await page.goto(`${at}${hash}`);
      await page.waitForSelector(sign, { state: 'attached' });
      await page.waitForLoadState('networkidle');
      await picture(page, `fit-${width}-${locale}-${name.replaceAll(' ', '-')}`);
      await becomes(async () => (await wide(page)) <= 0, async () => `${name}: ${await wide(page)} pixels stick out`);
      await becomes(async () => (await crowded(page)).length === 0, async () => `${name}: ${(await crowded(page)).join('\n')}`);
    }
  });

for (const [width, height, most] of [[1440, 900, 520], [1360, 768, 400], [1024, 768, 421]])
  await story(`the board of shogi and its tray, ${width} × ${height}`, { viewport: { width, height }, locale: 'en-GB' }, async (page) => {
    await search(page, shogi, MINO);
    const board = await box(page, '.shogiban');
    assert(board.width >= most - 1, `the board is ${board.width} wide`);
    for (const piece of ['ou', 'hi', 'ka', 'ki', 'gi', 'ke', 'ky', 'fu']) {
      const b = await box(page, `[data-tool="s${piece}"]`);
      assert(b && b.y + b.height <= height && b.x + b.width <= width, `${piece} is out of reach: ${JSON.stringify(b)}`);
    }
  });

// Other machines have other letters, and people have other names: nothing may hang on how long a word is.
const LONG = ['Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaftschaferswessenschafe', 'Muhammad ibn Musa al-Khwarizmi of the Long Unabbreviated Name'];
const longer = (text) => text.replace(/"(black|white)":"[^"]+"/g, (_, side) => `"${side}":"${LONG[Number(side === 'white')]}"`).replace(/"(event|site)":"[^"]*"/g, (_, key) => `"${key}":"The ${LONG[0]} Memorial"`);
const LONG_VIEWS = [['games', `#/search?q=${encodeURIComponent(MINO)}`, '.hits li'], ['a long query', `#/search?q=${encodeURIComponent(`${BOTH} turn:s event:${LONG[0]}`)}`, '.costs li'], ['a fault', `#/search?q=castle:${LONG[0]}`, '#mistake b'],
  ['no name', `#/search?q=${LONG[0]}`, '#mistake .offer'], ['a game', '#/game/shogi/0/40', '.move-list [aria-current]'], ['elsewhere', '#/game/shogi/0/20?tab=elsewhere', '.alike[data-ply]']];
for (const [width, height] of [[390, 844], [360, 740], [768, 1024], [1024, 768], [1440, 900]])
  await story(`long names in wide letters stick out nowhere: ${width}`, { viewport: { width, height }, locale: 'en-GB', hasTouch: width <= 1024, isMobile: width < 760, forgive: /status of 400/ }, async (page) => {
    await page.route(/\/api\/(search|game|facets)/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: longer(await response.text()) });
    });
    await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { letter-spacing: .08em !important; }');
      document.adoptedStyleSheets = [sheet];
    }));
    for (const [name, hash, sign] of LONG_VIEWS) {
      await page.goto('about:blank');
      await page.goto(`${shogi}${hash}`);
      await page.waitForSelector(sign, { state: 'attached' });
      for (const pane of width < 760 && (await page.locator('.search > .panes').count()) ? ['board', 'games', 'next', 'also'] : ['']) {
        if (pane) await page.locator(`.search > .panes [data-pane="${pane}"]`).click();
        await page.waitForLoadState('networkidle');
        await picture(page, `long-${width}-${name.replaceAll(' ', '-')}${pane}`);
        await becomes(async () => (await wide(page)) <= 0, async () => `${name} ${pane}: ${await wide(page)} pixels stick out`);
      }
    }
  });

for (const [width, height, locale] of [[1024, 768, 'en-GB'], [390, 844, 'en-GB'], [390, 844, 'ja-JP']])
  await story(`what is chosen is written out: ${width}, ${locale}`, { viewport: { width, height }, locale, hasTouch: width < 760, isMobile: width < 760 }, async (page) => {
    await search(page, shogi, 's.castle:mino s.hand.fu>=1 turn:s');
    const cut = await page.locator('.choosers select').evaluateAll((all) => all.filter((el) => {
      const now = el.offsetWidth;
      el.style.cssText = 'max-width: none; flex: none';
      const whole = el.offsetWidth;
      el.style.cssText = '';
      return whole > now + 1;
    }).map((el) => el.selectedOptions[0].textContent));
    assert(cut.length === 0, cut.join());
    const heads = await page.locator('.vs .cut').evaluateAll((all) => all.filter((el) => el.scrollHeight > el.clientHeight + 1).map((el) => el.textContent));
    assert(heads.length === 0, heads.join());
  });

await story('a game on a tablet: one line above, the steps and what one can do on the first screen; days in words', { viewport: { width: 1024, height: 768 }, locale: 'en-GB' }, async (page) => {
  await page.goto(`${shogi}#/game/shogi/0/40`);
  await page.waitForSelector('.move-list [aria-current]');
  const head = await box(page, '.game-head'), search = await box(page, '.bench-actions .btn');
  assert(head.height < 60 && search.y + search.height <= 768, `the head is ${head.height} high, the actions end at ${search.y + search.height}`);
  const said = await page.textContent('.about-game > summary');
  assert(!/\d{4}[-/]\d/.test(said), said);
  await page.locator('.copy-menu summary').click();
  await page.locator('.copy-menu a', { hasText: 'CSA' }).waitFor();
});

await story('the side against a name is called so; few games have their bar, too, with what it may mean', { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }, async (page) => {
  const head = () => page.textContent('.headline'), verdict = () => page.textContent('.verdict');
  await search(page, shogi, 'either(g.castle:anaguma)');
  await becomes(async () => (await head()).includes('the side against anaguma won') && (await verdict()).includes('anaguma side won'), head);
  assert((await page.locator('.hits .part-of').count()) === 0, 'which is no name of a player’s part');
  await search(page, few, 's48gi g42gi', '&db=people');
  await becomes(async () => /^2 games · .* won \d of 2$/.test(await head()), head);
  await becomes(async () => /could be anything from \d+ to \d+ %/.test(await verdict()) && (await page.locator('.verdict .wdl .wh i').count()) === 1, verdict);
});

await story('the board of Go is larger, its next moves have the width, stamps show what was asked for', { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }, async (page) => {
  await search(page, go, 'bQ16');
  const board = await box(page, '.editor .goban'), tray = await box(page, '.tray'), next = await box(page, '.next'), answers = await box(page, '.answers');
  assert(board.width >= 600 && tray.y + tray.height <= 900, `board ${board.width}, tray to ${tray.y + tray.height}`);
  assert(next.width > answers.width - 2, 'next moves have the whole width');
  const letters = await page.locator('.next-row .letter').allTextContents();
  assert(letters[0] === 'A', `capitals as on the board: ${letters}`);
  await page.goto(`${go}#/explore`);
  await page.locator('.opening-moves .letter').first().waitFor();
  assert((await page.locator('.opening-moves .letter').first().textContent()) === 'A', 'in openings, too');
});

const stamps = (page) => page.locator('.hits .thumb.part').evaluateAll((all) => all.map((svg) => {
  const [, , size] = svg.getAttribute('viewBox').split(' ').map(Number);
  return { size: Math.round(size), stones: [...svg.querySelectorAll('.stone')].map((s) => `${s.classList.contains('black') ? 'b' : 'w'}${s.getAttribute('cx')},${s.getAttribute('cy')}`).sort() };
}));

await story('a corner found in two orientations is shown in the one that was asked for', { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }, async (page) => {
  await search(page, few, 'either(sym(bQ16 wR14))', '&db=corners');
  await becomes(async () => (await page.locator('.hits li').count()) === 2, 'both games');
  const all = await stamps(page);
  assert(all.length === 2 && all.every((s) => s.size <= 12), JSON.stringify(all));
  const places = all.map((s) => s.stones.map((x) => x.slice(1)).sort().join(' '));
  assert(places.every((p) => p === places[0]) && places[0].split(' ').length === 2, `the same two points: ${JSON.stringify(all)}`);
  assert(new Set(all.map((s) => s.stones.join(' '))).size === 2, 'in the colours of each game');
  await becomes(async () => (await page.locator('.next-row .leads').allTextContents()).some((text) => text.startsWith('one-space answer') || text.startsWith('knight’s answer')), 'a move has its name');
  await becomes(async () => (await page.textContent('.headline')).includes('the side drawn as Black'), () => page.textContent('.headline'));
});

await story('a game is one row, with all places; a player has one name in the reader’s script', { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }, async (page) => {
  await search(page, few, 's48gi g42gi', '&db=people');
  await becomes(async () => (await page.locator('.hits li').count()) === 2, async () => `${await page.locator('.hits li').count()} rows`);
  const where = await page.locator('.hits .where').allTextContents();
  assert(where.every((text) => /^moves \d+(–\d+)?, \d+(–\d+)? of 11$/.test(text)), where.join(' | '));
  await becomes(async () => (await page.locator('.hits .seat-name').allTextContents()).filter((text) => text.includes('Yoshiharu Habu')).length === 2, async () => (await page.locator('.hits .seat-name').allTextContents()).join());
  assert((await page.locator('.hits [title="羽生善治"]').count()) === 1, 'and what the record says is told');
});

await story('who has the castle is said beside the player; intervals are whole percents', { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }, async (page) => {
  await search(page, shogi, MINO);
  await becomes(async () => (await page.locator('.hits .part-of').count()) > 0, 'names beside players');
  assert((await page.locator('.hits .part-of').first().textContent()) === 'mino', 'the castle');
  const said = await page.evaluate(() => document.querySelector('#view').innerText.match(/\[[\d.]+–[\d.]+\]/g));
  assert(said.length > 0 && said.every((text) => !text.includes('.')), said.join());
});

await story('letters of two moves to one square stand side by side', { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }, async (page) => {
  await search(page, shogi, MINO);
  const rows = await page.locator('.next-row .letter').allTextContents(), discs = await page.locator('.board .disc').evaluateAll((all) => all.map((d) => d.getAttribute('transform')));
  assert(discs.length > 0 && new Set(discs).size === discs.length && discs.length <= rows.length, discs.join());
});
await finish();
