// Set sequences on the page in a real browser: node joseki.mjs URL-OF-GO URL-OF-SHOGI PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , go, shogi, pictures] = process.argv;
const { story, picture, answered, games, wide, violations, finish } = await onStage('http://127.0.0.1', pictures);

async function found(page, url, hash = '#/joseki?view=gallery') {
  await page.goto(`${url}${hash}`);
  await page.waitForFunction(() => document.querySelector('main.joseki')?.dataset.found !== undefined);
  return Number(await page.getAttribute('main.joseki', 'data-found'));
}
const shown = async (page) => Number((await page.textContent('.headline strong')).match(/[\d,]+/g).at((await page.getAttribute('html', 'lang')) === 'ja' ? -1 : 0).replace(/,/g, ''));
const cards = (page) => page.locator('.card').count();
const first = (page) => page.locator('.card').first();
const unfolded = async (page, at) => {
  if (!await page.locator(`${at}[open]`).count()) await page.locator(`${at} summary`).click();
};
const filters = (page) => unfolded(page, '.filters details');
const stones = (page, at) => page.locator(`${at} .stone`).count();

// The path in the corner that is answered.
const walked = (page, path) => page.waitForFunction((p) => document.querySelector('main.corner')?.dataset.answered === p, path);
const node = (page, path) => page.locator(`.corner-node[data-path="${path}"]`);
const openings = (page, url, path) => page.request.get(`${url}api/joseki/tree?path=${path.replaceAll(' ', '+')}`).then((r) => r.json());

await story('the tree of a corner: walked by nodes, by the board, by letters and by keys', DESKTOP, async (page) => {
  await page.goto(`${go}#/joseki`);
  await walked(page, '');
  const told = await openings(page, go, ''), first = told.steps[0].moves[0].move;
  await becomes(async () => (await page.textContent('.corner-answers')).includes(told.times.toLocaleString('en')), 'corners are counted as corners');
  await node(page, first).click();
  await walked(page, first);
  assert((await node(page, first).getAttribute('aria-current')) === 'step', 'one knows where one is');
  await becomes(async () => await page.evaluate((p) => document.activeElement.dataset.path === p, first), 'the focus stays in the tree');
  await picture(page, 'corner');
  // a letter on the board, with the pointer
  const disc = await page.locator('.corner-board .disc').first().boundingBox();
  await page.mouse.click(disc.x + disc.width / 2, disc.y + disc.height / 2);
  await page.waitForFunction((p) => document.querySelector('main.corner').dataset.answered?.startsWith(`${p}.`), first);
  const two = await page.evaluate(() => document.querySelector('main.corner').dataset.answered);
  const beside = await openings(page, go, two.replace('.', ' '));
  await becomes(async () => (await page.textContent('.corner-answers')).includes(beside.times.toLocaleString('en')), 'counted again');
  await page.keyboard.press('a');
  await page.waitForFunction((p) => document.querySelector('main.corner').dataset.answered?.startsWith(`${p}.`), two);
  await page.goBack(); // the browser's back takes one move back
  await walked(page, two);
  await page.keyboard.press('Backspace');
  await walked(page, first);
  await node(page, first).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  const other = await page.evaluate(() => document.activeElement.dataset.path);
  assert(other.split(' ').length === 2 && other !== two.replace('.', ' '), `another answer: ${other}`);
  await page.keyboard.press('Enter');
  await walked(page, other.replace(' ', '.'));
  // a point where nobody played
  await page.goto(`${go}#/joseki?path=T19`);
  await walked(page, 'T19');
  await becomes(async () => (await page.textContent('.corner-answers')).includes('No corner'), 'nobody played there');
  await page.goto(`${go}#/joseki?path=${first}`);
  await walked(page, first);
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
});

await story('what do professionals play after this corner?  Three clicks', DESKTOP, async (page) => {
  let clicks = 0;
  const click = (at) => (clicks++, at.click());
  await page.goto(go);
  await page.waitForSelector('.areas a');
  await click(page.getByRole('link', { name: 'Sequences' }));
  await walked(page, '');
  // the corner in question: the second commonest answer to the commonest first stone
  const told = await openings(page, go, ''), one = told.steps[0].moves[0].move, answer = told.steps[1].moves[1].move;
  await click(node(page, `${one} ${answer}`));
  await walked(page, `${one}.${answer}`);
  const row = page.locator('.corner-next .next-row').first(), wanted = (await openings(page, go, `${one} ${answer}`)).steps[2].moves[0];
  await becomes(async () => (await row.textContent()).includes(wanted.move) && (await row.textContent()).includes(wanted.times.toLocaleString('en')), 'what is played next, and how often');
  assert(clicks <= 3, `${clicks} clicks`);
});

