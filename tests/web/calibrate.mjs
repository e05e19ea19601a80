// Calibration on the page in a real browser: node calibrate.mjs URL PICTURES URL-WITHOUT-RESULTS URL-OF-GO COMMAND.json, the
// last being what the command says of the same databases.  Prints TAP.
import { readFileSync } from 'node:fs';
import { DESKTOP, PHONE, assert, becomes, onStage, unfold } from './stage.mjs';

const [, , url, pictures, unfinished, go, command] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures, [unfinished, go]);
const said = readFileSync(command, 'utf8').trim().split('\n').map((line) => JSON.parse(line)).filter((x) => x.condition);

// All that was asked for is on screen.
async function answered(page) {
  await page.waitForFunction(() => document.querySelector('main.calibration')?.dataset.answered === location.hash);
}
async function calibrate(page, args = '', at = url) {
  await page.goto(`${at}#/calibrate${args}`);
  await answered(page);
}
const rows = (page) => page.locator('.fr').evaluateAll((all) => all.map((row) => row.dataset.condition));
const chosen = (page) => page.locator('.fr.on').getAttribute('data-condition');
const labels = (page, column) => page.locator(`.cell-of-forest[data-class="${column}"] svg`).evaluateAll((all) => all.map((x) => x.getAttribute('aria-label')));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const row = (page, condition) => page.locator(`.fr[data-condition="${condition}"]`);
const argsOf = (page) => new URLSearchParams(page.url().replace(/^[^?]*\??/, ''));
async function addCondition(page, text) {
  await page.locator('#add > summary').click();
  await page.fill('#condition', text);
  await page.keyboard.press('Enter');
}

await story('people and engines side by side: the figures of the command', DESKTOP, async (page) => {
  await calibrate(page);
  const sizes = async (column) => (await page.textContent(`#judged-${column}`)).match(/[\d,]+/g).map((n) => Number(n.replaceAll(',', '')));
  for (const column of ['people', 'engines']) {
    const of = said.filter((c) => c.class === column), all = of.find((c) => c.condition === 'all'), danger = of.find((c) => c.condition === 'progress.diff>=0.25');
    assert(same(await sizes(column), [all.positions, all.games, danger.positions]), `${column}: ${await sizes(column)}, the command: ${all.positions} ${all.games} ${danger.positions}`);
    const shown = await labels(page, column), order = await rows(page), sign = (x) => (Math.round(x * 100) === 0 ? '' : x < 0 ? '−' : '\\+') + (Math.round(Math.abs(x) * 100) || '[−+]?0(\\.\\d)?');
    for (const c of of.filter((x) => x.effect_share !== null && x.condition !== 'all'))
      assert(new RegExp(`: ${sign(c.effect_share)} of 100 \\[${sign(c.effect_share_low)}, ${sign(c.effect_share_high)}\\], ${c.effect_share_low > 0 || c.effect_share_high < 0 ? 'sure' : 'not sure'}$`).test(shown[order.indexOf(c.condition)]), `${c.condition}: ${shown[order.indexOf(c.condition)]}, the command: ${c.effect_share}`);
    assert(of.length === order.length + 1, `${order.length} rows`);
  }
  const effects = said.filter((c) => c.class === 'people' && c.effect_share != null), isSure = (c) => c.effect_share_low > 0 || c.effect_share_high < 0;
  const wanted = [...effects].sort((a, b) => isSure(b) - isSure(a) || Math.abs(b.effect_share) - Math.abs(a.effect_share)).filter(isSure).map((c) => c.condition);
  assert(same((await rows(page)).slice(0, wanted.length), wanted), `the sure first: ${await rows(page)}`);
  assert((await page.locator('.curve-column').count()) === 2 && (await page.locator('.curve-column .line').count()) === 4, 'two curves in each');
  const danger = effects.find((c) => c.condition === 'progress.diff>=0.25'), headline = await page.textContent('h1.title');
  assert((await chosen(page)) === 'progress.diff>=0.25' && headline.startsWith('Positions with Black’s king in danger are ') && (!isSure(danger) || headline.includes(`${Math.round(Math.abs(danger.effect_share) * 100)} of 100 ${danger.effect_share < 0 ? 'less' : 'more'} often`)), headline);
  assert((await page.textContent('.under')).startsWith('In engines’ games'), await page.textContent('.under'));
  await picture(page, 'calibrate');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
});

