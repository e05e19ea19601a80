// Every view of the page, a row each: what tour.mjs looks at, and what `make pictures` makes pictures of.
//
//   name     of the view, as in the names of its pictures
//   at       its address; on: which of the servers that tour.sh starts (the others have games)
//   ready    what is there when it is (a selector), before and after `act`
//   act      what a reader does to get there: (page, { phone, url })
//   widths   where it exists, if not everywhere
//   forgive  what the console may say
//   endless  a request goes on while it is looked at
//   pale     what is shown is of another query, and its colours are not judged
//
// Addresses are of generated games: databases "shogi", "engines" (of engines, short), "go" and "four" (of chaturanga).
import { asText } from './stage.mjs';

export const q = (text, more = '') => `#/search?q=${encodeURIComponent(text)}&db=shogi${more}`;

const MINO = 'either(s.castle:mino g.castle:anaguma)';
const LONG = 'either(s.castle:mino (s68hi or s78hi) not g84fu s.hand.fu>=1 g.hand.fu<=3 turn:s) date:1990..';
const REVIEWED = '7g7f,3c3d,2g2f,8c8d,2f2e,8d8e,2e2d,2c2d,2h2d,4a3b,2d2h,P*2c,6i7h,8e8f,8g8f,8b8f,8h2b%2B,3a2b,B*7g,8f8i%2B';
const EXCHANGE = 'gEgP6/1gP2yRyP2/1gHgBgP1yB1yE/1gP1yH3yP/1gR2bP3/1bBrBbH1bPbE1/rPrPrPrP2bPbR/1rHrE3bP1 y xooo 1b,0,0,0 30 order=any';

// A table of chaturanga with a roll, kept as a game under way is.
async function atTable(page, url, seats, start, roll) {
  await page.evaluate(async ([who, position, dice]) => {
    ['red', 'green', 'yellow', 'black'].forEach((c, i) => localStorage.setItem(`seat-${c}`, who[i]));
    const response = await fetch('api/play/chaturanga', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ position, roll: dice }) });
    sessionStorage.setItem('chatur-game', JSON.stringify({ start: position, past: [], table: await response.json(), paused: true }));
  }, [seats, start, roll]);
  await page.goto(`${url}#/play/chaturanga?db=four`);
  await page.waitForSelector('main.play[data-turn="choose"]');
}

let imported = 0;
const record = (moves, end = '%TORYO') => `V2.2\nN+Player ${++imported}\nN-Player ${++imported}\nPI\n+\n${moves}\n${end}\n`;
const RECORDS = () => [
  ['club.csa', `${record('+7776FU\n-3334FU\n+2726FU')}/\n${record('+7776FU\n-8384FU')}/\n${record('+2726FU\n-8384FU\n+2625FU')}`],
  ['wrong.csa', record('+7776FU\n-3334FU\n+7775FU\n-8384FU')],
  ['notes.txt', 'no record at all'],
].map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }));

const pane = (which) => async (page) => page.locator(`.panes [data-pane="${which}"]`).tap();
const unanswered = (page) => page.route(/\/api\/(search|moves|facets|parse|info|names)/, (route) => route.abort());

