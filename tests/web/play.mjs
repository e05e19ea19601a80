// Playing on the page in a real browser: node play.mjs URL PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures);

const at = (page, ply, turn) => page.waitForFunction(([p, t]) => {
  const play = document.querySelector('main.play');
  return play?.dataset.ply === String(p) && play.dataset.turn === t;
}, [ply, turn]);
const press = async (page, square) => {
  await page.locator(`[data-square="${square}"]`).focus();
  await page.keyboard.press('Enter');
};
const clickSquare = async (page, square) => {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
};

await story('shogi: moves, explanations, take back, record', DESKTOP, async (page) => {
  await page.goto(`${url}#/play`);
  await at(page, 0, 'mine');
  await page.locator('#level').selectOption('0');
  await clickSquare(page, '77');
  await becomes(async () => (await page.locator('.reach').count()) === 1, 'one square for a pawn');
  await clickSquare(page, '76');
  await at(page, 2, 'mine');
  await becomes(async () => (await page.locator('.play-log .tips').textContent()).includes('people play it'), 'why');
  await press(page, '27');
  await becomes(async () => (await page.getAttribute('[data-square="26"]', 'aria-label')).includes('can go here'), 'told to screen readers');
  await press(page, '26');
  await at(page, 4, 'mine');
  await becomes(() => page.url().includes('moves=7g7f'), 'in the address');
  await clickSquare(page, '28');
  await picture(page, 'play-shogi');
  await page.keyboard.press('u');
  await at(page, 2, 'mine');
  await page.locator('#dial').fill('0');
  await becomes(async () => (await page.textContent('#dial-words')).startsWith('Strong'), 'words for the dial');
  await page.locator('#resign').click();
  await at(page, 2, 'over');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert(saved.suggestedFilename() === 'kifu.kif', 'a record');
  await clean(page);
});

await story('shogi: promotion, drops, mate, as White', DESKTOP, async (page) => {
  await page.goto(`${url}#/play/shogi?sfen=${encodeURIComponent('4k4/9/4P4/9/9/9/9/9/4K4 b GS 1')}`);
  await at(page, 0, 'mine');
  await clickSquare(page, '53');
  await clickSquare(page, '52');
  await becomes(async () => await page.locator('[data-promote="true"]').evaluate((b) => b === document.activeElement), 'asked');
  await page.keyboard.press('Escape');
  await page.locator('[data-drop="G"]').click();
  await becomes(async () => (await page.locator('.reach').count()) > 60, 'anywhere');
  await press(page, '52');
  await at(page, 1, 'over');
  await becomes(async () => (await page.textContent('.caption')).includes('mate'), 'mate');
  await page.locator('#side').selectOption('g');
  await page.goto(`${url}#/play/shogi?side=w`);
  await at(page, 1, 'mine');
});

await story('shogi: a person, why, a hint, thinking time', DESKTOP, async (page) => {
  await page.goto(`${url}#/play`);
  await at(page, 0, 'mine');
  await becomes(async () => await page.locator('#level').isVisible(), 'the engine has levels');
  await page.locator('#person').selectOption('club-player');
  await becomes(async () => !(await page.locator('#level').isVisible()), 'a person has none');
  await becomes(async () => (await page.textContent('#person-line')).includes('Elo'), 'measured');
  await page.keyboard.press('h');
  await becomes(async () => (await page.locator('.hints li').count()) === 5, 'what people would play');
  await becomes(async () => (await page.locator('.hints').textContent()).includes('%'), 'how many');
  await clickSquare(page, '77');
  await clickSquare(page, '76');
  await at(page, 2, 'mine');
  await becomes(async () => (await page.locator('.hints li').count()) === 0, 'no hint for another position');
  await becomes(async () => (await page.textContent('.reason')).includes('of 100 club players'), 'why, under the board');
  await becomes(async () => (await page.locator('.play-log .tips').textContent()).includes('of 100 club players'), 'and beside it');
  const first = await page.locator('.play-log li').nth(1).locator('strong').textContent();
  await picture(page, 'play-person');
  await page.reload();
  await at(page, 2, 'mine');
  await page.keyboard.press('u');
  await at(page, 0, 'mine');
  await clickSquare(page, '77');
  await clickSquare(page, '76');
  await at(page, 2, 'mine');
  assert(first === await page.locator('.play-log li').nth(1).locator('strong').textContent(), 'the same seed, the same move');
  await page.locator('#time').check();
  await clickSquare(page, '27');
  await clickSquare(page, '26');
  await becomes(async () => (await page.textContent('.caption')).includes('club player is thinking'), 'takes time');
  await page.locator('#person').selectOption('');
  await clean(page);
});

