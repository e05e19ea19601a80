// Playing Go on the page in a real browser: node play-go.mjs URL PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures);

const is = (page, turn) => page.waitForFunction((t) => document.querySelector('main.play')?.dataset.turn === t, turn);
const at = (page, ply, turn) => page.waitForFunction(([p, t]) => {
  const play = document.querySelector('main.play');
  return play?.dataset.ply === String(p) && play.dataset.turn === t;
}, [ply, turn]);
const press = async (page, point) => {
  await page.locator(`[data-square="${point}"]`).focus();
  await page.keyboard.press('Enter');
};
const click = async (page, point) => {
  const box = await page.locator(`[data-square="${point}"]`).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};
const tap = async (page, point) => {
  const box = await page.locator(`[data-square="${point}"]`).boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
};
const stones = (page, color) => page.locator(`.goban .stone.${color}`).count();
const choose = (page, group, name) => page.locator(`[role="radiogroup"][aria-label="${group}"] button`, { hasText: name }).first().click();
const said = (page) => page.textContent('.caption-line');
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
};

await story('go: set up, moves by mouse and keys, a hint, take back; it survives a reload and the menu', DESKTOP, async (page) => {
  await page.goto(`${url}#/play`);
  await is(page, 'setup');
  await becomes(async () => (await page.locator('.option').count()) === 4, 'four kinds of people');
  await choose(page, 'Opponent', 'Professional');
  await clean(page);
  await picture(page, 'play-go-setup');
  await page.locator('#start').click();
  await at(page, 0, 'mine');
  await click(page, 'Q16');
  await at(page, 2, 'mine');
  await becomes(async () => (await stones(page, 'black')) === 1 && (await stones(page, 'white')) === 1, 'a stone each');
  assert(/\d+ of 100 professionals play it/.test(await page.textContent('.why-words')), await page.textContent('.why-words'));
  await press(page, 'D4');
  await at(page, 4, 'mine');
  await becomes(() => page.url().includes('moves=Q16'), 'in the address');
  await click(page, 'Q16'); // taken: nothing happens
  await page.keyboard.press('h');
  await becomes(async () => (await page.locator('.people-list li').count()) === 5, 'what people play');
  await becomes(async () => (await page.locator('.board .arrows > *').count()) >= 5, 'and where');
  assert((await page.locator('.board .arrows text').allTextContents()).sort().join('') === 'ABCDE', 'in the letters of all areas');
  await picture(page, 'play-go');
  await clean(page);
  await page.keyboard.press('u');
  await at(page, 2, 'mine');
  await page.reload();
  await at(page, 2, 'mine');
  await page.goto(`${url}#/search`);
  await page.waitForSelector('.headline strong');
  await page.locator('.areas a', { hasText: 'Play' }).click();
  await at(page, 2, 'mine');
});

await story('go: to resign asks first; then the game is saved, looked back on, and gone on with', DESKTOP, async (page) => {
  await page.goto(`${url}#/play/go?moves=Q16,D4,Q3,D16,K10,K4`);
  await at(page, 6, 'mine');
  await page.locator('#resign').click();
  await page.locator('.asking', { hasText: 'Resign?' }).getByText('Play on').click();
  await at(page, 6, 'mine');
  await page.locator('#resign').click();
  await page.locator('.asking .yes').click();
  await at(page, 6, 'over');
  await becomes(async () => (await said(page)).includes('White wins'), 'the result');
  await becomes(async () => (await page.getAttribute('.review', 'data-reviewed')) === 'people', 'looked at');
  assert(/^White won in 6 moves; /.test(await page.textContent('h1.title')), await page.textContent('h1.title'));
  const scale = await page.locator('.value-graph text').allTextContents();
  for (const mark of ['90 %', '50 %', '10 %']) assert(scale.includes(mark), `the scale has ${mark}: ${scale}`);
  assert((await page.locator('.three b').count()) === 3, 'three figures');
  await page.keyboard.press('ArrowLeft');
  await becomes(async () => (await stones(page, 'black')) + (await stones(page, 'white')) === 5, 'a step back');
  await picture(page, 'play-go-review');
  await clean(page);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert(saved.suggestedFilename() === 'kifu.sgf', 'a record');
  await page.locator('#keep').click();
  await page.locator('#kept a').waitFor();
  await page.locator('#again').click();
  await becomes(() => page.url().includes('side=w'), 'sides changed');
  await at(page, 1, 'mine');
});

