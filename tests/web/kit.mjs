// The sheet of parts (web/kit) in light and dark: axe finds nothing, and each cell looks as it did when somebody last looked:
//   node kit.mjs PAGE.html REFERENCE.json PICTURES
// A picture is compared as 24 by 8 mean colours, so that fonts and smoothing of another machine fail nothing, but another
// colour, a missing part or a wrapped line does.  KIFU_ACCEPT=1 writes the reference anew: look at the pictures first.
import { readFileSync, writeFileSync } from 'node:fs';
import { assert, launch, minded } from './stage.mjs';

const [, , file, reference, pictures] = process.argv;
const [COLUMNS, ROWS, MEAN, WORST] = [24, 8, 5, 60]; // of 255; measured: 0 on one machine, 30 and more for a missing part

const browser = await launch();
const seen = {};
let number = 0;
let failed = false;
const known = process.env.KIFU_ACCEPT ? undefined : JSON.parse(readFileSync(reference, 'utf8'));

async function test(name, act) {
  number++;
  try {
    await act();
    console.log(`ok ${number} - ${name}`);
  } catch (e) {
    failed = true;
    console.log(`not ok ${number} - ${name}`);
    console.log(String(e.stack ?? e).replace(/^/gm, '# '));
  }
}

// Mean colours of a picture, as one text of hexadecimal digits.
const colours = (page, png) => page.evaluate(async ([data, columns, rows]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const all = context.getImageData(0, 0, image.width, image.height).data;
  let text = '';
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const [x0, x1, y0, y1] = [c * image.width / columns, (c + 1) * image.width / columns, r * image.height / rows, (r + 1) * image.height / rows].map(Math.floor);
      const sum = [0, 0, 0];
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) for (let i = 0; i < 3; i++) sum[i] += all[4 * (y * image.width + x) + i];
      text += sum.map((s) => Math.round(s / ((x1 - x0) * (y1 - y0))).toString(16).padStart(2, '0')).join('');
    }
  return text;
}, [png.toString('base64'), COLUMNS, ROWS]);

function differs(a, b) {
  const [x, y] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  const all = [...x].map((v, i) => Math.abs(v - (y[i] ?? 999)));
  return { mean: all.reduce((s, d) => s + d, 0) / all.length, worst: Math.max(...all) };
}

for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: { width: 1240, height: 900 }, colorScheme: theme });
  await page.goto(`file://${file}?theme=${theme}`);
  await page.screenshot({ path: `${pictures}/kit-${theme}.png`, fullPage: true });
  await test(`parts in the ${theme}: nothing for axe`, async () => {
    const found = await minded(page);
    assert(found.length === 0, found.join('; '));
  });
  const cells = await page.locator('[data-state]').all();
  const shown = {};
  for (const cell of cells) shown[await cell.getAttribute('data-state')] = await colours(page, await cell.screenshot());
  seen[theme] = shown;
  if (known)
    await test(`parts in the ${theme}: as they were`, () => {
      const wrong = Object.entries(shown).flatMap(([name, text]) => {
        const before = known[theme]?.[name];
        if (!before) return [`${name}: new; KIFU_ACCEPT=1 keeps it`];
        const { mean, worst } = differs(text, before);
        return mean > MEAN || worst > WORST ? [`${name}: differs by ${mean.toFixed(1)}, ${worst} at most`] : [];
      });
      for (const name of Object.keys(known[theme] ?? {})) if (!shown[name]) wrong.push(`${name}: gone`);
      assert(wrong.length === 0, wrong.join('\n'));
    });
  await page.close();
}
if (!known) writeFileSync(reference, `${JSON.stringify(seen, null, 1)}\n`);
console.log(`1..${number}`);
await browser.close();
process.exit(failed ? 1 : 0);
