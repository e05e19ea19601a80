// Chaturanga at one screen in a real browser: node play-chatur.mjs URL PICTURES.  Prints TAP.
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
const told = async (page, first, second) => {
  await page.locator('#die-1').selectOption(first);
  await page.locator('#die-2').selectOption(second);
  await page.locator('#roll').click();
};

// The players of the four seats, and a game that goes on from a position, with that roll.
const P30 = 'gEgP6/1gP2yRyP2/1gHgBgP1yB1yE/1gP1yH3yP/1gR2bP3/1bBrBbH1bPbE1/rPrPrPrP2bPbR/1rHrE3bP1 y xooo 1b,0,0,0 30 order=any';
const enter = async (page, seats, position, roll) => {
  await page.goto(url);
  await page.evaluate(async ([who, start, dice]) => {
    ['red', 'green', 'yellow', 'black'].forEach((c, i) => localStorage.setItem(`seat-${c}`, who[i]));
    const response = await fetch('api/play/chaturanga', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ position: start, roll: dice }) });
    sessionStorage.setItem('chatur-game', JSON.stringify({ start, past: [], table: await response.json(), paused: true }));
  }, [seats, position, roll]);
  await page.goto(`${url}#/play/chaturanga`);
  await at(page, Number(position.split(' ')[4]), 'choose');
};

await story('dice, two moves, pass, a program, take back', DESKTOP, async (page) => {
  await page.goto(`${url}#/play/chaturanga`);
  await page.waitForSelector('#start');
  await page.locator('#seat-2').selectOption('P1');
  await page.locator('[data-key="told"]').click();
  await picture(page, 'play-chaturanga-setup');
  await page.locator('#start').click();
  await at(page, 0, 'dice');
  await told(page, '3', '5');
  await at(page, 0, 'choose');
  assert((await page.textContent('h1')) === 'Your turn, Red: a 3 and a 5', await page.textContent('h1'));
  const listed = await page.locator('.roll [data-step]').evaluateAll((all) => all.map((b) => b.dataset.step).sort().join(' '));
  assert(listed === 'a2a3 b1a3 b1c3 b2b3 c2c3 d1e1 d1e2 d2d3', `what the roll moves: ${listed}`);
  await becomes(async () => (await page.locator('.chatur-board .source').count()) === 6, 'what can move is marked');
  await clickSquare(page, 'b1');
  await becomes(async () => (await page.locator('.chatur-board circle.reach').count()) === 2, 'its squares are marked');
  await clickSquare(page, 'c3');
  await becomes(async () => await page.locator('#enough').isVisible(), 'one may be enough');
  assert((await page.locator('.under .die.used').count()) === 1, 'the die is used');
  await picture(page, 'play-chaturanga');
  await press(page, 'd2');
  await press(page, 'd3');
  await at(page, 1, 'dice');
  await told(page, '2', '4');
  await at(page, 2, 'dice');
  await becomes(async () => (await page.locator('.turn-row').count()) === 2, 'a program’s turn');
  await page.locator('#undo').click();
  await at(page, 0, 'choose');
  await page.keyboard.press('p');
  await at(page, 1, 'dice');
  await page.locator('#new').click();
  await page.locator('.asking .yes').click();
  await page.locator('#start').click();
  await at(page, 0, 'dice');
  await told(page, '2', '2');
  await at(page, 0, 'choose');
  await page.locator('[data-step="a1c3"]').click();
  await becomes(async () => (await page.textContent('.about-line')) === 'The boat can take Green’s raja.', async () => page.textContent('.about-line'));
  await page.locator('[data-step="c3a5"].takes').click();
  await at(page, 1, 'dice');
  await becomes(async () => (await page.locator('.chatur-board .frozen').count()) === 7, 'an army without its raja');
  assert((await page.textContent('[data-seat="1"]')).includes('you hold its raja'), 'whose captive it is');
  await page.reload();
  await at(page, 1, 'dice');
  await page.locator('a[href*="#/search"]').first().click();
  await page.waitForSelector('main.search');
  await page.goto(`${url}#/play/chaturanga`);
  await at(page, 1, 'dice');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert(saved.suggestedFilename() === 'kifu.chatur', 'a record');
});