await story('go: a turning point names what people play, and is played again from there', DESKTOP, async (page) => {
  // Black is even until its third move, by this network, and lost after it; D16 would have kept the balance.
  await page.route('**/api/natural', async (route) => {
    const { moves = '' } = route.request().postDataJSON(), played = moves.split(' ').filter(Boolean), blacks = played.length % 2 === 0;
    const black = played.includes('A1') ? 0.2 : 0.5;
    const likely = ['D16', 'C3', 'Q4', 'R5'].filter((p) => !played.includes(p)).map((p, i) => ({ moves: [`${blacks ? 'B' : 'W'}[${p}]`], en: p, ja: p, p: [0.4, 0.2, 0.1, 0.05][i] }));
    await route.fulfill({ json: { class: 'pro', total: 300, win: blacks ? black : 1 - black, moves: likely } });
  });
  await page.goto(`${url}#/play/go?moves=Q16,D4,A1,K4&end=resign`);
  await becomes(async () => (await page.getAttribute('.review', 'data-reviewed')) === 'people', 'looked at');
  assert((await page.locator('.tp').count()) === 1, 'one turning point');
  const words = await page.textContent('.tp');
  for (const part of ['3 A1', 'better D16 (50 %)', '50 % → 20 %', '40 play D16']) assert(words.includes(part), words);
  assert((await page.textContent('h1.title')).endsWith('one move of yours cost most'), await page.textContent('h1.title'));
  await page.locator('.tp button', { hasText: 'Show' }).click();
  await becomes(async () => (await stones(page, 'black')) === 1, 'the position before it');
  await page.locator('.tp button', { hasText: 'Play on from here' }).click();
  await at(page, 2, 'mine');
});

await story('go: as White with a handicap, two passes, the count', DESKTOP, async (page) => {
  await page.goto(`${url}#/play/go`);
  await is(page, 'setup');
  await choose(page, 'Handicap', '4');
  await becomes(async () => (await stones(page, 'black')) === 4, 'four stones, before the game');
  await page.locator('#start').click();
  await at(page, 1, 'mine'); // White, the opponent, begins
  await becomes(async () => (await stones(page, 'black')) === 4 && (await stones(page, 'white')) === 1, 'four stones');
  await page.locator('#new').click();
  await is(page, 'setup');
  await choose(page, 'Handicap', 'none');
  await choose(page, 'You play', 'White');
  await choose(page, 'Clock', '3 min + 30 s');
  await page.locator('#start').click();
  await at(page, 1, 'mine');
  assert(/^[23]:\d\d$/.test(await page.textContent('.clock.on')), 'the clock runs');
  // Walls of both colours, in turn: these are a game that is over but for the passes.
  const walls = (black, white) => black.flatMap((c, k) => Array.from({ length: 19 }, (_, row) => [c, white[k]].map((x) => `${'ABCDEFGHJKLMNOPQRST'[x]}${row + 1}`))).flat();
  const halves = walls([2, 5, 8], [10, 13, 16]), most = walls([2, 5, 9], [11, 13, 16]);
  await page.goto(`${url}#/play/go?moves=${halves.join(',')},pass,pass`);
  await at(page, halves.length + 2, 'over');
  await becomes(async () => (await said(page)).includes('wins by'), 'counted');
  await becomes(async () => (await page.locator('.goban .area').count()) > 100, 'territory is shown');
  assert(!(await said(page)).includes('doubtful'), 'the network agrees');
  await picture(page, 'play-go-end');
  // The network takes White to have won, whatever there is on the board.
  await page.goto(`${url}#/play/go?moves=${most.join(',')},pass,pass`);
  await becomes(async () => (await said(page)).includes('Black wins by 31.5 points'), 'counted');
  await becomes(async () => (await said(page)).includes('doubtful'), 'a doubtful count');
  await clean(page);
});

