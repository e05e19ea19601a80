/* facets.ts: what the games that were found are made of (years, results, players, castles, openings and events), with
 * the score of the query's side; a click narrows the question by a word. */
import { playerAddress } from './address';
import { ApiError, ask, type SideScore } from './api';
import { bar } from './bars';
import { armyWon } from './board_chatur';
import { h, isNarrow, replace } from './dom';
import { count, nameOf, percent, resultText, texts } from './i18n';
import { splitWords } from './setup';
import { site } from './site';
import { quoted } from './suggest';
import { rateWords } from './verdict';

const t = texts({
  facets: 'Narrow down', kinds: 'years, results, players, names, events', years: 'Years', results: 'Results', players: 'Players', castle: 'Castles', opening: 'Openings', shape: 'Shapes',
  joseki: 'Joseki', event: 'Events', names: 'Names', unknown: 'unknown', of: '{0}: {1} games ({2} %)', decade: '{0}s', more: 'More', won: 'won {0}', whose: 'Rates are those of {0}.',
  score: ', {0} {1}{2}', sameGame: 'in the same game', profile: 'Profile of {0}',
}, {
  facets: '絞り込む', kinds: '年・結果・対局者・名前・棋戦', years: '年', results: '結果', players: '対局者', castle: '囲い', opening: '戦法', shape: '形', joseki: '定石', event: '棋戦', names: '名前',
  unknown: '不明', of: '{0}: {1} 局（{2} %）', decade: '{0}年代', more: 'さらに', won: '{0} 勝', whose: '勝率は{0}のものです。',
  score: '、{0} {1}{2}', sameGame: '同じ対局の中で', profile: '{0}の成績',
});

interface Counted { games: number; own?: SideScore; player?: SideScore }
/* A group of games; query finds them. */
interface Group extends Counted { group: string; label: string; query: string }
export interface FacetsAnswer {
  games: number;
  years: ({ year: number } & Counted)[];
  results: ({ result: string } & Counted)[];
  players: ({ name: string; wins: number } & Counted)[];
  by?: Group[];
}
export interface NameFacets { names: ({ group: string; name: string; labels: string[]; word: string } & Counted)[] }
/* ever: the word holds somewhere in the same game, not at the plies of the query. */
interface Row { label: string; games: number; wins?: number; score?: SideScore; word: string; ever?: boolean; link?: string }

const SHOWN = 6, MOST = 20;
const DECADES = 60, FEW_YEARS = 12; // more years become decades
const FEW = 5; // games, below which there is no rate

export class Facets {
  readonly el = h('details', { class: 'panel facets', open: !isNarrow() }); // on a phone the games come first
  private readonly figures = h('div', { class: 'facet-groups' });
  private readonly names = h('div', { class: 'facet-groups' });
  private readonly whose = h('p', { class: 'tips' });

  constructor(private readonly add: (word: string, ever: boolean) => void) {}

  clear(): void {
    replace(this.el);
    replace(this.names);
  }

  /* Figures first; names and events as they come.  whose: whose part the query is about, in words. */
  async run(query: string, whose: string, signal: AbortSignal): Promise<void> {
    const grouped = site.game !== 'chaturanga';
    let found: FacetsAnswer;
    try {
      found = await ask<FacetsAnswer>('facets', { query, by: grouped ? 'decade' : undefined, limit: DECADES }, signal);
      if (found.by && areFew(found)) found.by = (await ask<FacetsAnswer>('facets', { query, by: 'year', limit: FEW_YEARS }, signal)).by;
    } catch (e) { // a server of several processes has no groups
      if (!(e instanceof ApiError) || e.code === 'offline') throw e;
      found = await ask<FacetsAnswer>('facets', { query }, signal);
    }
    if (signal.aborted) return;
    this.showFigures(found, whose);
    if (grouped && found.by) await this.runGroups(query, found.games, whose, signal);
    else this.showNames((await ask<NameFacets>('facets/names', { query }, signal)).names, found.games, whose, signal);
  }

  private showFigures(found: FacetsAnswer, whose: string): void {
    const chatur = site.game === 'chaturanga';
    const word = (result: string): string => `result:${(site.game === 'shogi' && { b: 's', w: 'g' }[result]) || result}`;
    const scored = found.by?.some((row) => row.own ?? row.player) ?? false;
    this.whose.textContent = scored && whose ? t('whose', whose) : '';
    replace(this.names);
    replace(this.figures,
      this.group(t('years'), years(found), found.games, whose),
      this.group(t('results'), found.results.filter((r) => r.games).map((r) => ({
        label: (chatur ? armyWon : resultText)(r.result) || t('unknown'), games: r.games, word: word(r.result),
      })), found.games, whose),
      this.group(t('players'), found.players.slice(0, MOST).map((p) => ({ label: p.name, games: p.games, wins: p.wins, word: `player:${quoted(p.name)}`, link: chatur ? undefined : playerAddress(p.name) })), found.games, whose));
    replace(this.el, h('summary', {}, h('h2', {}, t('facets')), h('span', { class: 'tips' }, t('kinds'))), this.whose, this.figures, this.names);
  }

