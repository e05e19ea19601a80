// The page of a database without games, in a real browser: node empty.mjs URL PICTURES URL URL FILE: two servers
// that take records, one that does not, and a record.  Prints TAP.
import { readFileSync } from 'node:fs';
import { DESKTOP, PHONE, assert, becomes, onStage } from './stage.mjs';

const [, , url, pictures, secondUrl, fixedUrl, file] = process.argv;
const { story, picture, violations, finish } = await onStage(url, pictures, [secondUrl, fixedUrl]);
const clean = async (page) => {
  const found = await violations(page);
  assert(found.length === 0, found.join('\n'));
};

await story('no games: sample games by a button', DESKTOP, async (page) => {
  await page.goto(url);
  await page.waitForSelector('#empty');
  assert((await page.textContent('#empty')).includes('Drop records here'), 'says what to do');
  await picture(page, 'empty');
  await clean(page);
  await page.locator('#samples').click();
  await page.waitForSelector('.hits li');
  await becomes(async () => (await page.textContent('.about')).includes('1,000'), async () => page.textContent('.about'));
  assert((await page.$('#empty')) === null, 'the page shows games now');
  await picture(page, 'empty-filled');
});

await story('no games: a record is dropped, on a phone, in Japanese', PHONE, async (page) => {
  await page.goto(secondUrl);
  await page.waitForSelector('#empty');
  assert((await page.textContent('#empty')).includes('ドロップ'), 'in Japanese');
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
});

await story('no games, and none may be added', DESKTOP, async (page) => {
  await page.goto(fixedUrl);
  await page.waitForSelector('.drop-place');
  assert((await page.$('#samples')) === null, 'nothing is offered');
  assert((await page.textContent('.drop-place')).includes('kifu open'), 'says what to do');
  await clean(page);
});

await finish();
