/* picker.ts: what a query can be made of, to choose from: castles, openings and shapes with a diagram each, players, years,
 * events, results, lengths.  Whose and in which layer is chosen first. */
import { ask } from './api';
import { countedNames } from './counted_names';
import { h, replace } from './dom';
import { count, gamesText, lang, nameOf, resultText, sideName, t as common, texts } from './i18n';
import { shapeOfName } from './named_shapes';
import { segmented, sideSign, tabs } from './parts';
import { shogiDiagram, type Crop } from './piece_set';
import type { Color, Mark } from './setup';
import { site } from './site';
import { quoted, wordOf } from './suggest';
import { titleOfName } from './unit_words';
import type { FacetsAnswer } from './when_chart';
import { stonesDiagram } from './thumbs';
import type { Name } from './api';

const t = texts({
  add: 'Add to the query', side: 'Whose', black: '{0}’s', either: 'either’s', layer: 'Layer', must: 'must be there', or: 'or', not: 'must not', keys: 'arrows choose · Enter adds · Shift-Enter adds as “not”',
  castle: 'Castles', opening: 'Openings', shape: 'Shapes', joseki: 'Joseki', player: 'Player', when: 'When', other: 'Event, result, length', saved: 'Saved', filter: 'Filter names', name: 'A player’s name', since: 'since {0}', decade: '{0}s',
  result: 'Result', length: 'Length', event: 'Event', under: 'under {0} moves', over: 'over {0} moves', none: 'Nothing has this name.', close: 'Close', close_: 'Close the list of names',
}, {
  add: '条件に加える', side: 'どちらの', black: '{0}の', either: 'どちらか', layer: '層', must: 'ある', or: 'または', not: 'ない', keys: '矢印で選ぶ・Enter で加える・Shift-Enter で「ない」として加える',
  castle: '囲い', opening: '戦法', shape: '形', joseki: '定石', player: '対局者', when: '年', other: '棋戦・結果・手数', saved: '保存した検索', filter: '名前を絞る', name: '対局者の名前', since: '{0}年以降', decade: '{0}年代',
  result: '結果', length: '手数', event: '棋戦', under: '{0} 手未満', over: '{0} 手超', none: 'その名前はありません。', close: '閉じる', close_: '名前の一覧を閉じる',
});

export type PickLayer = 'must' | 'or' | 'not';
type Side = Color | '';

const GROUPS = ['castle', 'opening', 'shape', 'joseki'];

export class Picker {
  readonly el: HTMLElement;
  private names = site.names;
  private side: Side = site.game === 'shogi' ? 's' : '';
  private layer: PickLayer = 'must';
  private readonly sides = h('span');
  private readonly lists = new Map<string, HTMLElement>();
  private readonly filter = h('input', { type: 'search', class: 'pick-filter', 'aria-label': t('filter'), placeholder: t('filter'), autocomplete: 'off', spellcheck: 'false', oninput: () => this.showNames() });

  /* add gets a word of the query. */
  constructor(private readonly add: (word: string, layer: PickLayer) => void, private readonly close: () => void) {
    const groups = GROUPS.filter((g) => site.names.some((n) => n.group === g));
    const panel = (key: string): HTMLElement => {
      const el = h('div', { class: 'pick-panel' });
      this.lists.set(key, el);
      return el;
    };
    const all = [...groups.map((key) => ({ key, words: t(key as 'castle'), more: count(site.names.filter((n) => n.group === key).length), panel: panel(key) })),
      { key: 'player', words: t('player'), panel: panel('player') }, { key: 'when', words: t('when'), panel: panel('when') }, { key: 'other', words: t('other'), panel: panel('other') }];
    const layers = segmented<PickLayer>(t('layer'), [['must', t('must')], ['or', t('or')], ['not', t('not')]], 'must', (l) => void (this.layer = l));
    this.showSides();
    this.el = h('div', { class: 'pop picker', role: 'dialog', 'aria-label': t('add'), hidden: true },
      h('div', { class: 'row' }, this.sides, layers, this.filter, h('span', { class: 'grow' }), h('button', { type: 'button', class: 'btn small pick-close', 'aria-label': t('close_'), onclick: () => close() }, t('close'))),
      tabs(t('add'), all, all[0].key, (key) => this.opened(key)), all.map((tab) => tab.panel), h('p', { class: 't1 soft keys' }, t('keys')));
    this.el.addEventListener('keydown', (e) => this.onKey(e));
    this.showNames();
    this.opened(all[0].key);
    void countedNames().then((names) => { // the order is by games
      const focused = (document.activeElement as HTMLElement | null)?.dataset?.word;
      this.names = names;
      this.showNames();
      if (focused) this.el.querySelector<HTMLElement>(`.card[data-word="${CSS.escape(focused)}"]`)?.focus();
    });
  }

