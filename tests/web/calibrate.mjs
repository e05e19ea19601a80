// Calibration on the page in a real browser: node calibrate.mjs URL PICTURES URL-WITHOUT-RESULTS URL-OF-GO.
// Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage, unfold } from './stage.mjs';

const [, , url, pictures, unfinished, go] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures, [unfinished, go]);

// All that was asked for is on screen.
async function answered(page) {
  await page.waitForFunction(() => document.querySelector('main.calibrate')?.dataset.answered === location.hash);
}
async function calibrate(page, args = '', at = url) {
  await page.goto(`${at}#/calibrate${args}`);
  await answered(page);
}
const when = (page) => page.locator('.conditions input').evaluateAll((all) => all.map((i) => i.value));
const drawn = (page) => page.locator('.curve-list > li').evaluateAll((all) => all.map((li) => li.dataset.condition));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

await story('the curves of the paper; a point by keys, and its games', DESKTOP, async (page) => {
  await calibrate(page);
  await becomes(async () => same(await drawn(page), ['all', 'progress.diff>=0.25', 'progress.diff<=-0.25']), async () => `drawn: ${await drawn(page)}`);
  await becomes(async () => (await page.locator('.interval').count()) === 3, 'intervals as bands');
  await becomes(async () => (await page.textContent('#judged')).includes('1,500 games'), async () => await page.textContent('#judged'));
  await page.locator('.marks a[tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const label = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert(/All positions, value [−+]?\d+: [\d.]+ % won \([\d.]+–[\d.]+ %\), [\d,]+ positions of [\d,]+ games/.test(label), label);
  await becomes(async () => (await page.textContent('.readout')).startsWith(label), 'told beneath');
  await page.keyboard.press('ArrowDown');
  await becomes(async () => (await page.evaluate(() => document.activeElement.getAttribute('aria-label'))).includes('king'), 'another curve');
  await page.keyboard.press('End');
  await picture(page, 'calibrate');
  await page.locator('.figures summary').click();
  await becomes(async () => (await page.locator('.figures tbody tr').count()) > 5, 'a table of the same');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await page.locator('.marks a[tabindex="0"]').focus();
  const wanted = await page.evaluate(() => document.activeElement.getAttribute('href'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('main.search[data-answered]');
  const query = await page.inputValue('#query');
  assert(query.includes('(progress.diff>=0.25)') && /value>=-?\d+ value<=-?\d+/.test(query) && wanted.includes(encodeURIComponent('value>=')), query);
  await becomes(async () => Number((await page.textContent('.headline strong')).replace(/\D/g, '')) > 0, 'there are such games');
});

await story('conditions: chosen, typed, mistaken, removed; the opposite; all in the address', DESKTOP, async (page) => {
  await calibrate(page, '?when=');
  await becomes(async () => same(await drawn(page), ['all']), 'of all positions alone');
  await page.selectOption('#choose', 's.castle:mino');
  await answered(page);
  await becomes(async () => same(await drawn(page), ['all', 's.castle:mino']), async () => `drawn: ${await drawn(page)}`);
  await page.getByRole('button', { name: 'The same for White' }).click();
  await answered(page);
  await becomes(async () => same(await when(page), ['s.castle:mino', 'g.castle:mino']), async () => `asked: ${await when(page)}`);
  await page.locator('#add').click();
  await page.keyboard.type('s.hand.fu>=x');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.conditions input[aria-invalid]');
  await becomes(async () => (await page.textContent('#mistake-2')).length > 5, 'said where it is');
  await page.locator('.conditions input').nth(2).fill('turn:s');
  await page.keyboard.press('Tab');
  await answered(page);
  await becomes(async () => (await drawn(page)).length === 4, 'three conditions');
  await page.locator('#opposite').check();
  await becomes(async () => (await page.locator('.line.dashed').count()) >= 3, 'where they do not hold');
  await becomes(() => page.url().includes('opposite=1'), 'in the address');
  await page.selectOption('#evaluation', 'material');
  await answered(page);
  await becomes(() => page.url().includes('weights=material'), 'in the address');
  const link = await page.locator('.marks a').first().getAttribute('href');
  assert(!link.includes('value'), 'only the paper’s values can be searched for');
  await page.reload();
  await answered(page);
  await becomes(async () => same(await when(page), ['s.castle:mino', 'g.castle:mino', 'turn:s']) && (await page.inputValue('#evaluation')) === 'material', 'read from it again');
  await page.locator('.conditions button').first().click();
  await answered(page);
  await becomes(async () => same(await drawn(page), ['all', 'g.castle:mino', 'turn:s']), 'removed');
  await page.locator('details summary').first().click();
  await page.selectOption('#min', '5000');
  await page.selectOption('#bin', '100');
  await answered(page);
  await page.fill('#only', 'player:nobody');
  await page.keyboard.press('Tab');
  await page.waitForSelector('.hint');
  await becomes(async () => (await page.textContent('.hint')).includes('Nothing to calibrate'), async () => await page.textContent('.hint'));
});

await story('blind spots, their curves, a game to look at; a fit', DESKTOP, async (page) => {
  await calibrate(page);
  await page.locator('#discover').click();
  await answered(page);
  const found = page.locator('.findings li[data-condition]');
  await becomes(async () => (await found.count()) > 0, 'found');
  const condition = await found.first().getAttribute('data-condition');
  await becomes(async () => /\d positions of .* games · (distortion|too few)/.test(await found.first().locator('small').last().textContent()), 'size and gap');
  await becomes(async () => (await found.first().locator('a[href^="#/game/sample/"]').count()) > 0, 'examples');
  await picture(page, 'calibrate-findings');
  await found.first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await answered(page);
  await becomes(async () => (await when(page))[0] === condition && (await drawn(page))[1] === condition, 'its curves');
  await becomes(async () => (await found.count()) > 0, 'the others are still there');
  await page.selectOption('#terms', 'conditions');
  await page.locator('#fit').click();
  await answered(page);
  await becomes(async () => same(await page.locator('.terms tr[data-term]').evaluateAll((all) => all.map((tr) => tr.dataset.term)), ['value', ...(await when(page))]), 'a term for each');
  await becomes(async () => (await page.locator('.pair svg').count()) === 2, 'before and after');
  await page.selectOption('#terms', 'progress');
  await page.selectOption('#model', 'ls');
  await answered(page);
  await becomes(async () => (await page.locator('tr[data-term="attack"]').count()) === 1 && page.url().includes('fit=ls'), 'of the paper');
  const wrong = await violations(page);
  assert(wrong.length === 0, wrong.join('\n'));
});

await story('a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await calibrate(page, '?when=s.castle:mino%0As.hand.ka%3E%3D2&fit=ml&discover=1');
  await becomes(async () => (await page.textContent('.findings h2')) === '評価の死角', 'in Japanese');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  const box = await page.locator('.marks a').nth(4).boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector('.readout a');
  await becomes(() => page.url().includes('#/calibrate'), 'the first touch tells');
  await calibrate(page, '?when=s.castle:mino');
  await page.locator('.figures summary').tap();
  await becomes(async () => (await wide(page)) <= 0, 'nor with the table open');
  await picture(page, 'phone-calibrate');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await unfold(page);
  await page.getByRole('button', { name: 'English' }).tap();
  await answered(page);
  await becomes(async () => (await page.textContent('#conditions-title')) === 'Conditions', 'in English');
});

await story('games without a result, and another game: a kind word', DESKTOP, async (page) => {
  await calibrate(page, '', unfinished);
  await becomes(async () => (await page.textContent('.hint')).includes('Nothing to calibrate'), 'no result');
  await becomes(async () => !(await page.locator('#discover').isVisible()), 'nor anything to find');
  await page.goto(`${go}#/calibrate`);
  await page.waitForSelector('.sorry .hint');
  await becomes(async () => (await page.textContent('.sorry')).includes('shogi only'), 'what is supported');
  await becomes(async () => (await page.locator('.areas a', { hasText: 'Calibration' }).count()) === 0, 'not in the menu');
});

await finish();
