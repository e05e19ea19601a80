// The page without games, in a real browser: node empty.mjs URL PICTURES URL URL FILE URL: two servers with an
// empty database that take records, one that takes none, a record, and a server without any database.  Prints TAP.
import { readFileSync } from 'node:fs';
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures, secondUrl, fixedUrl, file, noneUrl] = process.argv;
const { story, picture, wide, violations, finish } = await onStage(url, pictures, [secondUrl, fixedUrl, noneUrl]);
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
};

await story('no games: Import is the page; sample games by a button', DESKTOP, async (page) => {
  await page.goto(url);
  await page.waitForSelector('#empty');
  assert((await page.textContent('.title')) === 'No games yet. Bring in games, or try the sample', await page.textContent('.title'));
  await picture(page, 'empty');
  await clean(page);
  await page.goto(`${url}#/search`);
  await page.waitForSelector('#no-games');
  await clean(page);
  for (const area of ['explore', 'matrix', 'player', 'compare', 'joseki', 'calibrate']) {
    await page.goto(`${url}#/${area}`);
    await page.waitForSelector('.without-games #no-games h1'); // no figures of nothing
    if (area === 'explore') await clean(page);
  }
  await page.locator('#no-games a').click();
  await page.locator('#samples-shogi').click();
  await page.waitForSelector('.hits li');
  await becomes(async () => (await page.textContent('.about')).includes('1,000'), async () => page.textContent('.about'));
  assert((await page.$('#empty')) === null, 'the page shows games now');
  await picture(page, 'empty-filled');
});

await story('no games: a record is dropped, on a phone, in Japanese', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await page.goto(secondUrl);
  await page.waitForSelector('#empty');
  assert((await page.textContent('#empty')).includes('ここへ'), 'in Japanese');
  assert((await wide(page)) <= 0, 'nothing sticks out');
  await picture(page, 'empty-phone');
  await clean(page);
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'one.csa'));
    return transfer;
  }, readFileSync(file, 'utf8'));
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: data });
  await page.waitForFunction(() => document.querySelector('main.import')?.dataset.phase === 'done');
  await becomes(async () => /\b1\b|1 局/.test(await page.textContent('.about')), async () => page.textContent('.about'));
  assert((await page.textContent('.import .title')) === '1 局を取り込みました', 'says so');
});

await story('no games, and none may be added', DESKTOP, async (page) => {
  await page.goto(fixedUrl);
  await page.waitForSelector('#no-games');
  assert((await page.$('#no-games a')) === null, 'nothing is offered');
  assert((await page.textContent('#no-games')).includes('kifu open'), 'says what to do');
  await clean(page);
});

await story('no database: samples of Go make one; then games of shogi make another', DESKTOP, async (page) => {
  await page.goto(noneUrl);
  await page.waitForSelector('#empty');
  assert((await page.textContent('.title')).startsWith('No database yet.'), await page.textContent('.title'));
  assert((await page.textContent('.about')) === 'No database', await page.textContent('.about'));
  await picture(page, 'empty-none');
  await page.locator('#samples-go').click();
  await page.waitForSelector('.hits li');
  await becomes(async () => (await page.textContent('.about')).includes('300'), async () => page.textContent('.about'));
  await page.goto(`${noneUrl}#/import`);
  await page.locator('#new-one').click();
  await page.locator('#new-database').fill('Shogi of mine');
  await page.locator('#files').setInputFiles(file);
  await page.waitForFunction(() => document.querySelector('main.import')?.dataset.phase === 'done');
  await page.locator('#first').click();
  await page.waitForSelector('main.replay .shogiban');
  await becomes(() => page.url().includes('#/game/Shogi%20of%20mine/0'), () => page.url());
});

await finish();