await story('a row shows its curve; both pictures are read at one value, by pointer and keys', DESKTOP, async (page) => {
  await calibrate(page);
  const all = await rows(page), other = all.find((c) => c !== 'progress.diff>=0.25');
  await row(page, other).locator('.cell-of-forest').first().click();
  assert((await chosen(page)) === other && argsOf(page).get('row') === other, 'chosen by a click anywhere');
  await row(page, other).getByRole('button').first().focus();
  await page.keyboard.press(all.indexOf(other) ? 'ArrowUp' : 'ArrowDown');
  assert((await chosen(page)) === all[all.indexOf(other) ? all.indexOf(other) - 1 : 1], 'the one beside it');
  assert(await page.evaluate(() => document.activeElement.closest('.fr.on') !== null), 'which has the focus');
  await row(page, 'progress.diff>=0.25').getByRole('button').first().click();
  const box = await page.locator('.curve-column[data-class="people"] .curve-picture svg').boundingBox();
  await page.mouse.move(box.x + (box.width + 32) / 2, box.y + box.height * 0.3);
  const reading = (column) => page.locator(`.curve-column[data-class="${column}"] .reading`).textContent();
  for (const column of ['people', 'engines']) await becomes(async () => /^king in danger [\d.]+ % \[[\d.]+–[\d.]+\]all at 0: [\d.]+ % /.test(await reading(column)), () => reading(column));
  await page.locator('.marks a[tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const label = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  const at = label.match(/^All positions, value ([−+]?[\d,]+): [\d.]+ % won \([\d.]+–[\d.]+ %\), [\d,]+ positions of [\d,]+ games$/i);
  assert(at && (await reading('engines')).includes(`all at ${at[1]}: `), `${label} / ${await reading('engines')}`);
  await page.keyboard.press('ArrowDown');
  await becomes(async () => (await page.evaluate(() => document.activeElement.getAttribute('aria-label'))).startsWith('Black’s king in danger'), 'another curve');
  await page.keyboard.press('Enter');
  await page.waitForSelector('main.search[data-answered]');
  const query = await page.inputValue('#query');
  assert(query.includes('(progress.diff>=0.25)') && /value[<>]=-?\d+ value<=-?\d+/.test(query), query);
  await becomes(async () => Number((await page.textContent('.headline strong')).replace(/\D/g, '')) > 0, 'there are such games');
});

await story('conditions: typed, mistaken, chosen, removed; all in the address', DESKTOP, async (page) => {
  await calibrate(page, '?when=');
  assert((await rows(page)).length === 0 && (await page.textContent('h1.title')) === 'No condition is compared', 'all positions alone');
  await addCondition(page, 's.hand.fu>=x');
  await becomes(async () => (await page.textContent('#when-mistake')).length > 5 && (await page.getAttribute('#condition', 'aria-invalid')) === 'true', 'said where it is');
  await page.fill('#condition', 'castle:mino');
  await page.keyboard.press('Enter');
  await row(page, 's.castle:mino').waitFor();
  await answered(page);
  assert((await chosen(page)) === 's.castle:mino', 'a name alone is Black’s');
  await page.locator('#add > summary').click();
  await page.selectOption('#choose', 'turn:s');
  await answered(page);
  await addCondition(page, 'progress>=0.5');
  await row(page, 'progress>=0.5').waitFor();
  await answered(page);
  assert((await labels(page, 'people'))[(await rows(page)).indexOf('progress>=0.5')].endsWith('the same for both sides'), 'no effect of what is its own mirror image');
  assert((await page.textContent('h1.title')).includes('the same for both sides'), await page.textContent('h1.title'));
  await page.selectOption('#evaluation', 'material');
  await answered(page);
  await page.fill('#only', 'moves>=20');
  await page.keyboard.press('Tab');
  await answered(page);
  assert(argsOf(page).get('weights') === 'material' && argsOf(page).get('q') === 'moves>=20', page.url());
  assert(!(await page.locator('.marks a').first().getAttribute('href')).includes('value'), 'only the paper’s values can be searched for');
  const before = await rows(page), title = await page.textContent('h1.title');
  await page.reload();
  await answered(page);
  assert(same(await rows(page), before) && (await page.inputValue('#evaluation')) === 'material' && (await page.inputValue('#only')) === 'moves>=20' && (await page.textContent('h1.title')) === title, 'read from it again');
  await row(page, 'progress>=0.5').getByRole('button', { name: 'Remove' }).click();
  await answered(page);
  await row(page, 'turn:s').getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await answered(page);
  assert(same(await rows(page), ['s.castle:mino']), `left: ${await rows(page)}`);
  await page.fill('#only', 's99xx');
  await page.keyboard.press('Tab');
  await becomes(async () => (await page.textContent('#only-mistake')).length > 5 && (await rows(page)).length === 0, 'no old figures beside a fault');
  await page.fill('#only', 'player:nobody');
  await page.keyboard.press('Tab');
  await becomes(async () => (await page.textContent('h1.title')).includes('Nothing to calibrate'), () => page.textContent('h1.title'));
  await page.fill('#only', '');
  await page.keyboard.press('Tab');
  await row(page, 's.castle:mino').waitFor();
  await answered(page);
  await page.locator('#add > summary').click();
  await page.locator('#usual').click();
  await answered(page);
  assert((await rows(page)).length === 8 && !argsOf(page).has('when'), 'the common ones again');
});

await story('databases by class; the files and the table', { ...DESKTOP, acceptDownloads: true }, async (page) => {
  await calibrate(page);
  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    assert(file.suggestedFilename() === `calibration.${name.toLowerCase()}`, file.suggestedFilename());
    return readFileSync(await file.path(), 'utf8');
  };
  const lines = (await saved('CSV')).trim().split('\n').map((line) => line.split(',')), of = (condition, column) => said.find((c) => c.condition === condition && c.class === column);
  assert(lines[0].join() === 'part,class,condition,value,positions,games,share,low,high', lines[0].join());
  for (const [part, column, condition, , positions, games, share] of lines.filter((l) => l[0] === 'effect'))
    assert(part && Number(positions) === of(condition, column).effect_positions && Number(games) === of(condition, column).effect_games && (share === '' ? null : Number(share)) === of(condition, column).effect_share, `${column} ${condition} ${share}`);
  const bins = lines.filter((l) => l[0] === 'curve' && l[1] === 'engines' && l[2] === 'all').map((l) => l.slice(3).map(Number));
  assert(same(bins, of('all', 'engines').bins.map((b) => [b.value, b.positions, b.games, b.rate, b.low, b.high])), 'the bins of the curve');
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  const svg = await saved('SVG'), drawn = await page.evaluate((text) => {
    const el = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    return { name: el.tagName, title: el.querySelector('title')?.textContent, paths: el.querySelectorAll('.line').length, effects: el.querySelectorAll('.sure, .unsure, .few').length };
  }, svg);
  assert(drawn.name === 'svg' && drawn.title === (await page.textContent('h1.title')) && drawn.paths === 4 && drawn.effects === 16, JSON.stringify(drawn));
  assert(!svg.includes('var(') && svg.includes('#f6f3eb') && !svg.includes('href'), 'in the colours of paper');
  await page.locator('#as-table').click();
  await becomes(async () => (await page.locator('.calibration-table tbody tr').count()) > 12 && (await page.locator('.calibration-table table').count()) === 3, 'the same as tables');
  await page.getByRole('button', { name: 'Take out Self play' }).click();
  await answered(page);
  assert((await page.locator('.curve-column').count()) === 1 && argsOf(page).get('people') === 'sample' && (await page.locator('.cell-of-forest').count()) === 8, 'one class, one column');
  await page.locator('.add-database summary').first().click();
  await page.getByRole('button', { name: /^Self play/ }).click();
  await answered(page);
  assert(argsOf(page).get('people') === 'sample\nself-play' && (await page.textContent('#judged-people')).includes('1,900 games'), await page.textContent('#judged-people'));
  await page.reload();
  await answered(page);
  assert((await page.locator('.set .chip').evaluateAll((all) => all.map((c) => c.dataset.db))).join() === 'sample,self-play', 'read from the address');
});