await story('go: time that is up loses', DESKTOP, async (page) => {
  await page.goto(`${url}#/play/go?moves=Q16,D4&end=time-up`);
  await at(page, 2, 'over');
  await becomes(async () => (await said(page)).includes('Black ran out of time. White wins.'), 'said');
});

await story('go: against a program that the server names', { ...DESKTOP, forgive: /500/ }, async (page) => {
  await page.goto(`${url}#/play/go`);
  await is(page, 'setup');
  await choose(page, 'Opponent', 'A program');
  await becomes(async () => /Not installed: [^.]*Absent/.test(await page.textContent('main')), 'what is not there is named');
  await becomes(async () => (await page.locator('[aria-label="A program"] button').allTextContents()).includes('Fake Go'), 'offered');
  assert(!(await page.locator('[aria-label="A program"] button').allTextContents()).includes('Absent'), 'not offered');
  await choose(page, 'A program', 'Fake Go');
  await page.locator('#start').click();
  await at(page, 0, 'mine');
  await click(page, 'Q16');
  await at(page, 2, 'mine');
  await becomes(() => /moves=Q16(,|%2C)A2/.test(page.url()), () => page.url());
  await click(page, 'D4');
  await at(page, 4, 'mine');
  await becomes(async () => (await page.textContent('.why-words')).includes('A4'), 'it goes on with its game');
  await page.keyboard.press('u');
  await at(page, 2, 'mine');
  await picture(page, 'play-go-program');
  await page.locator('#new').click();
  await page.locator('.asking .yes').click();
  await is(page, 'setup');
  await choose(page, 'A program', 'Broken');
  await page.locator('#start').click();
  await at(page, 0, 'mine');
  await click(page, 'C3');
  await page.waitForSelector('#retry');
  assert((await said(page)).includes('does not speak GTP'), await said(page));
  await clean(page);
});

await story('go: without a network and without programs it is said what is missing', { ...DESKTOP, forgive: /404/ }, async (page) => {
  const none = { status: 404, json: { error: { code: 'not-found', message: 'no network' } } };
  await page.route('**/api/natural**', (route) => route.fulfill(none));
  await page.route('**/api/play/go/programs**', (route) => route.fulfill({ json: { programs: [{ name: 'GNU Go', installed: false, levels: 10 }] } }));
  await page.goto(`${url}#/play/go`);
  await becomes(async () => (await page.textContent('main')).includes('The network of people’s moves is not installed here'), 'no network');
  assert(await page.locator('#start').isDisabled(), 'nobody to play against');
  await choose(page, 'Opponent', 'A program');
  await becomes(async () => (await page.textContent('main')).includes('Not installed: GNU Go.'), 'no program');
});

await story('go: on a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/play`);
  await is(page, 'setup');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  assert((await page.textContent('main')).includes('振り') === false, 'Go has no furigoma');
  await clean(page);
  await page.locator('#start').tap();
  await at(page, 0, 'mine');
  await tap(page, 'D16'); // chooses
  await becomes(async () => (await page.textContent('#here'))?.includes('D16'), 'asked');
  await picture(page, 'phone-play-go');
  await page.locator('#here').tap();
  await at(page, 2, 'mine');
  await page.locator('#pass').tap();
  await page.waitForFunction(() => ['mine', 'over'].includes(document.querySelector('main.play').dataset.turn) && Number(document.querySelector('main.play').dataset.ply) >= 4);
  await becomes(async () => (await wide(page)) <= 0, 'nor in a game');
  await clean(page);
});

await finish();
