/* import_here.ts: the databases that are served: what each holds, how large it is, and a way into it. */
import { ask, type Database, type Info } from './api';
import { h, replace } from './dom';
import { count, texts } from './i18n';
import { sizeText } from './import_form';
import { site } from './site';

const t = texts({
  title: 'Databases', name: 'name', game: 'game', games: 'games', plies: 'moves', size: 'on disk', shogi: 'shogi', go: 'Go', chaturanga: 'chaturanga', fault: 'damaged: {0}', empty: 'made by the first import',
}, {
  title: 'データベース', name: '名前', game: 'ゲーム', games: '局数', plies: '手数', size: 'サイズ', shogi: '将棋', go: '囲碁', chaturanga: 'チャトランガ', fault: '破損: {0}', empty: '最初の取り込みで作られます',
});

function row(d: Database): HTMLElement {
  const bytes = Object.values(d.bytes ?? {}).reduce((sum, n) => sum + n, 0);
  return h('tr', {}, h('td', { class: 'import-what' }, h('a', { href: `#/search?db=${encodeURIComponent(d.name)}` }, d.name), d.fault && h('small', { class: 'soft' }, ` ${t('fault', d.fault)}`)),
    h('td', { class: 'soft' }, t(d.game as 'shogi')), h('td', { class: 'num' }, count(d.games)), h('td', { class: 'num wide' }, count(d.plies)), h('td', { class: 'num wide' }, sizeText(bytes)));
}

/* Filled when the server has answered. */
export class ServedDatabases {
  readonly el = h('section', { class: 'served', 'aria-labelledby': 'served-title' });

  constructor() {
    void this.again();
  }

  async again(): Promise<void> {
    const info = await ask<Info>('info').catch(() => undefined);
    if (!info) return;
    const head = (key: 'name' | 'game' | 'games' | 'plies' | 'size', look = ''): HTMLElement => h('th', { scope: 'col', class: look }, t(key));
    replace(this.el, h('div', { class: 'h2' }, h('h2', { id: 'served-title' }, t('title'))), h('table', { class: 'imports' },
      h('thead', {}, h('tr', {}, head('name'), head('game'), head('games', 'num'), head('plies', 'num wide'), head('size', 'num wide'))),
      h('tbody', {}, info.databases.map(row), (site.missing ?? []).map((name) => h('tr', {}, h('td', { class: 'import-what' }, name), h('td', { class: 'soft', colspan: 4 }, t('empty')))))));
  }
}
