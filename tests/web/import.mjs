// Importing on the page in a real browser: node import.mjs URL PICTURES FOLDER URL, the second
// address being that of a database of chaturanga.  Prints TAP.
import { readFileSync } from 'node:fs';
import { DESKTOP, PHONE, assert, becomes, onStage, unfold } from './stage.mjs';

const [, , url, pictures, folder, fourUrl] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures, [fourUrl]);

const phase = (page, wanted) => page.waitForFunction((p) => document.querySelector('main.import')?.dataset.phase === p, wanted);
// Of the bar: {new, partial, twice, refused}; those that are none are not there.
const figures = (page) => page.$$eval('[data-part]', (all) => all.map((d) => `${d.dataset.part} ${d.textContent.replace(/\D/g, '')}`).join(', '));
const title = (page) => page.textContent('.import .title');
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
};
const info = (page) => page.evaluate(() => fetch('api/info').then((r) => r.json()));
const games = async (page, db) => (await info(page)).databases.find((d) => d.name === db).games;

// Files as a drop of the mouse brings them.
async function drop(page, files) {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const [name, bytes] of list) transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
    return transfer;
  }, files.map((name) => [name.split('/').at(-1), readFileSync(`${folder}/${name}`).toString('base64')]));
  for (const type of ['dragenter', 'dragover']) await page.dispatchEvent('body', type, { dataTransfer: data });
  await becomes(async () => await page.evaluate(() => document.body.classList.contains('dropping')), 'the page shows that it takes them');
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

await story('a file is dropped, the game shown, dropped again', DESKTOP, async (page) => {
  await page.goto(`${url}#/import`);
  await page.waitForSelector('main.import');
  const served = page.locator('.served tbody tr').first();
  await becomes(async () => /^sample\s*shogi\s*20/.test(await served.innerText()), () => served.innerText());
  await picture(page, 'import-empty');
  await clean(page);
  await drop(page, ['many.csa']);
  await phase(page, 'done');
  await becomes(async () => (await figures(page)) === 'new 60', async () => `taken: ${await figures(page)}`);
  assert((await title(page)) === '60 games came in', await title(page));
  await becomes(async () => (await games(page, 'sample')) === 80, 'in the database');
  await becomes(async () => (await page.textContent('.about')).includes('80'), 'and in the head of the page');
  await becomes(async () => /^sample\s*shogi\s*80/.test(await served.innerText()), 'and among the databases');
  await clean(page);
  await drop(page, ['many.csa']);
  await becomes(async () => (await figures(page)) === 'twice 60', async () => `taken: ${await figures(page)}`);
  assert((await title(page)) === 'Nothing new came in; 60 were there already', await title(page));
  assert((await page.textContent('#twice')).includes('were not read again'), 'and why');
  await becomes(async () => (await games(page, 'sample')) === 80, 'nothing twice');
});

await story('labels stay; the new games are searched; another database, and taken back', DESKTOP, async (page) => {
  await page.goto(`${url}#/import`);
  await page.locator('#into').selectOption('other');
  await page.locator('#tag').fill('club evening');
  await page.keyboard.press('Enter');
  await page.locator('#tag').fill('gzip'); // not ended: it counts nevertheless
  await page.locator('#files').setInputFiles(`${folder}/packed.csa.gz`);
  await phase(page, 'done');
  await becomes(async () => (await games(page, 'other')) === 12, 'seven more');
  await becomes(async () => (await page.textContent('.imports')).includes('club evening, gzip'), 'in the list of imports');
  await page.locator('#search-new').click();
  await page.waitForSelector('main.search .hits li');
  await becomes(async () => (await page.textContent('.headline strong')).startsWith('7'), 'exactly those');
  await page.reload();
  await page.goto(`${url}#/import`);
  const labels = () => page.$$eval('.import-form .chip', (all) => all.map((c) => c.textContent).join());
  await becomes(async () => (await labels()) === 'club evening,gzip', async () => `labels are still there: ${await labels()}`);
  const row = page.locator('.imports tbody tr', { hasText: 'packed.csa.gz' });
  await row.waitFor(); // and so is the import
  for (let i = 0; i < 2; i++) await page.locator('.import-form .chip .x').first().click();
  await row.locator('.act button').click();
  assert((await row.textContent()).includes('Remove 7 games again?'), 'it asks where it stands');
  await page.keyboard.press('Escape');
  await row.locator('.act button').click();
  await row.locator('.yes').click();
  await becomes(async () => (await row.textContent()).includes('taken back'), 'taken back');
  await becomes(async () => (await games(page, 'other')) === 5, 'the games are gone');
});