await story('blind spots, their curves, a game to look at; a fit; settings', DESKTOP, async (page) => {
  await calibrate(page);
  await page.locator('.calibration-more > summary').click();
  await page.locator('#discover').click();
  await answered(page);
  const found = page.locator('.findings li[data-condition]');
  await becomes(async () => (await found.count()) > 0, 'found');
  const condition = await found.first().getAttribute('data-condition');
  await becomes(async () => /\d positions of .* games · (distortion|too few)/.test(await found.first().locator('small').last().textContent()), 'size and gap');
  await becomes(async () => (await found.first().locator('a[href^="#/game/sample/"]').count()) > 0, 'examples');
  await found.first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await answered(page);
  await becomes(async () => (await chosen(page)) === condition && (await rows(page)).length === 9, async () => `rows: ${await rows(page)}`);
  assert((await found.count()) > 0, 'the others are still there');
  await page.selectOption('#terms', 'conditions');
  await page.locator('#fit').click();
  await answered(page);
  assert(same((await page.locator('.terms tr[data-term]').evaluateAll((all) => all.map((tr) => tr.dataset.term))).sort(), ['value', ...(await rows(page))].sort()), 'a term for each');
  assert((await page.locator('.pair svg').count()) === 2, 'before and after');
  await page.selectOption('#terms', 'progress');
  await page.selectOption('#model', 'ls');
  await answered(page);
  await becomes(async () => (await page.locator('tr[data-term="attack"]').count()) === 1 && argsOf(page).get('fit') === 'ls', 'of the paper');
  await page.locator('#opposite').check();
  await becomes(async () => (await page.locator('.curve-column .line.dashed').count()) === 2 && argsOf(page).has('opposite'), 'where it does not hold');
  await page.locator('#together').check();
  await answered(page);
  await page.selectOption('#bin', '100');
  await page.selectOption('#min', '5000');
  await answered(page);
  assert(argsOf(page).get('bin') === '100' && argsOf(page).get('min') === '5000', page.url());
  await calibrate(page, '?min=50000&discover=1&fit=ls');
  await becomes(async () => (await page.textContent('.curve-column[data-class="engines"] .hint')) === 'No bin has 50,000 positions.', 'too few for a curve');
  assert((await page.locator('.cell-of-forest .sure, .cell-of-forest .unsure').count()) > 0, 'an effect needs no bins');
  await picture(page, 'calibrate-more');
  const wrong = await violations(page);
  assert(wrong.length === 0, wrong.join('\n'));
});

