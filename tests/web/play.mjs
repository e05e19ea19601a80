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

// A game without a clock against the engine at its quickest.
const begin = async (page, where = '') => {
  await page.goto(`${url}#/play${where}`);
  await page.locator('[data-key="engine"]').click();
  await page.locator('.togs [data-key="0"]').first().click();
  await page.locator('#start').click();
};

await story('shogi: a club player with a rook handicap, in four clicks', DESKTOP, async (page) => {
  let clicks = 0;
  const click = async (what) => {
    clicks++;
    await page.locator(what).click();
  };
  await page.goto(url);
  await click('.areas a[href="#/play"]');
  await click('[data-key="club-player"]');
  await click('[data-key="rook"]');
  await becomes(async () => (await page.getAttribute('[data-square="82"]', 'aria-label')).includes('nothing'), 'the board shows the handicap at once');
  await becomes(async () => (await page.textContent('.match-left')).includes('without the rook'), 'and its words');
  await picture(page, 'play-setup');
  await click('#start');
  await at(page, 1, 'mine');
  assert(clicks <= 4, `${clicks} clicks`);
  await becomes(async () => (await page.textContent('.strip')).includes('Club player'), 'who it is');
  await clean(page);
});

await story('shogi: a person opens as the games of a query do', { ...DESKTOP, forgive: /status of 400/ }, async (page) => {
  await page.goto(`${url}#/play/shogi`);
  await page.locator('[data-key="beginner"]').click();
  await page.fill('#opens', 'no such: thing');
  await page.keyboard.press('Tab');
  await becomes(async () => (await page.textContent('.opens [role=status]')).length > 10 && !/games? of/.test(await page.textContent('.opens [role=status]')), 'a fault is told');
  await page.fill('#opens', 'ply:0..');
  await page.locator('.set [data-key="g"]').first().click(); // White: the person moves first
  await page.locator('#start').click();
  await at(page, 1, 'mine');
  await becomes(async () => /played in \d+ of 20 games of the query/i.test(await page.textContent('.why-words')), () => page.textContent('.why-words'));
  assert(!/[1-9][a-i][1-9][a-i]/.test(await page.textContent('.why-words')), 'in the notation of the page');
  await page.goto(`${url}#/play/shogi`);
  await page.reload();
  await clean(page);
});

await story('shogi: moves, take back, resignation asks, the game survives, a review, a record', DESKTOP, async (page) => {
  await begin(page);
  await at(page, 0, 'mine');
  await clickSquare(page, '77');
  await becomes(async () => (await page.locator('.reach').count()) === 1, 'one square for a pawn');
  await clickSquare(page, '76');
  await at(page, 2, 'mine');
  await becomes(async () => /people play it/i.test(await page.textContent('.why-words')), () => page.textContent('.why-words'));
  assert(!/[1-9][a-i][1-9][a-i]/.test(await page.textContent('.match-right')), 'moves are in one notation');
  await press(page, '27');
  await becomes(async () => (await page.getAttribute('[data-square="26"]', 'aria-label')).includes('can go here'), 'told to screen readers');
  await press(page, '26');
  await at(page, 4, 'mine');
  await becomes(() => page.url().includes('moves=7g7f'), 'in the address');
  await clickSquare(page, '28');
  await picture(page, 'play-shogi');
  await page.keyboard.press('u');
  await at(page, 2, 'mine');
  await clickSquare(page, '27');
  await clickSquare(page, '26');
  await at(page, 4, 'mine');
  await page.locator('.areas a[href="#/search"]').click();
  await page.waitForSelector('main.search');
  await page.locator('.areas a[href="#/play"]').click();
  await at(page, 4, 'mine');
  await page.locator('#resign').click();
  await becomes(async () => await page.locator('.asking .btn').first().evaluate((b) => b === document.activeElement), 'asked where it stands');
  await page.keyboard.press('Escape');
  await becomes(async () => await page.locator('#resign').evaluate((b) => b === document.activeElement), 'the focus is not lost');
  assert((await page.locator('main.play').getAttribute('data-turn')) === 'mine', 'nobody resigned');
  await page.locator('#resign').click();
  await page.locator('.asking .yes').click();
  await at(page, 4, 'over');
  await becomes(async () => (await page.textContent('.title')).startsWith('White won in 4 moves'), 'the result');
  await page.waitForSelector('[data-reviewed]');
  await becomes(async () => (await page.locator('.value-graph .line').getAttribute('d')).length > 10, 'a graph');
  await page.keyboard.press('ArrowLeft');
  await becomes(async () => (await page.textContent('.where b')) === '3', 'steps');
  await page.reload();
  await at(page, 4, 'over');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert(saved.suggestedFilename() === 'kifu.kif', 'a record');
  await clean(page);
  await page.locator('#again').click();
  await at(page, 1, 'mine');
  await page.locator('#new').click();
  await becomes(async () => (await page.getAttribute('main.play', 'data-turn')) === 'setup', 'a new game');
});