await story('the corner on a phone, in Japanese, dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${go}#/joseki`);
  await walked(page, '');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  assert((await page.textContent('main')).includes('定石') && !(await page.textContent('main')).includes('定跡'), 'the words of Go');
  const small = await page.locator('.corner-node, .next-row, .steps .btn').evaluateAll((all) => all.filter((x) => x.getBoundingClientRect().height < 44 || x.getBoundingClientRect().width < 44).length);
  assert(small === 0, `${small} targets are too small`);
  await picture(page, 'corner-phone');
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
});

await story('sequences of Go, their filters and their order', DESKTOP, async (page) => {
  const all = await found(page, go);
  await becomes(async () => all > 24 && (await shown(page)) === all, async () => `${all} sequences, ${await shown(page)} shown`);
  await becomes(async () => (await cards(page)) >= 24, 'the first cards');
  await picture(page, 'joseki-go');
  // a joseki by its name; every count says of what it is
  const named = await page.locator('.card b').allTextContents();
  assert(named.some((text) => /^\d+\. [A-Z][a-z]/.test(text)), `no name among ${named.slice(0, 9)}`);
  assert(/^[\d,]+ times in [\d,]+ games?$/.test(await first(page).locator('.number').getAttribute('title')), 'times and games are told apart');
  await page.locator('.cards li').last().scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelectorAll('.card').length > 24);
  await filters(page);
  await page.locator('#wanted-least').fill('8');
  const long = await shown(page);
  assert(long > 0 && long < all, `${long} of eight moves`);
  await becomes(() => page.url().includes('least=8'), 'in the address');
  await page.locator('#wanted-sort').selectOption('length');
  const lengths = await page.locator('.card .diagram').evaluateAll((list) => list.map((e) => e.getAttribute('aria-label').split(' ').length));
  assert(lengths.every((n, i) => i === 0 || n <= lengths[i - 1]), `by length: ${lengths}`);
  await filters(page);
  await page.locator('#wanted-player').fill('hostile');
  await becomes(async () => (await shown(page)) <= long && (await page.locator('b', { hasText: 'Hostile' }).count()) === 0, 'names are texts');
  await page.locator('#wanted-games').fill('100000');
  await becomes(async () => (await cards(page)) === 0 && (await page.textContent('main')).includes('No sequence'), 'none');
  await page.getByRole('button', { name: 'Reset' }).click();
  await becomes(async () => (await shown(page)) === all, 'all again');
  await filters(page);
  await page.getByLabel('Fold parts of others').check();
  await becomes(async () => (await shown(page)) < all, 'folded');
  await page.locator('#wanted-years').fill('2500');
  await becomes(async () => (await cards(page)) === 0, 'years');
});

await story('one of them: steps, surroundings, and all its games', DESKTOP, async (page) => {
  await found(page, go);
  const text = await first(page).locator('.number').first().textContent();
  await first(page).focus();
  const whole = await stones(page, '.card >> nth=0 >>');
  await page.keyboard.press('ArrowRight');
  await becomes(async () => (await stones(page, '.card >> nth=0 >>')) < whole, 'a step on the card');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await becomes(() => page.url().includes('seq=1'), 'in the address');
  await page.waitForSelector('dialog .likely');
  await becomes(async () => /\d %/.test(await page.locator('dialog .likely').first().textContent()), 'what people would choose');
  await picture(page, 'joseki-go-large');
  const moves = Number((await page.textContent('dialog output')).split('/')[1]);
  await page.keyboard.press('ArrowRight');
  await becomes(async () => (await page.textContent('dialog output')).startsWith('1 /'), 'the first move');
  await page.keyboard.press('End');
  await becomes(async () => (await page.textContent('dialog output')).startsWith(`${moves} /`), 'the last');
  await page.keyboard.press('ArrowDown');
  await becomes(async () => (await page.textContent('#sequence-title')).startsWith('2. '), 'the next sequence');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.dataset.rank === '2');
  await becomes(() => !page.url().includes('seq='), 'closed');
  await first(page).click();
  await page.locator('dialog .main-link').click();
  await page.waitForSelector('main.search .headline strong');
  await answered(page);
  await becomes(async () => (await games(page)) === Number(text.replace(/\D/g, '')), async () => `${await games(page)} of ${text}`);
  await page.goBack();
  await page.waitForSelector('dialog[open]');
  await page.locator('.examples-list a').first().click();
  await page.waitForSelector('.move-list [aria-current]');
  await becomes(async () => Number(await page.locator('.move-list [aria-current]').getAttribute('data-ply')) > 0, 'at its ply');
});

