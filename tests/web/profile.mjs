// The page of a player in a real browser: node profile.mjs FILE PICTURES.  Prints TAP.
import { DESKTOP, PHONE, assert, launch, minded } from './stage.mjs';

const [, , file, pictures] = process.argv;
const url = `file://${file}`;
const browser = await launch();

// Whatever is long and cannot be broken, a path, a name, a number, breaks or scrolls where it stands: each kind of text
// in turn, put back before the picture is taken.
const LONG_WORDS = () => {
  const wide = [];
  for (const kind of ['h1', 'h2', '.about', '.figures b', '.figures span', '.card h3', '.card p', 'th', 'td'])
    for (const word of ['W'.repeat(200), '9'.repeat(200), '/W'.repeat(100)]) {
      const texts = [...document.querySelectorAll(kind)].map((el) => [el, el.innerHTML]);
      for (const [el] of texts) el.textContent = word;
      const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      if (over > 0 || texts.length === 0) wide.push(`${kind} «${word.slice(0, 2)}» ${over}`);
      for (const [el, html] of texts) el.innerHTML = html;
    }
  return wide;
};
let number = 0;
let failed = false;

for (const [name, options] of [
  ['desktop, light', { ...DESKTOP, colorScheme: 'light' }],
  ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
]) {
  number++;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(e.message));
  page.on('request', (r) => !r.url().startsWith(url) && !r.url().startsWith('data:') && complaints.push(`asked ${r.url()}`));
  try {
    await page.goto(url);
    const seen = await page.evaluate(async () => {
      await Promise.all([...document.images].map((image) => image.decode()));
      return {
        images: document.images.length,
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        paper: getComputedStyle(document.body).backgroundColor,
      };
    });
    assert(seen.images >= 15, `${seen.images} images`);
    assert(seen.over <= 0, `wider than the window by ${seen.over}`);
    const light = Number(seen.paper.match(/\d+/)[0]) > 128;
    assert(light === (options.colorScheme === 'light'), `paper ${seen.paper}`);
    const problems = await minded(page);
    assert(problems.length === 0, JSON.stringify(problems));
    assert(complaints.length === 0, complaints.join(' | '));
    const wide = await page.evaluate(LONG_WORDS);
    assert(wide.length === 0, `long words widen the page: ${wide}`);
    if (process.env.KIFU_PICTURES) await page.screenshot({ path: `${pictures}/profile-${options.colorScheme}.png` });
    console.log(`ok ${number} - ${name}`);
  } catch (e) {
    failed = true;
    console.log(`not ok ${number} - ${name}`);
    console.log(String(e.stack ?? e).replace(/^/gm, '# '));
  }
  await context.close();
}
await browser.close();
console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