await story('shogi: turning points, and play on from one', DESKTOP, async (page) => {
  // a bishop is given away at move 19
  const moves = '7g7f,3c3d,2g2f,8c8d,2f2e,8d8e,2e2d,2c2d,2h2d,4a3b,2d2h,P*2c,6i7h,8e8f,8g8f,8b8f,8h2b%2B,3a2b,B*7g,8f8i%2B';
  await page.goto(`${url}#/play/shogi?moves=${moves}&end=resign`);
  await at(page, 20, 'over');
  await page.waitForSelector('.tp');
  assert((await page.locator('.tp').count()) <= 5, 'at most five');
  await becomes(async () => /19 B\*7g.*better/.test(await page.locator('.tp').first().textContent()), async () => await page.locator('.tp').first().textContent());
  await becomes(async () => (await page.locator('.tp p').first().textContent()).includes('Of 100'), 'how many would have found it');
  await page.getByRole('button', { name: 'Show' }).first().click();
  await becomes(async () => (await page.locator('.arrow').count()) === 2, 'what was played and what was better');
  await picture(page, 'play-review');
  await clean(page);
  await page.getByRole('button', { name: 'Play on from here' }).first().click();
  await at(page, 18, 'mine');
});

await story('shogi: promotion, drops, mate, as White, from a position, a clock that runs out', DESKTOP, async (page) => {
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
  await becomes(async () => (await page.textContent('.match-left')).includes('mated at move 1'), 'mate');
  await page.goto(`${url}#/play/shogi?side=w`);
  await at(page, 1, 'mine');
  await page.locator('#new').click();
  await page.locator('[data-key="position"]').click();
  await page.fill('#from-position', '4k4/9/4P4/9/9/9/9/9/4K4 b GS 1');
  await page.getByRole('button', { name: 'Use it' }).click();
  await becomes(async () => (await page.locator('main .board .koma').count()) === 3, 'the board shows it');
  await page.locator('[data-key="other"]').click();
  await page.getByLabel('minutes').fill('0');
  await page.getByLabel('seconds a move').fill('1');
  await page.locator('#start').click();
  await at(page, 0, 'over');
  await becomes(async () => (await page.textContent('.match-left')).includes('out of time'), 'time is up');
});

await story('shogi: a person, why, a hint, the same seed', DESKTOP, async (page) => {
  await page.goto(`${url}#/play`);
  await page.locator('[data-key="club-player"]').click();
  await becomes(async () => (await page.locator('[data-key="club-player"]').textContent()).includes('Elo'), 'measured');
  await page.locator('#start').click();
  await at(page, 0, 'mine');
  await page.keyboard.press('h');
  await becomes(async () => (await page.locator('.hints li').count()) === 5, 'what people would play');
  await becomes(async () => (await page.locator('.hints').textContent()).includes('%'), 'how many');
  await becomes(async () => (await page.locator('.arrow').count()) === 1, 'the first of them on the board');
  await clickSquare(page, '77');
  await clickSquare(page, '76');
  await at(page, 2, 'mine');
  await becomes(async () => (await page.locator('.hints li').count()) === 0, 'no hint for another position');
  await becomes(async () => (await page.textContent('.why-words')).includes('of 100 club players'), 'why');
  const first = await page.locator('.pairs .cur').textContent();
  await picture(page, 'play-person');
  await page.reload();
  await at(page, 2, 'mine');
  await becomes(async () => (await page.textContent('.why-words')).includes('of 100 club players'), 'still why');
  await page.keyboard.press('u');
  await at(page, 0, 'mine');
  await clickSquare(page, '77');
  await clickSquare(page, '76');
  await at(page, 2, 'mine');
  assert(first === await page.locator('.pairs .cur').textContent(), 'the same seed, the same move');
  await clean(page);
});

await story('on a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/play`);
  await page.locator('[data-key="beginner"]').click();
  await becomes(async () => (await page.locator('[data-key="beginner"]').textContent()).includes('外挿'), 'beyond what was measured');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  const small = await page.evaluate(() => [...document.querySelectorAll('main.play button')].filter((b) => b.offsetParent && b.offsetHeight < 44).map((b) => b.textContent));
  assert(small.length === 0, `under 44 px: ${small}`);
  await picture(page, 'phone-play-setup');
  await clean(page);
  await page.locator('#start').click();
  await at(page, 0, 'mine');
  await press(page, '77');
  await press(page, '76');
  await at(page, 2, 'mine');
  await becomes(async () => (await page.textContent('.why-words')).includes('初心者'), 'why');
  await becomes(async () => (await wide(page)) <= 0, 'nor in a game');
  await picture(page, 'phone-play-person');
  await clean(page);
});

await finish();
