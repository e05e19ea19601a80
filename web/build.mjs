// Bundles src/ into dist/, which is kept in the repository so that building Kifu needs no npm:
//   npm ci && npm run build
// Names of ours stay as they are in the sources, so that it can be read and small changes stay small; what
// every reader would fetch for nothing, blanks, is left out.  kifu.js and shared.js are what every reader fetches, each
// more_NAME.js is fetched when it is needed (src/areas.ts), with what several of these have in common, named after the largest of
// its sources.  First lines say which sources they were made from; tests/web/bundle.sh compares.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build, transform } from 'esbuild';

const stamp = execFileSync('./stamp.sh', { encoding: 'utf8' }).trim();
const banner = `/* Kifu's page, GPL-3.0-or-later; made from web/src by web/build.mjs.  Sources: ${stamp} */`;
const out = process.argv[2] ?? 'dist';

const shared = { bundle: true, format: 'esm', target: 'es2022', charset: 'utf8', minifyWhitespace: true, minifySyntax: true };

const made = await build({
  ...shared,
  entryPoints: { kifu: 'src/main.ts' },
  splitting: true,
  chunkNames: '[name]-[hash]', // renamed below
  outdir: out,
  write: false,
  metafile: true,
  legalComments: 'inline',
  banner: { js: banner },
  logLevel: 'warning',
});

// What a file is called: as its entry, or after what it holds most of.
const outputs = Object.entries(made.metafile.outputs), names = new Map();
for (const [path, { entryPoint, inputs, imports }] of outputs) {
  const largest = Object.entries(inputs).sort(([, x], [, y]) => y.bytesInOutput - x.bytesInOutput)[0]?.[0] ?? '';
  if (basename(path) === 'kifu.js') {
    if (imports.filter((i) => i.kind === 'import-statement').length !== 1) throw new Error('what every reader needs is in more than one file');
    names.set(basename(imports[0].path), 'shared.js');
    names.set('kifu.js', 'kifu.js');
  } else if (!names.has(basename(path))) names.set(basename(path), `${entryPoint ? '' : 'part_'}${basename(entryPoint ?? largest, '.ts')}.js`);
}
if (new Set(names.values()).size !== names.size) throw new Error(`two files of one name: ${[...names.values()].sort().join(' ')}`);

// A line for each function, class and variable, so that a small change is a small one here, too.
const bare = async (js) => (await transform(js, { minifyWhitespace: true, charset: 'utf8' })).code;
mkdirSync(out, { recursive: true });
for (const file of readdirSync(out)) if (file.endsWith('.js')) rmSync(`${out}/${file}`);
for (const { path, text } of made.outputFiles) {
  const bundle = text.replace(/"\.\/([^"/]+\.js)"/g, (whole, file) => (names.has(file) ? `"./${names.get(file)}"` : whole));
  const lines = bundle.replace(/([;}])(?=(?:async function|function|class|var|let|const) )/g, '$1\n');
  if ((await bare(lines)) !== (await bare(bundle))) throw new Error('breaking lines would change a text');
  writeFileSync(`${out}/${names.get(basename(path))}`, lines);
}
writeFileSync(`${out}/index.html`, readFileSync('src/index.html'));
const css = await build({ bundle: true, write: false, charset: 'utf8', entryPoints: ['src/style.css'] });
writeFileSync(`${out}/kifu.css`, css.outputFiles[0].text);
writeFileSync(`${out}/icon.svg`, readFileSync('src/icon.svg'));
writeFileSync(`${out}/licences.txt`, `Kifu's page is free software under the GNU General Public License,
version 3 or any later version; see the file LICENSE of Kifu, or
https://www.gnu.org/licenses/gpl-3.0.html.
`);