  focus(): void {
    (this.el.querySelector<HTMLElement>('.pick-panel:not([hidden]) .card, .pick-panel:not([hidden]) button') ?? this.filter).focus();
  }

  private showSides(): void {
    if (site.game === 'chaturanga') return;
    const words = (c: Color): HTMLElement => h('span', { class: 'lbl' }, sideSign(c), t('black', sideName(c)));
    replace(this.sides, segmented<Side>(t('side'), [['s', words('s')], ['g', words('g')], ['', t('either')]], this.side, (s) => void (this.side = s)));
  }

  private opened(key: string): void {
    this.filter.hidden = !GROUPS.includes(key);
    const panel = this.lists.get(key)!;
    if (panel.childElementCount) return;
    if (key === 'player') this.showPlayers(panel);
    else if (key === 'when') void this.showYears(panel);
    else if (key === 'other') void this.showOthers(panel);
  }

  private choose(word: string, layer = this.layer): void {
    this.add(word, layer);
  }

  /* The other side's castle is what one asks for next. */
  private chooseName(name: Name, layer = this.layer): void {
    const side = this.side && name.group ? `${site.game === 'shogi' ? this.side : this.side === 's' ? 'b' : 'w'}.` : '';
    this.choose(side + wordOf(name), layer);
    if (layer !== 'must' || name.group !== 'castle' || !this.side) return;
    this.side = this.side === 's' ? 'g' : 's';
    this.showSides();
  }

  /* --- Names ------------------------------------------------------------------------------------- */

  private showNames(): void {
    const typed = this.filter.value.trim().toLowerCase();
    const fits = (n: Name): boolean => !typed || [n.name, titleOfName(n), nameOf(n), n.query, ...n.labels].some((text) => text.toLowerCase().includes(typed));
    for (const group of GROUPS) {
      const list = this.lists.get(group);
      if (!list) continue;
      const names = this.names.filter((n) => n.group === group && fits(n)).sort((a, b) => (b.games ?? 0) - (a.games ?? 0));
      replace(list, names.length === 0 && h('p', { class: 'hint' }, t('none')), h('div', { class: 'cards-of-names' }, names.map((n) => this.card(n))));
    }
  }

  private card(n: Name): HTMLElement {
    const title = titleOfName(n), other = lang === 'ja' ? '' : n.labels[0] ?? '';
    return h('button', { type: 'button', class: `card${n.games === 0 ? ' none' : ''}`, 'data-word': wordOf(n), onclick: (e: MouseEvent) => this.chooseName(n, e.shiftKey ? 'not' : undefined) }, diagramOf(n),
      h('span', { class: 'card-words' }, h('b', {}, title.charAt(0).toUpperCase() + title.slice(1)), other && h('span', { class: 't1 soft' }, other), typeof n.games === 'number' && h('span', { class: 't1 faint' }, gamesText(n.games))));
  }

