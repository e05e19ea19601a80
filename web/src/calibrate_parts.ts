/* calibrate_parts.ts: beside the curves of calibration: what was found by itself, and what was fitted. */
import { gameAddress, searchAddress } from './address';
import { bar } from './bars';
import type { CurveJson } from './calibrate_effects';
import { conditionWords, nameOfCondition } from './condition_words';
import { CurveChart, curveSign, signed, type Bin, type Curve } from './curve_chart';
import { h, replace } from './dom';
import { count, percent, sideName, t as common, texts } from './i18n';

const t = texts({
  findings: 'Blind spots', suspects: 'Found so far, to be judged on other games:', tested: '{0} conditions tried, {1} of them wrong beyond chance. Figures are of {2} games that the search did not see.',
  none: 'No condition is wrong beyond chance.', more: '{0} wins {1} games in a hundred more than the value says.', fewer: '{0} wins {1} games in a hundred fewer than the value says.',
  holder: 'The side that has it', leader: 'The side that is ahead', size: '{0} positions of {1} games', distortion: 'distortion {0} % [{1}, {2}]', unconfirmed: 'Other games do not confirm it.',
  unknown: 'too few positions in every bin', curves: 'Show the curves: {0}', lookAt: 'Look at', search: 'Search', folded: 'Nearly the same: {0}',
  term: 'Term', weight: 'Weight', error: '±', old: 'Before', value: 'value', attack: 'danger to the kings', defence: 'defence of the kings',
  ml: 'Mean log-loss', ls: 'Mean squared error', learnt: 'learnt from', heldOut: 'held out', positions: 'Positions', before: 'Before', after: 'After', constant: 'Without values',
  points: 'In hundredths of a pawn, beside a value’s weight of 1.', changed: 'On games held out',
}, {
  findings: '評価の死角', suspects: 'これまでの候補（別の対局で検証します）:', tested: '{0} 条件を調べ、{1} 条件が偶然とは言えない狂いでした。数値は探索に使っていない {2} 局のものです。',
  none: '偶然とは言えない狂いはありませんでした。', more: '{0}は評価値の示すより 100 局あたり {1} 局多く勝ちます。', fewer: '{0}は評価値の示すより 100 局あたり {1} 局少なく勝ちます。',
  holder: 'この条件の側', leader: '優勢な側', size: '{1} 局の {0} 局面', distortion: '歪み {0} %［{1}～{2}］', unconfirmed: '別の対局では確かめられませんでした。',
  unknown: '局面数の足りる区間がありません', curves: '曲線を見る: {0}', lookAt: '例', search: '検索', folded: 'ほぼ同じ: {0}',
  term: '項', weight: '重み', error: '±', old: '元', value: '評価値', attack: '玉の危険度の差', defence: '玉の守りの差',
  ml: '平均対数損失', ls: '平均二乗誤差', learnt: '学習', heldOut: '検証', positions: '局面数', before: '調整前', after: '調整後', constant: '評価値なし',
  points: '単位は歩の 1/100 です（評価値の重みは 1）。', changed: '検証用の対局では',
});

/* "1.6 % [1.1, 2.7]" */
export function distortionText(c: { distortion: number | null; low: number | null; high: number | null }): string {
  if (c.distortion === null || c.low === null || c.high === null) return t('unknown');
  return t('distortion', ...[c.distortion, c.low, c.high].map((x) => (100 * x).toFixed(1).replace('-', '−')));
}

/* How many games in a hundred more Black wins, or whoever a condition is about. */
export function winsText(who: 'holder' | 'leader' | true, by: number, interval: number[] = []): string {
  const figure = (x: number): string => (100 * Math.abs(x)).toFixed(1);
  const range = interval.length ? ` [${interval.map(figure).sort((a, b) => Number(a) - Number(b)).join(', ')}]` : '';
  return t(by > 0 ? 'more' : 'fewer', who === true ? sideName('s') : t(who), figure(by) + range);
}

export const sizeText = (c: { positions: number; games: number }): string => t('size', count(c.positions), count(c.games));

/* A condition in words, with the query beside them. */
export function conditionLabel(query: string): HTMLElement {
  const words = conditionWords(query);
  return h('span', { class: 'condition' }, words && `${words} `, h('code', {}, query));
}

