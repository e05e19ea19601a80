// Playing Go on the page in a real browser: node play-go.mjs URL PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures);

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
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
};

await story('go: moves by mouse and keys, take back, resign, record', DESKTOP, async (page) => {
  await page.goto(`${url}#/play`);
  await at(page, 0, 'mine');
  await click(page, 'Q16');
  await at(page, 2, 'mine');
  await becomes(async () => (await stones(page, 'black')) === 1 && (await stones(page, 'white')) === 1, 'a stone each');
  await press(page, 'D4');
  await at(page, 4, 'mine');
  await becomes(() => page.url().includes('moves=Q16'), 'in the address');
  await click(page, 'Q16'); // taken: nothing happens
  await becomes(async () => (await page.locator('.play-log .theirs').count()) === 2, 'two answers');
  await picture(page, 'play-go');
  await page.keyboard.press('u');
  await at(page, 2, 'mine');
  await page.reload();
  await at(page, 2, 'mine');
  await page.locator('#resign').click();
  await at(page, 2, 'over');
  await becomes(async () => (await page.textContent('.caption')).includes('White wins'), 'the result');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert(saved.suggestedFilename() === 'kifu.sgf', 'a record');
  await clean(page);
});

await story('go: as White with a handicap, two passes, the count', DESKTOP, async (page) => {
  await page.goto(`${url}#/play/go`);
  await at(page, 0, 'mine');
  await page.locator('#side').selectOption('s');
  await page.locator('#handicap').selectOption('4');
  await page.locator('#new').click();
  await at(page, 1, 'mine'); // White, the opponent, begins
  await becomes(async () => (await stones(page, 'black')) === 4, 'four stones');
  await page.locator('#side').selectOption('g');
  await page.locator('#handicap').selectOption('0');
  await page.locator('#new').click();
  await at(page, 1, 'mine');
  // Walls of both colours, in turn: these are a game that is over but for the passes.
  const walls = (black, white) => black.flatMap((c, k) => Array.from({ length: 19 }, (_, row) => [c, white[k]].map((x) => `${'ABCDEFGHJKLMNOPQRST'[x]}${row + 1}`))).flat();
  const halves = walls([2, 5, 8], [10, 13, 16]), most = walls([2, 5, 9], [11, 13, 16]);
  await page.goto(`${url}#/play/go?moves=${halves.join(',')},pass,pass`);
  await at(page, halves.length + 2, 'over');
  await becomes(async () => (await page.textContent('.caption')).includes('wins by'), 'counted');
  await becomes(async () => (await page.locator('.goban .area').count()) > 100, 'territory is shown');
  assert(!(await page.textContent('.caption')).includes('doubtful'), 'the network agrees');
  await picture(page, 'play-go-end');
  // The network takes White to have won, whatever there is on the board.
  await page.goto(`${url}#/play/go?moves=${most.join(',')},pass,pass`);
  await becomes(async () => (await page.textContent('.caption')).includes('Black wins by 31.5 points'), 'counted');
  await becomes(async () => (await page.textContent('.caption')).includes('doubtful'), 'a doubtful count');
  await clean(page);
});

await story('go: against a program that the server names', { ...DESKTOP, forgive: /500/ }, async (page) => {
  await page.goto(`${url}#/play/go`);
  await at(page, 0, 'mine');
  await becomes(async () => (await page.textContent('main')).includes('Not installed:') && (await page.textContent('main')).includes('Absent'), 'what is not there is named');
  assert((await page.locator('#person option').allTextContents()).includes('Fake Go'), 'offered');
  assert(!(await page.locator('#person option').allTextContents()).includes('Absent'), 'not offered');
  await page.locator('#person').selectOption('program:Fake Go:');
  await click(page, 'Q16');
  await at(page, 2, 'mine');
  await becomes(() => /moves=Q16(,|%2C)A2/.test(page.url()), () => page.url());
  await click(page, 'D4');
  await at(page, 4, 'mine');
  await becomes(async () => (await page.locator('.play-log .theirs').last().textContent()).includes('A4'), 'it goes on with its game');
  await page.keyboard.press('u');
  await at(page, 2, 'mine');
  await picture(page, 'play-go-program');
  await page.locator('#person').selectOption('program:Broken:');
  await click(page, 'C3');
  await page.waitForSelector('#retry');
  assert((await page.textContent('.caption')).includes('does not speak GTP'), await page.textContent('.caption'));
  await page.locator('#person').selectOption('program:Fake Go:');
  await page.locator('#retry').click();
  await at(page, 4, 'mine');
  await clean(page);
});

await story('go: on a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/play`);
  await at(page, 0, 'mine');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await tap(page, 'D16'); // chooses
  await becomes(async () => (await page.textContent('#here'))?.includes('D16'), 'asked');
  await picture(page, 'phone-play-go');
  await page.locator('#here').tap();
  await at(page, 2, 'mine');
  await page.locator('#pass').tap();
  await page.waitForFunction(() => ['mine', 'over'].includes(document.querySelector('main.play').dataset.turn) && Number(document.querySelector('main.play').dataset.ply) >= 4);
  await clean(page);
});

await finish();