await story('a record is pasted, into a new database; kept twice; its game deleted', DESKTOP, async (page) => {
  await page.goto(`${url}#/import`);
  await page.locator('#new-one').click();
  await page.locator('#new-database').fill('Pasted');
  await page.locator('#paste').click();
  await page.locator('#pasted').fill(readFileSync(`${folder}/folder/illegal.csa`, 'utf8'));
  await page.locator('#take-pasted').click();
  await phase(page, 'done');
  await becomes(async () => (await games(page, 'Pasted')) === 1, 'a database was made');
  await becomes(async () => (await page.$eval('#into', (s) => s.value)) === 'Pasted', 'and is chosen');
  assert((await page.textContent('.problems')).includes('Pasted record'), 'it has no name');
  await page.locator('[data-key="keep"]').click();
  await page.locator('#files').setInputFiles(`${folder}/folder/illegal.csa`);
  await page.waitForFunction(() => document.querySelector('.problems')?.textContent.includes('illegal.csa'));
  await becomes(async () => (await games(page, 'Pasted')) === 2, 'both are kept');
  await page.locator('[data-key="merge"]').click();
  await page.locator('#first').click();
  await page.waitForSelector('main.replay .move-list li');
  await becomes(() => page.url().includes('#/game/Pasted/1'), () => page.url());
  await page.locator('.about-game > summary').click();
  await page.locator('#delete').click();
  await page.locator('.deleting .yes').click();
  await page.waitForSelector('main.search');
  await becomes(async () => (await games(page, 'Pasted')) === 1, 'it is gone');
});

await story('all games of a search are deleted', DESKTOP, async (page) => {
  await page.goto(`${url}#/search?q=id:20..24`);
  await page.waitForSelector('.hits li');
  await page.locator('.saving summary').first().click();
  await page.locator('#delete-all').click();
  await page.waitForSelector('.deleting .asking');
  assert((await page.textContent('.deleting')).includes('Delete 5 games for good?'), 'it says how many');
  await clean(page);
  await page.locator('.deleting .yes').click();
  await becomes(async () => (await games(page, 'sample')) === 75, 'they are gone');
});

await story('a folder with problems, on a phone, in Japanese', PHONE, async (page) => {
  await page.goto(`${url}#/import`);
  await page.waitForSelector('main.import');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await picture(page, 'import-phone-empty');
  await page.locator('#folder').setInputFiles(`${folder}/folder`);
  await phase(page, 'done');
  await becomes(async () => (await figures(page)) === 'new 3, partial 1, refused 1', async () => `taken: ${await figures(page)}`);
  const text = await page.textContent('.problems');
  assert(text.includes('rubbish.txt') && text.includes('illegal.csa'), `problems: ${text}`);
  const named = page.locator('.problem b', { hasText: 'illegal.csa' });
  assert((await named.textContent()) === 'illegal.csa' && (await named.getAttribute('title')).endsWith('folder/illegal.csa'), 'a name without its path');
  assert(text.includes('6 行目'), 'with their lines');
  assert(text.includes('3 手目の +7775FU は指せません: ７七 に歩がありません（1 手目に ７六 へ動いています）。'), `and why: ${text}`);
  assert(!text.includes('hidden'), 'hidden files are left alone');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#save-problems').click()]);
  assert(saved.suggestedFilename() === 'kifu-import.jsonl', 'a list');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
  await picture(page, 'import-phone');
  await clean(page);
});

