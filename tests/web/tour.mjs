// Every area of the page, on a desk and a phone, by day and by night, in both languages: nothing in
// the console, nothing sticking out, nothing that axe minds; and, with KIFU_PICTURES, a picture of each.
//
//     node tour.mjs PICTURES NAME=URL...
//
// A NAME of a database of Go takes the areas that Go has.
import { DESKTOP, PHONE, assert, becomes, emptyAlike, onStage } from './stage.mjs';

const [pictures, ...servers] = process.argv.slice(2);
const addresses = Object.fromEntries(servers.map((word) => word.split('=')));
const { story, picture, wide, violations, finish } = await onStage(Object.values(addresses)[0], pictures, Object.values(addresses));

const areas = {
  shogi: [
    ['search', '#/search?q=s.castle%3Amino', '.hits'],
    ['replay', '#/game/shogi/0/40', '.board'],
    ['explore', '#/explore', '.opening-moves li'],
    ['matrix', '#/matrix', '.pair-of-matrix .hits'],
    ['player', '#/player?name=%E9%9D%92%E6%9C%A8%E6%98%8E', '.columns-of-player'],
    ['compare', '#/compare?a=castle%3Amino&b=castle%3Ayagura', '.differences'],
    ['joseki', '#/joseki', 'main svg'],
    ['calibrate', '#/calibrate', 'main svg'],
    ['play', '#/play/shogi', '.board'],
    ['chaturanga', '#/play/chaturanga', 'main svg'],
    ['import', '#/import', 'main input'],
  ],
  go: [
    ['search', '#/search?q=bQ16', '.hits'],
    ['replay', '#/game/go/0/30', '.board'],
    ['explore', '#/explore', '.opening-moves li'],
    ['player', '#/player', '.player-list'],
    ['compare', '#/compare?a=result%3Ab&b=result%3Aw', '.comparison .title b'],
    ['corner', '#/joseki', '.corner-node'],
    ['joseki', '#/joseki?view=gallery', '.card svg'],
  ],
};
// The first two have everything; the others are for the eye.
const looks = [
  ['desk', { ...DESKTOP, colorScheme: 'light', locale: 'en-GB' }],
  ['phone-night', { ...PHONE, colorScheme: 'dark', locale: 'ja-JP' }],
  ['desk-night', { ...DESKTOP, colorScheme: 'dark', locale: 'ja-JP' }],
  ['phone', { ...PHONE, colorScheme: 'light', locale: 'en-GB' }],
].slice(0, process.env.KIFU_PICTURES ? 4 : 2);

for (const [game, url] of Object.entries(addresses))
  for (const [area, hash, sign] of areas[game])
    for (const [look, options] of looks)
      await story(`${game} ${area}, ${look}`, options, async (page) => {
        await page.goto(`${url}${hash}`);
        await page.waitForSelector(sign, { state: 'attached' });
        await page.waitForLoadState('networkidle');
        await becomes(async () => (await page.evaluate(() => location.hash)).startsWith(hash.split('?')[0]), 'this area is not there');
        if (process.env.KIFU_PICTURES) {
          await picture(page, `${game}-${area}-${look}`);
          await page.screenshot({ path: `${pictures}/${game}-${area}-${look}-whole.png`, fullPage: true });
        }
        await becomes(async () => (await wide(page)) <= 0, async () => `${await wide(page)} pixels stick out`);
        await emptyAlike(page);
        const minded = await violations(page);
        assert(minded.length === 0, minded.join('\n'));
      });
await finish();
