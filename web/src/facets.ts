/* facets.ts: what the games that were found are made of (years, results, players, castles and
 * openings); a click narrows the question by a word. */
import { ask } from './api';
import { bar } from './bars';
import { armyWon } from './board_chatur';
import { h, isNarrow, replace } from './dom';
import { count, nameOf, percent, resultText, texts } from './i18n';
import { site } from './site';
import { quoted } from './suggest';

const t = texts({
  facets: 'Narrow down', kinds: 'years, results, players, names', years: 'Years', results: 'Results', players: 'Players', castle: 'Castles', opening: 'Openings', shape: 'Shapes',
  joseki: 'Joseki', names: 'Names', unknown: 'unknown', of: '{0}: {1} games ({2} %)', decade: '{0}s', more: 'More', noDates: 'no date', won: 'won {0}',
}, {
  facets: '絞り込む', kinds: '年・結果・対局者・名前', years: '年', results: '結果', players: '対局者', castle: '囲い', opening: '戦法', shape: '形', joseki: '定石', names: '名前',
  unknown: '不明', of: '{0}: {1} 局（{2} %）', decade: '{0}年代', more: 'さらに', noDates: '日付なし', won: '{0} 勝',
});

interface Counted { games: number }
export interface FacetsAnswer {
  games: number;
  years: ({ year: number } & Counted)[];
  results: ({ result: string } & Counted)[];
  players: ({ name: string; wins: number } & Counted)[];
}
export interface NameFacets { names: ({ group: string; name: string; labels: string[]; word: string } & Counted)[] }

const SHOWN = 6;

export class Facets {
  readonly el = h('details', { class: 'panel facets', open: !isNarrow() }); // on a phone the games come first
  private readonly figures = h('div', { class: 'facet-groups' });
  private readonly names = h('div', { class: 'facet-groups' });

  constructor(private readonly add: (word: string) => void) {}

  clear(): void {
    replace(this.el);
    replace(this.names);
  }

  /* Figures first; names, which take one search each, when they are there. */
  async run(query: string, isShogi: boolean, signal: AbortSignal): Promise<void> {
    const found = await ask<FacetsAnswer>('facets', { query }, signal);
    if (signal.aborted) return;
    this.showFigures(found, isShogi);
    const names = await ask<NameFacets>('facets/names', { query }, signal);
    if (!signal.aborted) this.showNames(names, found.games);
  }

  private showFigures(found: FacetsAnswer, isShogi: boolean): void {
    const chatur = site.game === 'chaturanga';
    const word = (result: string): string => `result:${(isShogi && { b: 's', w: 'g' }[result]) || result}`;
    replace(this.figures,
      this.group(t('years'), years(found), found.games),
      this.group(t('results'), found.results.filter((r) => r.games).map((r) => ({
        label: (chatur ? armyWon : resultText)(r.result) || t('unknown'), games: r.games, word: word(r.result),
      })), found.games),
      this.group(t('players'), found.players.map((p) => ({ label: p.name, games: p.games, wins: p.wins, word: `player:${quoted(p.name)}` })), found.games));
    replace(this.el, h('summary', {}, h('h2', {}, t('facets')), h('span', { class: 'tips' }, t('kinds'))), this.figures, this.names);
  }

  private showNames({ names }: NameFacets, all: number): void {
    const groups = [...new Set(site.names.map((n) => n.group))].filter((group) => names.some((n) => n.group === group)); // castles first, whatever is commonest
    replace(this.names, groups.map((group) => this.group(t(group as 'castle') || t('names'),
      names.filter((n) => n.group === group).map((n) => ({ label: nameOf(n), games: n.games, word: n.word })), all)));
  }

  private group(title: string, rows: { label: string; games: number; wins?: number; word: string }[], all: number): HTMLElement | false {
    if (rows.length === 0) return false;
    const items = rows.map((r, i) => h('li', { hidden: i >= SHOWN },
      h('button', { type: 'button', 'data-word': r.word, title: t('of', r.label, count(r.games), percent(r.games / all)), onclick: () => this.add(r.word) },
        h('span', { class: 'label' }, r.label), h('span', { class: 'number' }, count(r.games), r.wins !== undefined && h('small', {}, ` ${t('won', count(r.wins))}`)),
        bar([['track', 0, 100], ['fill', 0, (100 * r.games) / all]], `${percent(r.games / all)} %`))));
    const more = rows.length > SHOWN && h('button', { type: 'button', class: 'link', onclick: (e: Event) => {
      for (const item of items) item.hidden = false;
      items[SHOWN].querySelector('button')?.focus();
      (e.target as HTMLElement).remove();
    } }, t('more'));
    return h('div', { class: 'facet' }, h('h3', {}, title), h('ul', {}, items), more);
  }
}

/* Single years while they are few, else decades. */
function years(found: FacetsAnswer): { label: string; games: number; word: string }[] {
  const known = found.years.filter((y) => y.year > 0);
  const rows = new Map<number, number>();
  const decades = known.length > 12;
  for (const y of known) rows.set(decades ? y.year - (y.year % 10) : y.year, (rows.get(decades ? y.year - (y.year % 10) : y.year) ?? 0) + y.games);
  return [...rows].sort(([a], [b]) => b - a).map(([year, games]) => ({
    label: decades ? t('decade', year) : String(year), games, word: decades ? `date:${year}..${year + 9}` : `date:${year}`,
  }));
}