await story('other games, other ways of reading', DESKTOP, async (page) => {
  const all = await found(page, go);
  await page.fill('#joseki-q', 'date:1950..1959');
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => ![undefined, n].includes(document.querySelector('main.joseki').dataset.found), String(all));
  await becomes(() => page.url().includes('q=date'), 'in the address');
  await page.fill('#joseki-q', '');
  await unfolded(page, '.how');
  await page.locator('#joseki-encoding').selectOption('er');
  await page.locator('#joseki-top').selectOption('100');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.waitForFunction(() => document.querySelector('main.joseki').dataset.found === '100');
  await becomes(() => page.url().includes('encoding=er') && page.url().includes('top=100'), () => page.url());
});

await story('a mining that fails', DESKTOP, async (page) => {
  await found(page, go);
  await page.route('**/api/joseki', (route) => route.fulfill({ status: 200, contentType: 'text/event-stream', body: 'event: error\ndata: {"error":{"message":"oh no"}}\n\n' }));
  await page.locator('#joseki-q').press('Enter');
  await page.waitForFunction(() => document.querySelector('.mistake').textContent.includes('oh no'));
});

await story('sequences of shogi, with their positions', DESKTOP, async (page) => {
  const all = await found(page, shogi);
  await becomes(async () => all > 0 && (await shown(page)) < all, 'folded at first');
  const said = await page.textContent('.explained'), within = Number(said.match(/(\d+) are parts of others/)?.[1]);
  assert((await shown(page)) + within === all, `of ${all} there are ${await shown(page)}: ${said}`);
  await becomes(async () => (await page.locator('.card').first().textContent()).includes('parts of it') || within === 0, 'a card says how many it holds');
  await filters(page);
  await becomes(async () => await page.getByLabel('Fold parts of others').isChecked(), 'and says so');
  await page.keyboard.press('Escape');
  const over = await page.locator('.diagram .count').evaluateAll((all) => all.filter((g) => g.querySelector('text').getBBox().width > g.querySelector('circle').getBBox().width).map((g) => g.textContent));
  assert(over.length === 0, `numbers stand over the edge of their discs: ${over}`);
  await picture(page, 'joseki-shogi');
  await first(page).click();
  await page.waitForSelector('dialog[open] .diagram .count');
  await picture(page, 'joseki-shogi-large');
  const number = Number((await page.textContent('dialog .main-link')).replace(/\D/g, ''));
  await page.keyboard.press('Home');
  await becomes(async () => (await page.locator('dialog .diagram .count').count()) === 0, 'before its first move');
  await page.locator('dialog .main-link').click();
  await page.waitForSelector('main.search .headline strong');
  await answered(page);
  await becomes(async () => (await games(page)) === number, async () => `${await games(page)} of ${number}`);
});

for (const [name, url] of [['go', go], ['shogi', shogi]])
  await story(`a phone, in Japanese, dark: ${name}`, { ...PHONE, colorScheme: 'dark' }, async (page) => {
    await found(page, url);
    await becomes(async () => (await page.getAttribute('html', 'lang')) === 'ja', 'Japanese');
    await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
    await picture(page, `joseki-${name}-phone`);
    await page.locator('.filters summary').tap();
    await becomes(async () => await page.locator('#wanted-games').isVisible(), 'filters');
    await picture(page, `joseki-${name}-phone-filters`);
    await becomes(async () => (await wide(page)) <= 0, 'nor with filters');
    const broken = await violations(page);
    assert(broken.length === 0, broken.join('\n'));
    await page.locator('.filters summary').tap();
    await first(page).tap();
    await page.waitForSelector('dialog[open]');
    await picture(page, `joseki-${name}-phone-large`);
    const large = await violations(page);
    await becomes(async () => (await wide(page)) <= 0 && large.length === 0, () => large.join('\n'));
    await page.locator('[data-act="close"]').tap();
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  });

for (const [name, url, theme] of [['go', go, 'light'], ['shogi', shogi, 'dark']])
  await story(`nothing in the way of anybody: ${name}, ${theme}`, { ...DESKTOP, colorScheme: theme }, async (page) => {
    await found(page, url, '#/joseki?seq=1');
    await page.waitForSelector('dialog[open]');
    const large = await violations(page);
    await page.keyboard.press('Escape');
    const all = [...large, ...(await violations(page))];
    assert(all.length === 0, all.join('\n'));
  });

await finish();
