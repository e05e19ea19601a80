// The gallery in a real browser: node gallery.mjs FILE PICTURES.  Prints TAP.
import { DESKTOP, PATIENCE, PHONE, assert, becomes, drawn, launch, minded } from './stage.mjs';

const [, , file, pictures] = process.argv;
const url = `file://${file}`;

let number = 0;
let failed = false;
const browser = await launch();

function same(got, wanted) {
  assert(JSON.stringify(got) === JSON.stringify(wanted), `${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`);
}

async function story(name, options, act) {
  number++;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(e.message));
  page.on('request', (r) => !r.url().startsWith(url) && !r.url().startsWith('data:') && complaints.push(`asked ${r.url()}`));
  try {
    await page.goto(url);
    await page.waitForSelector('.card .board svg');
    await act(page);
    assert(complaints.length === 0, `console: ${complaints.join(' | ')}`);
    console.log(`ok ${number} - ${name}`);
  } catch (e) {
    failed = true;
    console.log(`not ok ${number} - ${name}`);
    console.log(String(e.stack ?? e).replace(/^/gm, '# '));
    await page.screenshot({ path: `${pictures}/failed-${number}.png` }).catch(() => {});
  }
  await context.close();
}

const picture = async (page, name) => process.env.KIFU_PICTURES && page.screenshot({ path: `${pictures}/${name}.png` });
const shown = async (page) => Number((await page.textContent('#count')).replace(/,/g, '').match(/\d+/)[0]);
const ranks = (page, n) => page.$$eval('.card', (cards, k) => cards.slice(0, k).map((c) => Number(c.dataset.rank)), n);
const stones = (page, where) => page.$$eval(`${where} .b, ${where} .w`, (s) => s.length);
// Nothing may be wider than the window, and no text may be cut off unless it says so.
async function fits(page) {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await becomes(async () => (await over()) <= 0, async () => `wider than the window by ${await over()}`);
}
async function accessible(page) {
  const problems = await minded(page);
  same(problems, []);
}

await story('cards with boards, nothing asked of anybody', DESKTOP, async (page) => {
  same(await shown(page), 300);
  same(await ranks(page, 3), [1, 2, 3]);
  assert((await stones(page, '.card:first-child')) >= 7, 'stones');
  await fits(page);
  await accessible(page);
  await picture(page, 'gallery');
});

await story('cards come as one scrolls, all of them', DESKTOP, async (page) => {
  const cards = () => page.evaluate(() => document.querySelectorAll('.card').length);
  await becomes(async () => {
    await page.mouse.wheel(0, 4000);
    await drawn(page);
    return (await cards()) >= 300;
  }, async () => `${await cards()} cards`);
  same(await cards(), 300);
});

