// Every view of the page (views.mjs) at three widths, by day and by night, in both languages: nothing in the console,
// nothing that axe minds, nothing cut off, lying over something else or wider than the window, and on a phone nothing too
// small for a finger.  With KIFU_PICTURES a picture of each, and index.html, a table of them.
//
//     node tour.mjs PICTURES NAME=URL...
//
// Who mends a view may have less: KIFU_VIEWS=WORD,... only views that are called so or begin so, KIFU_LOOKS=desk-en,...
//
// With KIFU_PICTURES everything is looked at in all looks.  Without, each view in as few as show all faults: structure on a
// desk and on a phone, colours by day and by night, places at each width; in both languages in the long run.
import { writeFileSync } from 'node:fs';
import { misplaced } from './layout.mjs';
import { assert, atRest, becomes, drawn, emptyAlike, onStage } from './stage.mjs';
import { VIEWS } from './views.mjs';

const [pictures, ...servers] = process.argv.slice(2);
const addresses = Object.fromEntries(servers.map((word) => word.split('=')));
const { story, wide, violations, finish } = await onStage(addresses.games, pictures, Object.values(addresses));

const DEVICES = {
  desk: {},
  phone: { hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
const HEIGHTS = { 1440: 900, 1024: 768, 390: 844 };
const LOCALES = { en: 'en-GB', ja: 'ja-JP' };
const all = (device, lang, widths) => ({ device, lang, steps: widths.flatMap((width) => [['light', ['places', 'axe']], ['dark', ['colours']]].map(([theme, checks]) => ({ width, theme, checks }))) });

// In this order: what stays for ever is looked at first, for axe is given less than there is.
const everything = !!process.env.KIFU_PICTURES;
const EVERYTHING = ['en', 'ja'].flatMap((lang) => [all('desk', lang, [1440, 1024]), all('phone', lang, [390])]);
const COVERING = [
  { device: 'desk', lang: 'en', steps: [
    { width: 1024, theme: 'light', checks: ['places'] }, { width: 1440, theme: 'light', checks: ['places', 'axe'] }, { width: 1440, theme: 'dark', checks: ['colours'] }] },
  { device: 'phone', lang: 'ja', steps: [{ width: 390, theme: 'dark', checks: ['places', 'structure'] }] },
];
const OTHERS = [ // the other language
  { device: 'desk', lang: 'ja', steps: [{ width: 1440, theme: 'light', checks: ['places'] }, { width: 1024, theme: 'light', checks: ['places'] }] },
  { device: 'phone', lang: 'en', steps: [{ width: 390, theme: 'light', checks: ['places'] }] },
];
const wanted = process.env.KIFU_VIEWS?.split(',');
const chosen = everything ? EVERYTHING : process.env.KIFU_TEST_SCOPE === 'long' || process.env.KIFU_LOOKS ? [...COVERING, ...OTHERS] : COVERING;
const plans = chosen.filter((p) => !process.env.KIFU_LOOKS || process.env.KIFU_LOOKS.split(',').includes(`${p.device}-${p.lang}`));
const views = VIEWS.filter((v) => !wanted || wanted.some((word) => v.name.startsWith(word)));
const made = []; // names of pictures

// Until nothing is asked any more.
function asking(page) {
  const open = new Set();
  const [begin, end] = [(r) => open.add(r), (r) => open.delete(r)];
  page.on('request', begin);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    quiet: async () => {
      for (let calm = 0; calm < 3; calm = open.size ? 0 : calm + 1) await new Promise((resolve) => setTimeout(resolve, 60));
    },
    stop: () => page.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  };
}

async function goTo(page, view, options) {
  const url = addresses[view.on ?? 'games'], network = asking(page);
  if (page.url().startsWith(url)) {
    await page.goto(`${url}#/nowhere`); // the area is filled anew, whatever it was
    await page.waitForSelector('.nothing');
  }
  await page.goto(`${url}${view.at}`);
  await page.waitForSelector(view.ready, { state: 'attached' });
  await view.act?.(page, { ...options, url });
  if (!view.endless) await network.quiet();
  network.stop();
}

async function look(page, view, { width, theme, checks }, { device, lang }) {
  const faults = [];
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await page.evaluate(() => scrollTo(0, 0));
  await drawn(page);
  await atRest(page);
  const name = `${view.name}-${width}-${theme}-${lang}`;
  if (everything) {
    await page.screenshot({ path: `${pictures}/${name}.png` });
    made.push(name);
  }
  if (checks.includes('places')) {
    const out = await wide(page);
    if (out > 0) faults.push(`${out} pixels stick out`);
    faults.push(...await misplaced(page, device === 'phone'));
  }
  if (!everything && checks.length > 1) await emptyAlike(page); // no places are looked at after that
  if (checks.includes('structure')) faults.push(...await violations(page, undefined, ['color-contrast']));
  if (checks.includes('axe')) faults.push(...(await violations(page)).filter((fault) => !view.pale || !fault.startsWith('color-contrast')));
  if (checks.includes('colours') && !view.pale) faults.push(...await violations(page, ['color-contrast']));
  return faults.map((fault) => `${name}: ${fault}`);
}

for (const plan of plans) {
  const { device, lang, steps } = plan, kept = {};
  for (const view of views) {
    const mine = steps.filter(({ width }) => !view.widths || view.widths.includes(width));
    if (mine.length === 0) continue;
    const options = { ...DEVICES[device], viewport: { width: mine[0].width, height: HEIGHTS[mine[0].width] }, locale: LOCALES[lang], colorScheme: mine[0].theme };
    await story(`${view.name}, ${device}, ${lang}`, { ...options, forgive: view.forgive, kept }, async (page) => {
      await goTo(page, view, { phone: device === 'phone' });
      const faults = [];
      for (const step of mine) faults.push(...await look(page, view, step, plan));
      assert(faults.length === 0, faults.join('\n'));
    });
  }
  await kept.context?.close();
}

// A row for each view, a column for each look.
if (everything) {
  const columns = Object.keys(HEIGHTS).sort((a, b) => b - a).flatMap((width) => ['light', 'dark'].flatMap((theme) => ['en', 'ja'].map((lang) => `${width}-${theme}-${lang}`)));
  const cell = (name) => (made.includes(name) ? `<a href="${name}.png"><img loading="lazy" src="${name}.png" alt="${name}"></a>` : '');
  writeFileSync(`${pictures}/index.html`, `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Kifu: views of the page</title>
<style>body { font: 14px sans-serif; } table { border-collapse: collapse; } th, td { border: 1px solid #ccc; padding: 4px; vertical-align: top; } thead th { position: sticky; top: 0; background: #fff; } img { height: 220px; display: block; }</style></head>
<body><h1>Views of the page</h1><table><thead><tr><th></th>${columns.map((c) => `<th>${c.replaceAll('-', ' ')}</th>`).join('')}</tr></thead><tbody>
${views.map((v) => `<tr><th>${v.name}</th>${columns.map((c) => `<td>${cell(`${v.name}-${c}`)}</td>`).join('')}</tr>`).join('\n')}
</tbody></table></body></html>
`);
}
await finish();
