// Bundles kit/ into a folder: a page of every shared part in every state, for looking at and for tests/web/kit.sh.
//   node build-kit.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const out = process.argv[2];
if (!out) throw new Error('build-kit.mjs FOLDER');
mkdirSync(out, { recursive: true });
const made = await build({ bundle: true, format: 'iife', target: 'es2022', charset: 'utf8', write: false, entryPoints: ['kit/kit.ts'] });
const css = await build({ bundle: true, charset: 'utf8', write: false, entryPoints: ['src/style.css'] });
const own = await build({ bundle: true, charset: 'utf8', write: false, entryPoints: ['kit/kit.css'] });
writeFileSync(`${out}/index.html`, `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Kifu: parts of the page</title>
<style>${css.outputFiles[0].text}${own.outputFiles[0].text}</style></head>
<body><script>${made.outputFiles[0].text.replaceAll('</script', '<\\/script')}</script></body></html>
`);