/* --- What was found --------------------------------------------------------------------------------- */

interface Finding {
  condition: string; flipped: string; positions: number; games: number; shift: number; lean: number; tilted: boolean; confirmed: boolean;
  distortion: number | null; low: number | null; high: number | null; folded: string[];
  examples: { db: string; id: number; ply: number; value: number; side: string }[];
}

export class Findings {
  readonly el = h('section', { class: 'findings', 'aria-labelledby': 'findings-title' });
  private readonly title = h('h2', { id: 'findings-title', tabindex: -1 }, t('findings'));
  private readonly list = h('ol', {});
  private readonly head = h('p', { class: 'tips' });
  private judged = false;

  constructor(private readonly choose: (queries: string[]) => void) {}

  clear(): void {
    replace(this.el);
  }

  begin(): void {
    this.judged = false;
    replace(this.list);
    replace(this.head);
    replace(this.el, this.title, this.head, this.list);
  }

  on(name: string, data: any): void {
    if (name === 'suspect') this.suspect(data.condition);
    else if (name === 'findings') this.headline(data);
    else if (name === 'finding') this.list.append(this.item(data as Finding));
  }

  end(): void {
    if (this.judged && this.list.children.length === 0) replace(this.head, t('none'));
  }

  private suspect(condition: string): void {
    this.head.textContent = t('suspects');
    this.list.append(h('li', { class: 'suspect' }, conditionLabel(condition)));
  }

  private headline(d: { tested: number; significant: number; judged_games: number }): void {
    this.judged = true;
    replace(this.list);
    this.head.textContent = t('tested', count(d.tested), count(d.significant), count(d.judged_games));
  }

  private item(f: Finding): HTMLElement {
    const both = f.flipped === f.condition ? [f.condition] : [f.condition, f.flipped];
    const words = conditionWords(f.condition) ?? f.condition;
    return h('li', { 'data-condition': f.condition },
      h('button', { type: 'button', title: t('curves', words), onclick: () => this.choose(both) }, conditionLabel(f.condition)),
      h('p', {}, f.tilted ? winsText('leader', f.lean) : winsText(f.condition === f.flipped || 'holder', f.shift)), h('div', { class: 'finding-figures' }, gauge(f), h('small', {}, `${sizeText(f)} · ${distortionText(f)}`)),
      !f.confirmed && h('p', { class: 'tips' }, t('unconfirmed')),
      f.folded.length > 0 && h('p', { class: 'tips' }, t('folded', f.folded.slice(0, 3).map((q) => conditionWords(q) ?? q).join(' / '))),
      h('p', { class: 'tips' }, h('a', { href: searchAddress(f.condition) }, t('search')), f.examples.length > 0 && ` · ${t('lookAt')}: `,
        f.examples.slice(0, 4).flatMap((e, i) => [i > 0 && ', ', h('a', { href: gameAddress({ db: e.db, game: e.id }, e.ply), title: `${signed(e.value)} · ${sideName(e.side === 'white' ? 'g' : 's')}` }, `#${e.id}, ${common('ply', e.ply)}`)])));
  }
}

/* The distortion with its interval, from 0 to 20 %. */
function gauge(f: Finding): HTMLElement | false {
  if (f.distortion === null || f.low === null || f.high === null) return false;
  const at = (x: number): number => Math.max(0, Math.min(100, 500 * x));
  return h('div', { class: 'score gauge' }, bar([['track', 0, 100], ['band', at(f.low), at(f.high)], ['point', at(f.distortion) - 1, at(f.distortion) + 1]], distortionText(f)));
}

const DRAWN = 4; // curves that can be told apart

/* --- What was fitted -------------------------------------------------------------------------------- */

interface Part { positions: number; games: number; blind: number; before: number; after: number }
interface FitJson { fit: 'ls' | 'ml'; learnt: Part; held_out: Part }
interface Term { term: string; weight: number; error: number | null; old: number }
interface After { after: string; before: CurveJson; curve: CurveJson }

