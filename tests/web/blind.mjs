// The page for raters in a real browser: node blind.mjs FILE PICTURES ANSWERS.  Prints TAP.
import { readFileSync } from 'node:fs';
import { PATIENCE, assert, becomes, launch, minded } from './stage.mjs';

const [, , file, pictures, answers] = process.argv;
const url = `file://${file}`;
const browser = await launch();
let number = 0;
let failed = false;

async function story(name, options, act) {
  number++;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(e.message));
  page.on('request', (r) => !r.url().startsWith(url) && !/^(data|blob):/.test(r.url()) && complaints.push(`asked ${r.url()}`));
  try {
    await page.goto(url);
    await page.waitForSelector('#board svg');
    await act(page);
    assert(complaints.length === 0, `console: ${complaints.join(' | ')}`);
    console.log(`ok ${number} - ${name}`);
  } catch (e) {
    failed = true;
    console.log(`not ok ${number} - ${name}`);
    console.log(String(e.stack ?? e).replace(/^/gm, '# '));
  }
  await context.close();
}

async function fits(page) {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await becomes(async () => (await over()) <= 0, async () => `wider than the window by ${await over()}`);
  const problems = await minded(page);
  assert(problems.length === 0, problems.join(' | '));
}

await story('all rated by keyboard, and saved', { viewport: { width: 1200, height: 1000 }, locale: 'en-GB', acceptDownloads: true }, async (page) => {
  assert((await page.textContent('#title')).startsWith('How natural'), 'English');
  assert(await page.isDisabled('#save'), 'nothing to save yet');
  await fits(page);
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press(`Digit${1 + (i % 5)}`);
    await page.keyboard.press('Shift+Digit3');
    if (i === 1) await page.screenshot({ path: `${pictures}/blind-desktop.png`, fullPage: true });
    await page.keyboard.press('ArrowRight');
  }
  assert((await page.textContent('#progress')) === '6 of 6 rated', 'progress');
  await page.fill('#remark', 'a </script> remark');
  await page.fill('#name', 'somebody');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  await saved.saveAs(answers);
  const told = JSON.parse(readFileSync(answers, 'utf8'));
  assert(told.answers.length === 6 && told.answers[1].a === 2 && told.answers[1].b === 3, 'answers');
  assert(told.answers[5].remark === 'a </script> remark' && told.rater === 'somebody', 'texts');
});

await story('by finger, in Japanese, in the dark', { viewport: { width: 390, height: 844 }, locale: 'ja-JP', hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: 'dark' }, async (page) => {
  assert((await page.textContent('#title')).startsWith('どちら'), 'Japanese');
  await page.locator('#scale-a label').nth(3).tap();
  await page.locator('#scale-b label').nth(0).tap();
  assert((await page.textContent('#progress')) === '6 問中 1 問に回答', 'progress');
  await fits(page);
  await page.screenshot({ path: `${pictures}/blind-phone.png`, fullPage: true });
  await page.tap('#next');
  await page.tap('#lang');
  assert((await page.textContent('#where')).startsWith('Position 2 of 6'), 'English again');
  await page.tap('#back');
  assert(await page.isChecked('input[name="a"][value="4"]'), 'what was rated is there');
});

await browser.close();
process.exit(failed ? 1 : 0);