await story('problems in English, dark; dropped on another area', { ...DESKTOP, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/search`);
  await page.waitForSelector('.headline strong');
  await drop(page, ['folder/rubbish.txt', 'many.csa', 'another.csa', 'odd.usi']);
  await phase(page, 'done');
  await becomes(() => page.url().includes('#/import'), 'the area shows itself');
  await becomes(async () => (await page.textContent('.problems')).includes('rubbish.txt'), 'what could not be read');
  await picture(page, 'import-dark');
  const odd = page.locator('.problem', { hasText: 'odd.usi' });
  assert((await odd.count()) === 1 && (await odd.textContent()).includes('and 4 more'), 'a file of which nothing can be read is one row');
  await page.locator('.problem', { hasText: 'another.csa' }).locator('button').click();
  await becomes(async () => (await page.$('.below [data-square="76"] .piece, .below .board')) !== null, 'the position before it');
  assert((await page.textContent('.below')).includes('before move 3'), 'which one that is');
  await page.locator('.problem', { hasText: 'rubbish.txt' }).locator('button').click();
  await becomes(async () => (await page.textContent('.text-lines')).includes('no record at all'), 'the text of what is none');
  await clean(page);
  await picture(page, 'import-open');
  await unfold(page);
  await page.locator('.areas a').first().click();
  await page.waitForSelector('.headline strong');
  await page.goBack();
  await phase(page, 'done');
});

await story('an import is stopped, and goes on while another area is on screen', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(`${url}#/import`);
  await page.locator('#files').setInputFiles(`${folder}/long.csa`);
  await phase(page, 'reading');
  await unfold(page);
  await page.locator('.areas a').first().click();
  await page.waitForSelector('main.search');
  await page.goBack();
  await page.waitForSelector('#stop:visible');
  await picture(page, 'import-running');
  await page.locator('#stop').click();
  await phase(page, 'done');
  await becomes(async () => (await title(page)).includes('中止しました'), 'stopped');
  await becomes(async () => (await title(page)).match(/\d/) !== null, 'with what was read');
  await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
});

await story('what is too large is told before it is sent', DESKTOP, async (page) => {
  const info = await (await fetch(`${url}api/info`)).json();
  await page.route('**/api/info', (route) => route.fulfill({ json: { ...info, import: { file: 1000, total: 2000 } } }).catch(() => {}));
  let asked = 0;
  page.on('request', (r) => (asked += r.url().includes('/api/import?')));
  await page.goto(`${url}#/import`);
  await page.locator('#files').setInputFiles(`${folder}/many.csa`);
  await phase(page, 'failed');
  await becomes(async () => (await page.textContent('.import .error')).includes('many.csa'), 'named');
  assert(asked === 0, 'nothing was sent');
});

await story('a game against the engine is saved, and shown', DESKTOP, async (page) => {
  await page.goto(`${url}#/play/shogi`);
  await page.locator('#my-name').fill('Ada <b>Lovelace');
  await page.goto(`${url}#/play/shogi?moves=7g7f,3c3d`);
  await page.waitForFunction(() => document.querySelector('main.play')?.dataset.turn === 'mine');
  await page.locator('#resign').click();
  await page.locator('.asking .yes').click();
  await page.waitForFunction(() => document.querySelector('main.play')?.dataset.turn === 'over');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('main.play')?.dataset.turn === 'over');
  await becomes(() => page.url().includes('end=resign'), 'a reload leaves it over');
  await page.locator('.review[data-reviewed]').waitFor(); // until then what is below moves
  await page.locator('#keep-in').selectOption('other');
  await picture(page, 'save-shogi');
  await clean(page);
  await page.locator('#keep').click();
  await page.locator('#kept a').click();
  await page.waitForSelector('main.replay .move-list li');
  await becomes(async () => (await page.textContent('.details')).includes('Ada <b>Lovelace'), 'with the names');
  await becomes(async () => (await page.$$('.move-list li')).length === 3, 'and the moves');
  await becomes(() => page.url().includes('#/game/other/'), 'in that database');
});

const turn = (page, wanted) => page.waitForFunction((t) => document.querySelector('main.play')?.dataset.turn === t, wanted);
const press = async (page, square) => {
  await page.locator(`[data-square="${square}"]`).focus();
  await page.keyboard.press('Enter');
};
const people = async (page) => {
  for (const i of [0, 1, 2, 3]) await page.locator(`#seat-${i}`).selectOption('person');
};
const roll = async (page, first, second) => {
  await page.locator('#die-1').selectOption(first);
  await page.locator('#die-2').selectOption(second);
  await page.locator('#roll').click();
  await turn(page, 'choose');
};

