/* matrix_pair.ts: the games of one cell of the matrix, beside it. */
import { searchAddress } from './address';
import { ask, Asking, messageOf, type SearchAnswer } from './api';
import { h, replace } from './dom';
import { hitList } from './hits';
import { count, gamesText, lang, texts } from './i18n';
import { known, type Cell } from './matrix_groups';
import { barKey, button, icon, scoreWords, wdl } from './parts';

const t = texts({
  against: ' against ', beside: ' in ', won: '{0} won ', whose: 'the {0} side', search: 'Search these {0}', swap: 'Swap rows and columns', games: 'Games', of: '{0} of {1}', wins: '{0} {1}', draws: 'drawn {0}', lost: 'lost {0}', unknown: '{0} unknown', newest: 'newest first',
}, {
  against: ' 対 ', beside: ' ・ ', won: '{0}の勝率 ', whose: '{0}側', search: 'この {0} 局を検索', swap: '行と列を入れ替える', games: '対局', of: '{1} 局中 {0} 局', wins: '{0} {1} 勝', draws: '引き分け {0}', lost: '{0} 敗', unknown: '不明 {0}', newest: '新しい順',
});

const SHOWN = 5;
/* English names that are no person's have an article, and so have decades. */
export const the = (name: string): string => (lang === 'en' && /^[a-z]|^\d{4}s$/.test(name) ? 'the ' : '');

export class MatrixPair {
  readonly el = h('section', { class: 'pair-of-matrix', 'aria-live': 'polite' });
  private readonly asking = new Asking();
  private readonly games = h('div');

  constructor(private readonly swap: () => void) {}

  destroy(): void {
    this.asking.end();
  }

  clear(): void {
    this.asking.end();
    replace(this.el);
  }

  /* row, column: what they are called; side: the row is about a side, not about a player or a time. */
  show(cell: Cell, row: string, column: string, o: { against: boolean; side: boolean }): void {
    const outcome = { wins: cell.wins, draws: cell.draws, losses: cell.losses }, { rate, interval } = scoreWords(outcome), whose = o.side ? t('whose', row) : row;
    replace(this.games);
    replace(this.el, h('h2', { class: 't3 serif' }, h('b', {}, row[0].toUpperCase() + row.slice(1)), t(o.against ? 'against' : 'beside'), the(column), h('b', {}, column)),
      h('p', {}, h('b', {}, gamesText(cell.games)), known(cell) > 0 && [` · ${t('won', whose)}`, h('b', {}, rate), h('span', { class: 'soft' }, ` ${interval}`)]), wdl(outcome, { height: 14, whisker: 11 }),
      h('p', { class: 'row t1 keys-of-bar' }, barKey('w', t('wins', row, count(cell.wins))), cell.draws > 0 && barKey('d', t('draws', count(cell.draws))), barKey('l', t('lost', count(cell.losses))), cell.games > known(cell) && h('span', { class: 'faint' }, t('unknown', count(cell.games - known(cell))))),
      h('p', { class: 'row' }, h('a', { class: 'btn main', href: searchAddress(cell.query) }, icon('find'), t('search', count(cell.games))), button(t('swap'), this.swap, { icon: 'swap' })), this.games);
    void this.load(cell, whose);
  }

  private async load(cell: Cell, whose: string): Promise<void> {
    const signal = this.asking.begin();
    await new Promise((resolve) => setTimeout(resolve, 120)); // not while somebody walks through the cells
    if (signal.aborted) return;
    try {
      const found = await ask<SearchAnswer>('search', { query: cell.query, limit: SHOWN, boards: true, sort: '-date' }, signal);
      if (signal.aborted) return;
      const list = hitList(cell.query, { ...found, more: false }, 'boards', '-date', { whose });
      replace(this.games, h('div', { class: 'h2' }, h('h2', {}, t('games')), h('span', { class: 't1 faint' }, t('of', count(list.list.childElementCount), count(found.games))), h('span', { class: 't1 faint end' }, t('newest'))),
        list.el);
      this.el.dataset.cell = `${cell.row} ${cell.column}`;
    } catch (e) {
      if (!signal.aborted) replace(this.games, h('p', { class: 'mistake' }, messageOf(e)));
    }
  }
}