export class FitView {
  readonly el = h('div', { class: 'fitted' });
  private terms: Term[] = [];
  private afters: After[] = [];
  private fit: FitJson | undefined;
  private charts: CurveChart[] = [];
  private failed = '';

  destroy(): void {
    for (const chart of this.charts) chart.destroy();
    this.charts = [];
  }

  clear(): void {
    this.destroy();
    [this.terms, this.afters, this.fit, this.failed] = [[], [], undefined, ''];
    replace(this.el);
  }

  on(name: string, data: any): void {
    if (name === 'term') this.terms.push(data);
    else if (name === 'fit') this.fit = data;
    else if (name === 'after') this.afters.push(data);
    else if (name === 'unfit') this.failed = data.error.message;
  }

  /* href: where a point of a curve leads; first: the condition that is drawn in any case. */
  show(href: (condition: string, bin: Bin) => string, first: string): void {
    this.destroy();
    if (!this.fit) return replace(this.el, this.failed && h('p', { class: 'hint' }, this.failed));
    replace(this.el, this.termTable(), h('p', { class: 'tips' }, t('points')), this.lossTable(this.fit), this.changes(href, first));
  }

  private termTable(): HTMLElement {
    const label = (term: string): string | HTMLElement => (/^(value|attack|defence)$/.test(term) ? t(term as 'value') : conditionLabel(term));
    return h('table', { class: 'terms' }, h('thead', {}, h('tr', {}, ['term', 'weight', 'error', 'old'].map((k) => h('th', { scope: 'col' }, t(k as 'term'))))),
      h('tbody', {}, this.terms.map((x) => h('tr', { 'data-term': x.term }, h('th', { scope: 'row' }, label(x.term)),
        h('td', { class: 'number' }, x.error === null ? '–' : figure(x.weight)), h('td', { class: 'number' }, x.error === null ? '' : x.error.toFixed(1)), h('td', { class: 'number' }, figure(x.old))))));
  }

  private lossTable(f: FitJson): HTMLElement {
    const row = (name: string, p: Part): HTMLElement | false => p.positions > 0 && h('tr', {}, h('th', { scope: 'row' }, name),
      [count(p.positions), p.blind.toFixed(4), p.before.toFixed(4), p.after.toFixed(4)].map((x) => h('td', { class: 'number' }, x)));
    return h('table', { class: 'terms' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t(f.fit)),
      ['positions', 'constant', 'before', 'after'].map((k) => h('th', { scope: 'col' }, t(k as 'before'))))),
      h('tbody', {}, row(t('learnt'), f.learnt), row(t('heldOut'), f.held_out)));
  }

  /* The curves of the conditions, before and after. */
  private changes(href: (condition: string, bin: Bin) => string, first: string): HTMLElement | false {
    if (this.afters.length === 0) return false;
    const drawn = [...this.afters].sort((a, b) => Number(b.after === first) - Number(a.after === first)).slice(0, DRAWN);
    const curves = (which: 'before' | 'curve'): Curve[] => drawn.map((a, i) => ({
      label: conditionWords(a.after) ?? a.after, name: nameOfCondition(a.after).name, hue: i + 1, bins: a[which].bins, href: (bin) => href(a.after, bin) }));
    const reach = (): number => Math.max(...this.charts.map((c) => c.reach()));
    this.charts = (['before', 'after'] as const).map((k) => new CurveChart(t(k), { reach, heading: true, reads: (value) => this.charts.forEach((c) => c.read(value)) }));
    this.charts[0].show(curves('before'));
    this.charts[1].show(curves('curve'));
    return h('div', {}, h('h3', {}, t('changed')), h('ul', { class: 'changes' }, this.afters.map((a) => h('li', {}, drawn.includes(a) && curveSign(drawn.indexOf(a) + 1), conditionLabel(a.after),
      h('small', {}, `${distortionText(a.before)} → ${distortionText(a.curve)}`)))), h('div', { class: 'pair' }, this.charts.map((c) => c.el)));
  }
}

const figure = (x: number): string => (Math.abs(x) < 0.05 ? '0' : x.toFixed(Math.abs(x) < 10 ? 1 : 0).replace('-', '−'));
export const share = (x: number | null): string => (x === null ? '–' : `${percent(x)} %`);