await story('what a roll moves, a hint, the exchange that the player is asked about', DESKTOP, async (page) => {
  await enter(page, ['P2', 'P4', 'person', 'P4'], P30, '34');
  assert((await page.textContent('.about-line')).startsWith('The horse can take Green’s raja. You and Black'), await page.textContent('.about-line'));
  await clickSquare(page, 'd5');
  await becomes(async () => (await page.locator('.chatur-board rect.takes').count()) === 2 && (await page.locator('.chatur-board circle.reach').count()) === 3, 'captures ringed, squares dotted');
  await page.keyboard.press('h');
  await page.waitForSelector('.hint-row');
  assert((await page.locator('.hint-row').first().textContent()).includes('d5×b4'), 'the best turn takes the raja');
  const cut = await page.locator('.hint-row, .standing .seat-words > *').evaluateAll((all) => all.flatMap((row) => [row, ...row.children]).filter((el) => el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).overflow !== 'visible').map((el) => el.textContent));
  assert(cut.length === 0, `cut off: ${cut}`);
  await becomes(async () => (await page.locator('.teams .standing .number').allTextContents()).includes('–'), 'no chance of the frozen');
  await picture(page, 'play-chaturanga-hint');
  await clean(page);
  await page.locator('[data-step="d5b4"]').click();
  await page.locator('#enough').click();
  await page.waitForSelector('.ask');
  assert((await page.textContent('h1')) === 'You hold Green’s raja; Black holds Red’s', await page.textContent('h1'));
  const heights = await page.locator('.ask button').evaluateAll((all) => all.map((b) => [b.className, b.offsetHeight].join()));
  assert(heights.length === 2 && heights[0] === heights[1], `answers of equal weight: ${heights}`);
  await becomes(async () => (await page.locator('.chatur-board .frozen').count()) === 14, 'two armies frozen');
  assert(!(await page.locator('.turn-list li').last().textContent()).includes('refused'), 'nothing is said of an answer that is not given');
  await picture(page, 'play-chaturanga-exchange');
  await clean(page);
  await page.reload();
  await page.waitForSelector('.ask');
  await page.locator('#swap-no').click();
  await at(page, 31, 'program');
  assert(await page.evaluate(() => JSON.parse(sessionStorage.getItem('chatur-game')).past[0].made.turn.endsWith('=no')), 'kept');
  await page.keyboard.press('u');
  await at(page, 30, 'choose');
  await page.locator('[data-step="d5b4"]').click();
  await page.locator('#enough').click();
  await page.evaluate(() => { Math.random = () => 0; });
  await page.locator('#swap-yes').click();
  await at(page, 31, 'program');
  await becomes(async () => (await page.textContent('.match-left > [role="status"]')).includes('Black agrees'), 'the program answers after the player');
  await becomes(async () => (await page.locator('.chatur-board .frozen').count()) === 0, 'both come back');
});

await story('programs play on; the winner is counted', DESKTOP, async (page) => {
  // The last two: Red’s horse can take Black’s raja.
  await enter(page, ['person', 'P4', 'P4', 'P4'], '8/8/8/8/8/5bR1bP/8/rRrPrP1rH3 r oxxo 0,1r,1b,0 40 order=any', '33');
  await page.locator('[data-step="e1f3"].takes').click();
  await page.locator('#enough').click();
  await becomes(async () => (await page.getAttribute('main.play', 'data-turn')) === 'over', 'over');
  assert((await page.textContent('h1')) === 'Red won', await page.textContent('h1'));
  await becomes(async () => (await page.locator('[data-seat="0"] .number').last().textContent()) === '1', 'one game won');
  await page.reload();
  await at(page, 41, 'over');
  assert((await page.locator('[data-seat="0"] .number').last().textContent()) === '1', 'counted once');
});

await story('on a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await enter(page, ['person', 'P4', 'person', 'P4'], P30, '34');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  const small = await page.evaluate(() => [...document.querySelectorAll('.under button, .roll button')].filter((b) => b.offsetParent && b.offsetHeight < 44).map((b) => b.textContent));
  assert(small.length === 0, `under 44 px: ${small}`);
  await picture(page, 'phone-play-chaturanga');
  await clean(page);
});

await finish();