  /* Castles, openings and whatever names there are, in the same game; then events. */
  private async runGroups(query: string, all: number, whose: string, signal: AbortSignal): Promise<void> {
    for (const kind of [...new Set(site.names.map((n) => n.group).filter(Boolean)), 'event']) {
      const { by = [] } = await ask<FacetsAnswer>('facets', { query, by: kind, limit: MOST }, signal);
      if (signal.aborted) return;
      const isEvent = kind === 'event';
      const rows = by.filter((row) => row.games && row.group && !splitWords(query).includes(`${kind}:${row.group}`)).map((row): Row => ({
        label: isEvent ? row.label : nameOf(site.names.find((n) => n.group === kind && n.name === row.group) ?? { name: row.group, labels: [row.label] }),
        games: row.games, score: row.own ?? row.player, word: isEvent ? `event:=${quoted(row.group)}` : `${kind}:${row.group}`, ever: !isEvent,
      }));
      const el = this.group(t(kind as 'castle') || t('names'), rows, all, whose);
      if (el) this.names.append(el);
    }
  }

  private showNames(names: NameFacets['names'], all: number, whose: string, signal: AbortSignal): void {
    if (signal.aborted) return;
    const groups = [...new Set(site.names.map((n) => n.group))].filter((group) => names.some((n) => n.group === group)); // castles first, whatever is commonest
    replace(this.names, groups.map((group) => this.group(t(group as 'castle') || t('names'),
      names.filter((n) => n.group === group).map((n) => ({ label: nameOf(n), games: n.games, word: n.word })), all, whose)));
  }

  private group(title: string, rows: Row[], all: number, whose: string): HTMLElement | false {
    if (rows.length === 0) return false;
    const items = rows.map((r, i) => h('li', { hidden: i >= SHOWN, class: r.link ? 'linked' : '' }, this.button(r, all, whose),
      r.link !== undefined && h('a', { href: r.link, 'aria-label': t('profile', r.label), title: t('profile', r.label) }, '›')));
    const more = rows.length > SHOWN && h('button', { type: 'button', class: 'link', onclick: (e: Event) => {
      for (const item of items) item.hidden = false;
      items[SHOWN].querySelector('button')?.focus();
      (e.target as HTMLElement).remove();
    } }, t('more'));
    return h('div', { class: 'facet' }, h('h3', { title: rows[0].ever ? t('sameGame') : undefined }, title), h('ul', {}, items), more);
  }

  private button(r: Row, all: number, whose: string): HTMLElement {
    const known = r.score && r.score.score !== null ? r.score : undefined;
    const { rate, interval } = known ? rateWords(known, FEW) : { rate: '', interval: '' };
    const sure = known && known.wins + known.losses + known.draws >= FEW && (known.low! > 0.5 || known.high! < 0.5);
    return h('button', {
      type: 'button', 'data-word': r.word, title: t('of', r.label, count(r.games), percent(r.games / all)) + (known ? t('score', whose, rate, interval) : ''),
      onclick: () => this.add(r.word, !!r.ever),
    }, h('span', { class: 'label' }, r.label), h('span', { class: 'number' }, count(r.games), r.wins !== undefined && h('small', {}, ` ${t('won', count(r.wins))}`)),
    h('span', { class: 'foot' }, bar([['track', 0, 100], ['fill', 0, (100 * r.games) / all]], `${percent(r.games / all)} %`),
      known && h('span', { class: `own${sure ? ' sure' : ''}` }, rate, h('small', {}, interval))));
  }
}

const yearsOf = (found: FacetsAnswer): FacetsAnswer['years'] => found.years.filter((y) => y.year > 0);
const areFew = (found: FacetsAnswer): boolean => yearsOf(found).length <= FEW_YEARS;

/* Single years while they are few, else decades. */
function years(found: FacetsAnswer): Row[] {
  const few = areFew(found);
  const scores = new Map(found.by?.map((row) => [parseInt(row.group, 10), row.own ?? row.player]));
  const rows = new Map<number, number>();
  for (const { year, games } of yearsOf(found)) {
    const first = few ? year : year - (year % 10);
    rows.set(first, (rows.get(first) ?? 0) + games);
  }
  return [...rows].sort(([a], [b]) => b - a).map(([year, games]) => ({
    label: few ? String(year) : t('decade', year), games, score: scores.get(year), word: few ? `date:${year}` : `date:${year}..${year + 9}`,
  }));
}