  private onKey(e: KeyboardEvent): void {
    if (e.key === 'Escape') {
      e.stopPropagation();
      return this.close();
    }
    const here = (e.target as HTMLElement).closest<HTMLElement>('.card');
    if (!here) return;
    if (e.key === 'Enter' && e.shiftKey) {
      e.preventDefault();
      return this.chooseName(site.names.find((n) => wordOf(n) === here.dataset.word)!, 'not');
    }
    const all = [...here.parentElement!.querySelectorAll<HTMLElement>('.card')], columns = getComputedStyle(here.parentElement!).gridTemplateColumns.split(' ').length;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[e.key];
    if (!step) return;
    e.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, all.indexOf(here) + step))].focus();
  }

  /* --- Players, years, the rest ------------------------------------------------------------------- */

  private button(words: string, word: string, more = ''): HTMLElement {
    return h('button', { type: 'button', class: 'btn', 'data-word': word, onclick: () => this.choose(word, this.layer) }, words, more && h('span', { class: 't1 faint' }, more));
  }

  private showPlayers(panel: HTMLElement): void {
    const list = h('div', { class: 'row' });
    const field = h('input', { type: 'search', 'aria-label': t('name'), placeholder: t('name'), autocomplete: 'off', spellcheck: 'false', oninput: () => void show() });
    let latest = 0;
    const show = async (): Promise<void> => {
      const mine = ++latest, found = await ask<{ players: { name: string; games: number }[] }>('players', { name: field.value.trim(), limit: 24 }).catch(() => ({ players: [] }));
      const of = this.side === 's' ? 'black' : this.side === 'g' ? 'white' : 'player';
      if (mine === latest) replace(list, found.players.map((p) => this.button(p.name, `${site.game === 'shogi' || of === 'player' ? 'player' : of}:${quoted(p.name)}`, count(p.games))));
    };
    replace(panel, field, list);
    void show();
  }

  private async showYears(panel: HTMLElement): Promise<void> {
    const { years } = await ask<FacetsAnswer>('facets', {}).catch(() => ({ years: [] }));
    const decades = new Map<number, number>();
    for (const { year, games } of years) if (year > 0) decades.set(year - (year % 10), (decades.get(year - (year % 10)) ?? 0) + games);
    const last = Math.max(...years.map((y) => y.year), 0), since = [1, 2, 5, 10, 15, 20, 30].map((n) => last - (last % 5) + 5 - 5 * Math.ceil(n / 5)).filter((y, i, all) => y <= last && all.indexOf(y) === i);
    replace(panel, h('div', { class: 'row' }, last > 0 && [last, last - 1, last - 2, ...since].filter((y, i, all) => all.indexOf(y) === i).sort((a, b) => b - a).map((y) => this.button(t('since', y), `date:${y}..`))),
      h('div', { class: 'row' }, [...decades].sort(([a], [b]) => b - a).map(([decade, games]) => this.button(t('decade', decade), `date:${decade}..${decade + 9}`, count(games)))));
  }

  private async showOthers(panel: HTMLElement): Promise<void> {
    const [black, white] = site.game === 'shogi' ? ['s', 'g'] : ['b', 'w'];
    const part = (title: string, ...rows: (HTMLElement | false)[]): HTMLElement => h('div', { class: 'pick-part' }, h('h3', {}, title), h('div', { class: 'row' }, rows));
    const results = part(t('result'), site.game !== 'chaturanga' && this.button(resultText('b'), `result:${black}`), site.game !== 'chaturanga' && this.button(resultText('w'), `result:${white}`), this.button(common('result_d'), 'result:d'));
    const lengths = part(t('length'), ...[60, 80, 100].map((n) => this.button(t('under', n), `moves<${n}`)), ...[120, 150, 200].map((n) => this.button(t('over', n), `moves>${n}`)));
    replace(panel, results, lengths);
    const { by = [] } = await ask<FacetsAnswer>('facets', { by: 'event', limit: 30 }).catch(() => ({ by: [] }));
    if (by.length) panel.append(part(t('event'), ...by.filter((e) => e.group).map((e) => this.button(e.label, `event:=${quoted(e.group)}`, count(e.games)))));
  }
}

/* The part of the board that the pieces of a name are on. */
function cropOf(pieces: Map<string, Mark>): Crop {
  const files = [...pieces.keys()].map((s) => Number(s[0])), ranks = [...pieces.keys()].map((s) => Number(s[1]));
  const [low, high] = [Math.min(...files), Math.max(...files)], bottom = Math.max(9, ...ranks), top = Math.min(6, ...ranks);
  if (high - low > 4 || bottom - top > 3) return [9, 1, Math.min(...ranks) < 6 ? Math.max(1, Math.min(...ranks) - 1) : 6, 9];
  const right = high <= 5 ? 1 : low >= 5 ? 5 : Math.max(1, Math.min(5, Math.round((low + high) / 2) - 2));
  return [right + 4, right, 6, 9];
}

function diagramOf(n: Name): SVGElement | false {
  if (site.game === 'go') return stonesDiagram(n.query);
  const { pieces } = shapeOfName(n);
  if (pieces.size === 0) return false;
  const crop = cropOf(pieces);
  return shogiDiagram(pieces, crop, Math.min(20, 104 / (crop[0] - crop[1] + 1), 92 / (crop[3] - crop[2] + 1)));
}