export const VIEWS = [
  { name: 'search-shogi', at: q(MINO), ready: '.hits li .stamp' },
  { name: 'search-shogi-picker', at: q(MINO), ready: '.hits li', act: async (page) => {
    if (await page.locator('#add').isVisible()) await page.locator('#add').click();
    else await page.locator('.query-bar .plus').click();
    await page.waitForSelector('.picker .card');
  } },
  { name: 'search-shogi-text', at: q(MINO), ready: '.hits li', act: async (page) => asText(page) },
  { name: 'search-tablet', at: q(LONG), ready: '.headline strong' },
  { name: 'search-games', at: q(MINO), ready: '.hits li', act: pane('games'), widths: [390] },
  { name: 'search-next', at: q(MINO), ready: '.next-row', act: pane('next'), widths: [390] },
  { name: 'search-also', at: q(MINO), ready: '.facet li', act: pane('also'), widths: [390] },
  { name: 'search-go', at: '#/search?q=sym(pattern%20%22------%2B%2F......%7C%2F......%7C%2F..X...%7C%2F......%7C%2F......%7C%22)&db=go', ready: '.headline strong' },
  { name: 'openings', at: '#/explore?db=shogi&moves=7g7f,3c3d', ready: '.opening-moves li' },
  { name: 'openings-go', at: '#/explore?db=go', ready: '.opening-moves li' },
  { name: 'matrix', at: '#/matrix?db=shogi', ready: '.pair-of-matrix .hits li' },
  { name: 'player', at: '#/player?name=%E9%9D%92%E6%9C%A8%E6%98%8E&db=shogi', ready: '.columns-of-player' },
  { name: 'players', at: '#/player?db=go', ready: '.player-list li' },
  { name: 'compare', at: '#/compare?a=castle%3Amino&b=castle%3Ayagura&db=shogi', ready: '.differences li' },
  { name: 'compare-go', at: '#/compare?a=result%3Ab&b=result%3Aw&db=go', ready: '.comparison .title b' },
  { name: 'joseki-tree', at: '#/joseki?db=go&path=Q16', ready: '.corner-node[aria-current]' },
  { name: 'joseki-gallery', at: '#/joseki?view=gallery&db=go', ready: '.card svg' },
  { name: 'joseki-shogi', at: '#/joseki?view=gallery&db=shogi', ready: '.card svg' },
  { name: 'replay', at: '#/game/shogi/0/40?hit=30-44', ready: '.move-list [aria-current]' },
  { name: 'replay-go', at: '#/game/go/0/30', ready: '.move-list [aria-current]' },
  { name: 'replay-analysis', at: '#/game/engines/0/20?tab=analysis', ready: '.whole[data-analysed] .story' },
  { name: 'replay-elsewhere', at: '#/game/shogi/0/40?tab=elsewhere', ready: '.move-list [aria-current]' },
  { name: 'calibration', at: '#/calibrate?db=shogi', ready: 'main.calibration[data-answered] .fr' },
  { name: 'play-setup', at: '#/play/shogi?db=shogi', ready: '#start' },
  { name: 'play-game', at: '#/play/shogi?db=shogi&moves=7g7f,3c3d,2g2f,8c8d,2f2e,8d8e', ready: 'main.play[data-turn="mine"]' },
  { name: 'play-review', at: `#/play/shogi?db=shogi&moves=${REVIEWED}&end=resign`, ready: '.tp' },
  { name: 'chaturanga-play', at: '#/nowhere', ready: '.nothing',
    act: async (page, { url }) => atTable(page, url, ['P2', 'P4', 'person', 'P4'], EXCHANGE, '34') },
  { name: 'chaturanga-exchange', at: '#/nowhere', ready: '.nothing', act: async (page, { url }) => {
    await atTable(page, url, ['P2', 'P4', 'person', 'P4'], EXCHANGE, '34');
    await page.locator('[data-step="d5b4"]').click();
    await page.locator('#enough').click();
    await page.waitForSelector('.ask');
  } },
  { name: 'chaturanga-search', at: '#/search?q=r.d1.raja&db=four', ready: '.turn-move' },
  { name: 'chaturanga-replay', at: '#/game/four/0/12', ready: '.move-list [aria-current]' },
  { name: 'import', at: '#/import?db=shogi', ready: 'main.import', act: async (page) => {
    await page.locator('#into').selectOption('engines');
    await page.locator('#files').setInputFiles(RECORDS());
    await page.waitForSelector('main.import[data-phase="done"] .problems');
  } },
  { name: 'import-first', on: 'none', at: '', ready: '#empty .sample' },
  { name: 'state-empty', at: q(''), ready: '.hits li' },
  { name: 'state-loading', at: q(MINO), ready: '.headline strong', endless: true, pale: true, act: async (page) => {
    await page.route(/\/api\/search$/, () => {}); // never answered
    await page.locator('#sort').evaluate((field) => {
      field.value = '-date';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.waitForSelector('main.search.busy');
  } },
  { name: 'state-nothing', at: q('s.castle:mino result:s date:..1800'), ready: '.costs li' },
  { name: 'state-word', at: q(''), ready: '.hits li', act: async (page) => {
    await asText(page);
    await page.fill('#query', 'min');
    await page.waitForSelector('.meant button');
  } },
  { name: 'state-fault', at: q('s.castle:mino g.castle:anagma'), ready: '.mistake', forgive: /status of 400/ },
  { name: 'state-address', at: '#/nowhere/1', ready: '.nothing li' },
  { name: 'state-gone', at: q(MINO), ready: '.headline strong', forgive: /ERR_FAILED/, act: async (page) => {
    await unanswered(page);
    await page.locator('#sort').evaluate((field) => {
      field.value = '-date';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.waitForSelector('.gone:not([hidden])');
  } },
];
