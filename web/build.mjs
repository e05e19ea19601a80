// Bundles src/ into dist/, which is kept in the repository so that building Kifu needs no npm:
//   npm ci && npm run build
// Names of ours stay as they are in the sources, so that it can be read and small changes stay small; what
// every reader would fetch for nothing, blanks, is left out.  Three files: kifu.js and shared.js are what every reader fetches, more.js the areas of
// src/more.ts.  Their first lines say which sources they were made from; tests/web/bundle.sh compares.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build, transform } from 'esbuild';

const stamp = execFileSync('./stamp.sh', { encoding: 'utf8' }).trim();
const banner = `/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: ${stamp} */`;
const out = process.argv[2] ?? 'dist';

const shared = { bundle: true, format: 'esm', target: 'es2022', charset: 'utf8', minifyWhitespace: true, minifySyntax: true };

await build({
  ...shared,
  entryPoints: { kifu: 'src/main.ts' },
  splitting: true,
  chunkNames: '[name]', // of what both need "chunk"; two of these would be an error
  outdir: out,
  legalComments: 'inline',
  banner: { js: banner },
  logLevel: 'warning',
});
// A line for each function, class and variable, so that a small change is a small one here, too.
const bare = async (js) => (await transform(js, { minifyWhitespace: true, charset: 'utf8' })).code;
for (const [name, made] of [['kifu', 'kifu'], ['shared', 'chunk'], ['more', 'more']]) {
  const bundle = readFileSync(`${out}/${made}.js`, 'utf8').replaceAll('"./chunk.js"', '"./shared.js"');
  const lines = bundle.replace(/([;}])(?=(?:async function|function|class|var|let|const) )/g, '$1\n');
  if ((await bare(lines)) !== (await bare(bundle))) throw new Error('breaking lines would change a text');
  rmSync(`${out}/${made}.js`);
  writeFileSync(`${out}/${name}.js`, lines);
}
writeFileSync(`${out}/index.html`, readFileSync('src/index.html'));
const css = await build({ bundle: true, write: false, charset: 'utf8', entryPoints: ['src/style.css'] });
writeFileSync(`${out}/kifu.css`, css.outputFiles[0].text);
writeFileSync(`${out}/icon.svg`, readFileSync('src/icon.svg'));
writeFileSync(`${out}/licences.txt`, `Kifu's page is free software under the GNU General Public License,
version 3 or any later version; see the file LICENSE of Kifu, or
https://www.gnu.org/licenses/gpl-3.0.html.
`);
