// The page of kifu-mpi serve while a process is stopped: node serve.mjs URL PICTURES PID.  It is let go
// on by the last story.  Prints TAP.
import { DESKTOP, PHONE, assert, becomes, onStage } from '../web/stage.mjs';

const [, , url, pictures, pid] = process.argv;
const { story, open, picture, games, wide, violations, finish } = await onStage(url, pictures);
const strip = (page) => page.locator('.shards');

await story('on a phone, in Japanese and dark', { ...PHONE, colorScheme: 'dark' }, async (page) => {
  await open(page, '#/search?q=s76fu');
  await strip(page).waitFor();
  await becomes(async () => (await strip(page).textContent()).includes('3 プロセスのうち 2 だけ'), async () => await strip(page).textContent());
  await becomes(async () => (await wide(page)) <= 0, 'too wide');
  await picture(page, 'shards-phone');
});

await story('who tries again when all are back has whole answers', DESKTOP, async (page) => {
  await open(page, '#/search?q=s76fu');
  await strip(page).waitFor();
  await becomes(async () => (await strip(page).textContent()).startsWith('Only 2 of 3 processes'), async () => await strip(page).textContent());
  const some = await games(page);
  await page.waitForFunction(() => document.querySelector('main.search').dataset.faceted !== undefined);
  await picture(page, 'shards-desktop');
  assert((await violations(page)).length === 0, (await violations(page)).join('; '));
  process.kill(Number(pid), 'SIGCONT');
  for (let i = 0; i < 240 && (await strip(page).isVisible()); i++) {
    await strip(page).getByRole('button').click().catch(() => {});
    await page.waitForTimeout(500);
  }
  await becomes(async () => !(await strip(page).isVisible()), 'still there');
  await becomes(async () => (await games(page)) > some, 'no more games than before');
});

await finish();