await story('before the first answer it says what it asks, and there is nothing to save', DESKTOP, async (page) => {
  let letGo;
  const held = new Promise((resolve) => { letGo = resolve; });
  await page.route('**/api/calibrate', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${url}#/calibrate`);
  await page.locator('.working').waitFor();
  assert((await page.textContent('h1.title')) === 'Where is the evaluation wrong?', await page.textContent('h1.title'));
  for (const kind of ['CSV', 'SVG']) assert(await page.getByRole('button', { name: kind }).isDisabled(), `no ${kind} yet`);
  letGo();
  await answered(page);
  for (const kind of ['CSV', 'SVG']) assert(await page.getByRole('button', { name: kind }).isEnabled(), kind);
});

await story('what takes long: the answer before greys, is stopped, fails and is tried again', { ...DESKTOP, forgive: /Failed to load resource/ }, async (page) => {
  await calibrate(page);
  const title = await page.textContent('h1.title');
  await page.route('**/api/calibrate', () => {}); // no answer
  await page.selectOption('#evaluation', 'material');
  await page.locator('.working').waitFor();
  await becomes(async () => (await page.getAttribute('main.calibration', 'aria-busy')) === 'true' && (await page.textContent('h1.title')) === title, 'what was there is there');
  await becomes(() => page.evaluate(() => Number(getComputedStyle(document.querySelector('.forest')).opacity) < 1), 'but grey');
  await page.locator('#stop').click();
  await becomes(async () => (await page.textContent('.mistake[role="alert"]:not([id])')).startsWith('Stopped') && !(await page.locator('.working').isVisible()), 'stopped');
  assert(await page.evaluate(() => Number(getComputedStyle(document.querySelector('.forest')).opacity) < 1), 'still of the question before');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/calibrate', (route) => route.abort());
  await page.selectOption('#evaluation', 'net');
  const again = page.locator('#view').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await again.click();
  await answered(page);
  assert((await page.textContent('.mistake[role="alert"]:not([id])')) === '' && (await page.evaluate(() => document.querySelector('.stale, .busy') === null)), 'answered');
});

await story('a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await calibrate(page, '?when=s.castle:mino%0As.hand.ka%3E%3D2&fit=ml');
  assert((await page.textContent('.compared h2')) === '比べるもの' && /局面/.test(await page.textContent('h1.title')), 'in Japanese');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  const box = await page.locator('.marks a').nth(4).boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await becomes(async () => (await page.locator('.reading text').count()) > 0 && page.url().includes('#/calibrate'), 'the first touch tells');
  await page.locator('#as-table').tap();
  await page.locator('.sets > summary').tap();
  await becomes(async () => (await wide(page)) <= 0 && (await page.locator('#evaluation').isVisible()), 'nor with the table and the settings open');
  await picture(page, 'phone-calibrate');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
  await unfold(page);
  await page.getByRole('button', { name: 'English' }).tap();
  await answered(page);
  await becomes(async () => (await page.textContent('.compared h2')) === 'What is compared', 'in English');
});

await story('games without a result, and another game: a kind word', DESKTOP, async (page) => {
  await calibrate(page, '', unfinished);
  await becomes(async () => (await page.textContent('h1.title')).includes('Nothing to calibrate'), 'no result');
  await becomes(async () => !(await page.locator('#discover').isVisible()), 'nor anything to find');
  await page.goto(`${go}#/calibrate`);
  await page.waitForSelector('.sorry .hint');
  await becomes(async () => (await page.textContent('.sorry')).includes('shogi only'), 'what is supported');
  await becomes(async () => (await page.locator('.areas a', { hasText: 'Calibration' }).count()) === 0, 'not in the menu');
});

await finish();
