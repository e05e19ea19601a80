/* games_part.ts: the games of an answer: their order, how to keep them, what else can be done with all of them, the list. */
import { address } from './address';
import { scopeOf, type Hit, type SearchAnswer } from './api';
import { h, replace } from './dom';
import { removeForm, tagForm } from './edit_games';
import { icon } from './parts';
import { hitList, type HitOptions } from './hits';
import { count, t as common, texts } from './i18n';
import type { EndlessList } from './scroll';
import { site } from './site';

export { HITS_MOST, HITS_PAGE } from './hits';

const t = texts({
  sort: 'Order', sort_: 'as stored', 'sort_-date': 'newest', sort_date: 'oldest', sort_players: 'by players', 'sort_-plies': 'longest', sort_plies: 'shortest', 'sort_-rating': 'highest rating', sort_result: 'by result',
  save: 'Save', exportAs: 'Save all games found as', compare: 'Compare with other games', of: '{0} of {1}', more: 'All games found',
}, {
  sort: '並べ方', sort_: '保存の順', 'sort_-date': '新しい順', sort_date: '古い順', sort_players: '対局者順', 'sort_-plies': '手数の多い順', sort_plies: '手数の少ない順', 'sort_-rating': 'レートの高い順', sort_result: '結果順',
  save: '保存', exportAs: '見つかった対局をすべて保存する形式', compare: 'ほかの対局と比べる', of: '全 {1} 局中 {0} 局', more: '見つかった対局',
});

export const SORTS = ['', '-date', 'date', 'players', '-plies', 'plies', '-rating', 'result'] as const;
const FORMATS: Record<string, string[]> = { shogi: ['kif', 'ki2', 'csa', 'usi'], go: ['sgf'], chaturanga: ['chaturanga'] };

export class GamesPart {
  readonly el = h('section', { class: 'games', 'aria-labelledby': 'hits-title' });
  private list: EndlessList<Hit> | undefined;

  constructor(public sort: string, private readonly again: () => void) {}

  get rows(): number {
    return this.list?.count ?? 0;
  }

  destroy(): void {
    this.list?.destroy();
    this.list = undefined;
  }

  clear(): void {
    this.say();
  }

  /* Instead of games. */
  say(...words: (HTMLElement | false)[]): void {
    this.destroy();
    replace(this.el, ...words);
  }

  /* first: above the games. */
  show(found: SearchAnswer, query: string, o: HitOptions, first?: HTMLElement | false): void {
    const sorting = document.activeElement?.id === 'sort';
    this.destroy();
    this.list = hitList(query, found, query ? 'boards' : 'everything', this.sort || undefined, o);
    replace(this.el, first, h('div', { class: 'h2' }, h('h2', { id: 'hits-title' }, common('games')), h('span', { class: 't1 faint' }, query ? [h('span', { class: 'of-all' }, t('of', count(found.games), count(site.games))), h('span', { class: 'alone' }, count(found.games))] : count(found.games)),
      h('span', { class: 'end row' }, site.game !== 'chaturanga' && this.sortChoice(), this.saving(query))), this.list.el);
    if (sorting) document.getElementById('sort')?.focus();
  }

  private sortChoice(): HTMLElement {
    const select = h('select', { id: 'sort', class: 'bare-select', 'aria-label': t('sort'), onchange: () => {
      this.sort = select.value;
      this.again();
    } }, SORTS.map((s) => h('option', { value: s, selected: s === this.sort }, t(`sort_${s}`))));
    return select;
  }

  private saving(query: string): HTMLElement {
    return savingMenu(query, { sort: this.sort, more: [!!query && site.game !== 'chaturanga' && h('p', {}, h('a', { class: 'compare-link', href: address('compare', [], { a: query }) }, t('compare'))), tagForm(query), removeForm(query, this.again)] });
  }
}

/* All games of a query as a file; words: on the button; more: what else can be done with them. */
export function savingMenu(query: string, o: { sort?: string; words?: (Node | string)[]; more?: (HTMLElement | false)[] } = {}): HTMLElement {
  const args = (to: string): string => new URLSearchParams({ query, to, ...scopeOf(), ...(to === 'csv' && o.sort ? { sort: o.sort } : {}) }).toString();
  const box = h('details', { class: 'saving' }, h('summary', { class: `btn small${o.words ? '' : ' bare'}`, 'aria-label': o.words ? undefined : `${t('save')}: ${t('more')}` }, o.words ?? [icon('out'), t('save')]), h('div', { class: 'pop' },
    h('p', { class: 'tips' }, t('exportAs')), h('p', { class: 'row' }, [...(FORMATS[site.game] ?? []), 'csv'].map((to) =>
      h('a', { class: 'btn small format', href: `api/export?${args(to)}`, download: `kifu.${to === 'chaturanga' ? 'chatur' : to}`, 'aria-label': `${t('exportAs')}: ${to.toUpperCase()}` }, to.toUpperCase()))),
    o.more));
  box.addEventListener('keydown', (e) => {
    if (e.key !== 'Escape' || !box.open) return;
    e.stopPropagation();
    box.open = false;
    box.querySelector('summary')!.focus();
  });
  return box;
}