await story('chaturanga: dice, two moves, pass, programs, take back', DESKTOP, async (page) => {
  await page.goto(`${url}#/play/chaturanga`);
  await at(page, 0, 'dice');
  await page.locator('#told').selectOption('told');
  await page.locator('#die-1').selectOption('3');
  await page.locator('#die-2').selectOption('5');
  await page.locator('#roll').click();
  await at(page, 0, 'choose');
  await clickSquare(page, 'b1');
  await clickSquare(page, 'c3');
  await becomes(async () => await page.locator('#enough').isVisible(), 'one may be enough');
  await picture(page, 'play-chaturanga');
  await press(page, 'd2');
  await press(page, 'd3');
  await at(page, 1, 'dice');
  await page.locator('#die-1').selectOption('2');
  await page.locator('#die-2').selectOption('4');
  await page.locator('#roll').click();
  await at(page, 2, 'dice');
  await becomes(async () => (await page.locator('.play-log li').count()) === 2, 'a program’s turn');
  await page.locator('#undo').click();
  await at(page, 0, 'choose');
  await page.keyboard.press('p');
  await at(page, 1, 'dice');
  await page.locator('#new').click();
  await at(page, 0, 'dice');
  await page.locator('#die-1').selectOption('2');
  await page.locator('#die-2').selectOption('2');
  await page.locator('#roll').click();
  await at(page, 0, 'choose');
  for (const square of ['a1', 'c3', 'c3', 'a5']) await clickSquare(page, square);
  await at(page, 1, 'dice');
  await becomes(async () => (await page.locator('.chatur-board .frozen').count()) === 7, 'an army without its raja');
  await page.locator('#told').selectOption('rolled');
  // programs play until it is Red's turn again, or all is over if a second raja falls; each thinks for seconds on a busy machine
  await page.waitForFunction(() => {
    const play = document.querySelector('main.play').dataset;
    return Number(play.ply) >= 2 && (play.turn === 'dice' || play.turn === 'choose' || play.turn === 'over');
  }, null, { timeout: 120000 });
  await picture(page, 'play-frozen');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert(saved.suggestedFilename() === 'kifu.chatur', 'a record');
  await clean(page);
});

await story('on a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/play`);
  await at(page, 0, 'mine');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await page.locator('#level').selectOption('0');
  await press(page, '77');
  await press(page, '76');
  await at(page, 2, 'mine');
  await becomes(async () => (await page.locator('.play-log .tips').textContent()).includes('人が指す割合'), 'why');
  await picture(page, 'phone-play-shogi');
  await clean(page);
  await page.locator('#person').selectOption('beginner');
  await becomes(async () => (await page.textContent('#person-line')).includes('外挿'), 'beyond what was measured');
  await press(page, '27');
  await press(page, '26');
  await at(page, 4, 'mine');
  await becomes(async () => (await page.textContent('.reason')).includes('初心者'), 'why');
  await becomes(async () => (await wide(page)) <= 0, 'nor with a person');
  await picture(page, 'phone-play-person');
  await page.locator('#person').selectOption('');
  await clean(page);
  await page.goto(`${url}#/play/chaturanga`);
  await at(page, 0, 'dice');
  await page.keyboard.press('r');
  await at(page, 0, 'choose');
  await becomes(async () => (await wide(page)) <= 0, 'nor here');
  await picture(page, 'phone-play-chaturanga');
  await clean(page);
});

await finish();
