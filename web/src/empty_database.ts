/* empty_database.ts: what areas that are about games show of a database without any: the way to where they get in. */
import { address } from './address';
import { h } from './dom';
import { texts } from './i18n';
import { site } from './site';

const t = texts({
  title: 'No games yet', drop: 'Drop records anywhere on the page: files, folders or archives.', go: 'Bring in games', closed: 'This server adds no records. Use kifu import, or kifu open.',
}, {
  title: 'まだ棋譜がありません', drop: '棋譜（ファイル、フォルダ、書庫）をページのどこへでもドロップしてください。', go: '棋譜を取り込む', closed: 'このサーバーは棋譜を追加しません。kifu import か kifu open を使ってください。',
});

/* heading: where it is not a part of an area, but all of it. */
export const emptyDatabase = (heading: 'h1' | 'h2' = 'h2'): HTMLElement => h('div', { class: 'drop-place', id: 'no-games' }, h(heading, { class: heading === 'h1' ? 'title' : undefined }, t('title')),
  site.import ? [h('p', {}, t('drop')), h('p', { class: 'row' }, h('a', { class: 'btn main', href: address('import') }, t('go')))] : h('p', {}, t('closed')));