await story('chaturanga: rules, a reload, saved and shown', { ...DESKTOP }, async (page) => {
  await page.goto(`${fourUrl}#/play`);
  await turn(page, 'setup');
  await people(page);
  await page.locator('[data-key="told"]').click();
  await page.locator('.rules summary').click();
  await page.locator('#rule-pass').selectOption('forced');
  await page.locator('#start').click();
  await turn(page, 'dice');
  await page.waitForFunction(() => sessionStorage.getItem('chatur-game').includes('pass=forced'));
  await roll(page, '3', '5');
  await becomes(async () => await page.locator('#pass').isDisabled(), 'nobody passes who can move');
  await press(page, 'b1');
  await press(page, 'c3');
  await page.locator('#enough').click();
  await turn(page, 'dice');
  await page.reload();
  await turn(page, 'dice');
  await becomes(async () => (await page.$$('.turn-list li')).length === 1, 'the game is still there');
  await becomes(async () => (await page.evaluate(() => document.querySelector('main.play').dataset.ply)) === '1', 'at its place');
  await page.keyboard.press('u');
  await turn(page, 'choose');
  await press(page, 'b1');
  await press(page, 'a3');
  await page.locator('#enough').click();
  await turn(page, 'dice');
  await page.locator('#keep').click();
  for (const [colour, name] of [['red', 'Asha'], ['green', 'Bela'], ['yellow', 'Chitra'], ['black', 'Dev']]) await page.locator(`#name-${colour}`).fill(name);
  await picture(page, 'save-chaturanga');
  await clean(page);
  await page.locator('#keep-now').click();
  await page.locator('#kept').click();
  await page.waitForSelector('main.replay .move-list li');
  await becomes(async () => (await page.textContent('.details')).includes('Chitra'), 'with four names');
  await page.keyboard.press('End');
  await becomes(async () => (await page.getAttribute('[data-square="a3"]', 'aria-label')).includes('horse'), 'and its board');
  await page.waitForFunction(() => document.querySelector('main.replay').dataset.elsewhere === '1');
  await picture(page, 'game-chaturanga');
  await clean(page);
});

/* Red has green's raja; black takes yellow's: both are asked, and both are people. */
const QUESTION = '8/6yP1/4yR1bR1/1gP6/8/6bP1/3rP4/3rR4 b oxoo 0,1r,0,0 10 order=any';
for (const [says, waits] of [['yes', true], ['no', false]])
  await story(`chaturanga: an exchange of rajas is for people to decide: ${says}`, { ...PHONE }, async (page) => {
    await page.goto(fourUrl);
    await page.evaluate(async (position) => {
      const response = await fetch('api/play/chaturanga', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ position }) });
      sessionStorage.setItem('chatur-game', JSON.stringify({ start: position, past: [], table: await response.json(), paused: false }));
      for (const colour of ['red', 'green', 'yellow', 'black']) localStorage.setItem(`seat-${colour}`, 'person');
      localStorage.setItem('dice', 'told');
    }, QUESTION);
    await page.goto(`${fourUrl}#/play/chaturanga`);
    await turn(page, 'dice');
    await roll(page, '5', '5');
    for (const step of ['g6f6', 'f6e6']) await page.locator(`[data-step="${step}"]`).click();
    await turn(page, 'exchange');
    await becomes(async () => (await page.textContent('h1')).startsWith('赤は'), () => page.textContent('h1'));
    await becomes(async () => (await wide(page)) <= 0, 'nothing sticks out');
    await picture(page, `exchange-${says}`);
    await page.locator('#swap-yes').click();
    await becomes(async () => (await page.textContent('h1')).startsWith('黒は'), () => page.textContent('h1'));
    await page.locator(`#swap-${says}`).click();
    await turn(page, 'dice');
    const words = await page.textContent('.teams');
    assert(words.includes('復帰待ち') === waits, `green and yellow: ${words}`);
  });

await story('records of chaturanga are dropped, in Japanese', { ...DESKTOP, locale: 'ja-JP' }, async (page) => {
  await page.goto(`${fourUrl}#/import`);
  await page.locator('#files').setInputFiles([`${folder}/two.chatur`, `${folder}/many.csa`]);
  await phase(page, 'done');
  await becomes(async () => (await page.textContent('.problems')).includes('many.csa'), 'another game is refused');
  await picture(page, 'import-ja');
});

await finish();
