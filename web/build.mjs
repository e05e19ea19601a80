// Bundles src/ into dist/, which is kept in the repository so that building Kifu needs no npm:
//   npm ci && npm run build
// The bundle is not minified: it can be read, and a change of a line is a change of a line; only the
// blanks that lines begin with are left out, which every reader would fetch (3 kB of 86).  Its first
// line says which sources it was made from; tests/web/bundle.sh compares.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { build, transform } from 'esbuild';

const stamp = execFileSync('./stamp.sh', { encoding: 'utf8' }).trim();
const banner = `/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: ${stamp}\n` +
  ' * Contains shogiground (GPL-3.0-or-later), see licences.txt. */';
const out = process.argv[2] ?? 'dist';

await build({
  entryPoints: { kifu: 'src/main.ts' },
  outdir: out,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'inline',
  banner: { js: banner },
  logLevel: 'warning',
});
const bundle = readFileSync(`${out}/kifu.js`, 'utf8');
const flush = bundle.replace(/^ +/gm, '');
const bare = async (js) => (await transform(js, { minifyWhitespace: true, charset: 'utf8' })).code;
if ((await bare(flush)) !== (await bare(bundle))) throw new Error('a text over several lines would be changed');
writeFileSync(`${out}/kifu.js`, flush);
writeFileSync(`${out}/index.html`, readFileSync('src/index.html'));
writeFileSync(`${out}/kifu.css`, readFileSync('src/style.css'));
writeFileSync(`${out}/icon.svg`, readFileSync('src/icon.svg'));
const shogiground = JSON.parse(readFileSync('node_modules/shogiground/package.json', 'utf8'));
writeFileSync(`${out}/licences.txt`, `Kifu's page is free software under the GNU General Public License,
version 3 or any later version; see the file LICENSE of Kifu, or
https://www.gnu.org/licenses/gpl-3.0.html.

It contains this library:

shogiground ${shogiground.version}
  ${shogiground.author}
  ${shogiground.repository.url.replace(/^git\+/, '')}
  ${shogiground.license}
`);
