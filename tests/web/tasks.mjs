// What a stranger wants to know, with clicks counted: node tasks.mjs URL PICTURES FOLDER, with records to bring in.  Prints TAP.
import { DESKTOP, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures, folder] = process.argv;
const { story, picture, answered, finish } = await onStage(url, pictures);
const api = async (page, path, args) => (await page.request.get(`${url}api/${path}?${new URLSearchParams(args)}`)).json();

// From the front page.  Every click is one, wherever it goes; words are typed.
async function task(name, most, act) {
  await story(`${name} (${most} clicks at most)`, DESKTOP, async (page) => {
    let clicks = 0;
    await page.exposeFunction('clicked', () => clicks++);
    await page.addInitScript(() => addEventListener('click', (e) => e.isTrusted && e.detail && globalThis.clicked(), true));
    await page.goto(url);
    await answered(page);
    await act(page);
    await picture(page, `task-${name.replace(/\W+/g, '-')}`);
    assert(clicks > 0 && clicks <= most, `${clicks} clicks`);
  });
}

await task('how does mino do against anaguma since 1990, for the mino side?', 4, async (page) => {
  const field = page.locator('#add');
  await field.click();
  await page.locator('.picker .card[data-word="castle:mino"]').click();
  await page.locator('.picker .card[data-word="castle:anaguma"]').click(); // the other side's is what one asks for next
  await field.click();
  await page.keyboard.type('since 1990');
  await page.keyboard.press('Enter');
  const told = await api(page, 'search', { query: 'either(s.castle:mino g.castle:anaguma) date:1990..', limit: 0, db: 'shogi' });
  assert(told.games > 0, 'there are such games');
  await becomes(async () => (await page.locator('.headline strong').textContent()).startsWith(`${told.games} game`), () => page.textContent('.headline'));
  await becomes(async () => (await page.textContent('.headline')).includes('the mino side won'), () => page.textContent('.headline'));
  const { wins, draws, losses } = told.own;
  assert((await page.locator('.verdict .wdl').first().getAttribute('aria-label')).startsWith(`won ${wins}, drawn ${draws}, lost ${losses}`), 'for the mino side');
});

await task('what is played after this corner?', 4, async (page) => {
  await page.locator('.chooser summary').click();
  await page.locator('.chooser').getByRole('link', { name: 'go' }).click();
  await page.getByRole('link', { name: 'Sequences' }).click();
  const tree = (path) => api(page, 'joseki/tree', { path, db: 'go' });
  const told = await tree(''), one = told.steps[0].moves[0].move, answer = told.steps[1].moves[1].move; // the second commonest answer
  await page.locator(`.corner-node[data-path="${one} ${answer}"]`).click();
  const wanted = (await tree(`${one} ${answer}`)).steps[2].moves[0], row = page.locator('.corner-next .next-row').first();
  await becomes(async () => (await row.textContent()).includes(wanted.move) && (await row.textContent()).includes(wanted.times.toLocaleString('en')), 'the move, and how often');
});

await task('bring in a folder, find my own games, and see where I lost the last one', 5, async (page) => {
  await page.locator('nav.areas').getByRole('link', { name: 'Import' }).click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: /folder/i }).first().click()]);
  await chooser.setFiles(folder);
  await becomes(async () => (await api(page, 'search', { query: 'player:"Hanako Mori"', limit: 0, db: 'shogi' })).games === 2, 'both are in');
  await page.locator('nav.areas').getByRole('link', { name: 'Search' }).click();
  await page.locator('#add').click();
  await page.keyboard.type('Hanako Mori');
  await page.keyboard.press('Enter');
  await answered(page);
  await becomes(async () => (await page.textContent('.headline')).startsWith('2 games'), () => page.textContent('.headline'));
  await page.locator('.hits a', { hasText: 'Taro Hayashi' }).click();
  await page.locator('.graph .turn-word', { hasText: /^3 B-5e \?/ }).waitFor(); // the move that decided it
});

await task('play a club player with a rook handicap', 4, async (page) => {
  await page.locator('nav.areas').getByRole('link', { name: 'Play' }).click();
  await page.locator('[data-key="club-player"]').click();
  await page.locator('[data-key="rook"]').click();
  await page.locator('#start').click();
  await page.waitForFunction(() => document.querySelector('main.play')?.dataset.turn === 'mine' && document.querySelector('main.play').dataset.ply === '1');
  assert((await page.locator('[data-square="82"]').getAttribute('aria-label')).includes('nothing'), 'without the rook');
});

await finish();