await story('sequences are judged, by keys and buttons, and saved', DESKTOP, async (page) => {
  const grades = () => page.$$eval('.card .grade', (g) => g.slice(0, 3).map((e) => e.textContent));
  await page.focus('.card');
  await page.keyboard.press('Enter');
  await page.keyboard.press('a');
  same(await page.getAttribute('.judge [data-grade="A"]', 'aria-pressed'), 'true');
  await page.keyboard.press('ArrowDown');
  await page.click('.judge [data-grade="D"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('b');
  await page.keyboard.press('B'); // taken back
  await accessible(page);
  await picture(page, 'gallery-judging');
  await page.keyboard.press('Escape');
  same(await grades(), ['A', 'D', '']);
  assert((await page.textContent('#judged')).includes('judged 2: A 1 (9–91 %), B 0 (0–66 %), C 0 (0–66 %), D 1'), await page.textContent('#judged'));
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  let text = '';
  for await (const piece of await saved.createReadStream()) text += piece;
  const rows = text.trimEnd().split('\n').map((r) => r.split('\t'));
  same(rows.map((r) => r.slice(0, 2)), [['rank', 'grade'], ['1', 'A'], ['2', 'D']]);
  assert(/^[BW]\[/.test(rows[1][2]), rows[1][2]);
  await page.reload();
  await page.waitForSelector('.card .board svg');
  same(await grades(), ['A', 'D', '']);
  await page.click('#forget');
  same(await grades(), ['', '', '']);
});

await story('filters', DESKTOP, async (page) => {
  await page.click('[data-opening="304"]');
  const corner = await shown(page);
  assert(corner > 0 && corner < 300, `${corner} with 3-4`);
  await page.click('#reset');
  same(await shown(page), 300);
  await page.fill('#min', '7');
  assert((await shown(page)) < 300, 'shorter ones are still there');
  await page.fill('#min', '5');
  await page.selectOption('#often', '50');
  const often = await page.$$eval('.card .times', (all) => all.map((e) => Number(e.textContent.replace(/\D/g, ''))));
  assert(often.length > 0 && often.every((n) => n >= 50), 'rare ones are still there');
  await page.click('#reset');
  await page.selectOption('#rate', '>=0.55');
  assert((await page.$$eval('.card .rate b', (all) => all.every((e) => parseFloat(e.textContent) >= 55))), 'rates');
  await page.click('#reset');
  await page.fill('#player', 'hostile');
  assert((await shown(page)) > 0, 'the name is not found');
  await page.fill('#player', 'nobody at all');
  same(await shown(page), 0);
  assert((await page.textContent('.nothing')).length > 5, 'nothing is said');
});

await story('years', DESKTOP, async (page) => {
  await page.focus('#to');
  for (let i = 0; i < 11; i++) await page.keyboard.press('ArrowLeft');
  const early = await shown(page);
  assert(early > 0 && early < 300, `${early} early ones`);
});

await story('orders', DESKTOP, async (page) => {
  await page.selectOption('#sort', '1');
  const times = await page.$$eval('.card .times', (all) => all.slice(0, 30).map((e) => Number(e.textContent.replace(/\D/g, ''))));
  same(times, [...times].sort((a, b) => b - a));
  await page.selectOption('#sort', '4');
  const rates = await page.$$eval('.card .rate b', (all) => all.slice(0, 30).map((e) => parseFloat(e.textContent)));
  same(rates, [...rates].sort((a, b) => b - a));
});

await story('a card by keyboard', DESKTOP, async (page) => {
  await page.focus('.card:first-child');
  const all = await stones(page, '.card:first-child');
  await page.keyboard.press('ArrowLeft');
  same(await stones(page, '.card:first-child'), all - 1);
  await page.keyboard.press('ArrowRight');
  same(await stones(page, '.card:first-child'), all);
  await page.keyboard.press('ArrowRight');
  assert((await stones(page, '.card:first-child')) < all, 'begins again');
});

await story('the large view by keyboard, and back', DESKTOP, async (page) => {
  await page.focus('.card:nth-child(2)');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await accessible(page);
  await picture(page, 'gallery-large');
  const board = 'dialog section:first-child > .board';
  await page.keyboard.press('Home');
  const before = await stones(page, board);
  await page.keyboard.press('ArrowRight');
  same(await stones(page, board), before + 1);
  assert((await page.textContent('dialog output')).startsWith('1 /'), 'the step');
  await page.keyboard.press('ArrowDown');
  assert((await page.textContent('dialog h2')).startsWith('3'), 'the next sequence');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  same(await page.evaluate(() => document.activeElement.dataset.rank), '2');
});

await story('surroundings change the board', DESKTOP, async (page) => {
  await page.click('.card:first-child');
  await page.click('.around button:nth-child(2)');
  same(await page.getAttribute('.around button:nth-child(2)', 'aria-pressed'), 'true');
});

await story('names are texts, commands can be copied', DESKTOP, async (page) => {
  await page.click('.card:first-child');
  assert((await page.textContent('dialog')).includes('</script><b>Hostile</b>'), 'the name as it is');
  same(await page.$$eval('dialog td.name b', (all) => all.length), 0);
  const command = await page.textContent('.copy code');
  assert(/^kifu show \S+games\.kifu:\d+ --ply \d+$/.test(command), command);
  await page.click('.copy button');
  await page.waitForFunction(() => document.querySelector('.copy button').textContent === 'Copied');
});

await story('a link to a sequence', DESKTOP, async (page) => {
  await page.click('.card:nth-child(5)');
  await becomes(() => new URL(page.url()).hash === '#5', () => page.url());
  await page.reload();
  assert((await page.textContent('dialog[open] h2')).startsWith('5'), 'opens there');
});

await story('both languages, light and dark', { ...DESKTOP, colorScheme: 'dark' }, async (page) => {
  same(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.click('#lang');
  assert((await page.textContent('#count')).includes('手順'), 'Japanese');
  same(await page.evaluate(() => document.documentElement.lang), 'ja');
  await accessible(page);
  await picture(page, 'gallery-dark');
  await page.click('#theme');
  same(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
});

await story('on a telephone', PHONE, async (page) => {
  await fits(page);
  await page.click('#lang');
  await page.click('#fold');
  await page.waitForSelector('#player');
  await fits(page);
  await picture(page, 'gallery-phone');
  await page.click('.card:first-child');
  await page.waitForSelector('dialog[open]');
  const box = await page.locator('dialog').boundingBox();
  assert(box.x >= 0 && box.x + box.width <= 390.5, `the large view is at ${box.x}, ${box.width} wide`);
  const cut = await page.$$eval('dialog *', (all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1 && e.tagName !== 'CODE' && getComputedStyle(e).display !== 'inline' && !(e instanceof SVGElement)).map((e) => e.className || e.tagName));
  same(cut, []);
  await picture(page, 'gallery-phone-large');
});

console.log(`1..${number}`);
await browser.close();
process.exit(failed ? 1 : 0);
