/* play_review_frame.ts: what every game that was played and is looked back on has: a sentence, three figures, a graph, turning
 * points, and steps under the board.  play_review.ts has it of shogi, play_go_review.ts of Go. */
import { Asking } from './api';
import { h, isTyping, replace } from './dom';
import { lang, texts } from './i18n';
import { icon, type Icon } from './parts';
import { ValueGraph, type Scale, type Turn } from './value_graph';

const t = texts({
  points: 'Turning points', first: 'First position', back: 'Back', forward: 'Forward', last: 'Last position', replay: 'Open in Replay', pass: 'Position after move {0} of {1}', playOn: 'Play on from here', show: 'Show',
  found: 'Of 100 {0}, {1}.', play: '{0} play {1}', yours: '{0} play your move', andLast: '{0} and {1}', under1: 'fewer than 1',
}, {
  points: '分かれ目', first: '最初の局面', back: '戻る', forward: '進む', last: '最後の局面', replay: '棋譜を開く', pass: '{1} 手中 {0} 手目の局面', playOn: 'ここから指す', show: '見る',
  found: '{0} 100 人のうち{1}。', play: '{0} 人が{1}', yours: '{0} 人が同じ手', andLast: '{0}、{1}', under1: '1 未満の',
});
const go = texts({ playOn: 'Play on from here' }, { playOn: 'ここから打つ' });

export const MOST_POINTS = 5;

export abstract class ReviewFrame {
  readonly el: HTMLElement;
  readonly steps: HTMLElement;
  protected readonly asking = new Asking();
  protected readonly title = h('h1', { class: 'title', 'aria-live': 'polite' });
  protected readonly about = h('p', { class: 'soft' });
  protected readonly three = h('div', { class: 'three' });
  protected readonly points = h('ol', { class: 'list turning' });
  protected readonly graph: ValueGraph;
  protected ply: number;
  private readonly where = h('span', { class: 'where number' });
  private readonly open = h('span', {});
  private drawing = 0;

  constructor(protected readonly plies: number, valueNote: string, ending: HTMLElement, scale?: Scale) {
    this.ply = plies;
    this.graph = new ValueGraph(plies, (ply) => this.go(ply), scale);
    this.el = h('section', { class: 'review', 'aria-label': t('points') }, this.title, this.about, this.three, this.graph.el,
      h('div', { class: 'h2' }, h('h2', {}, t('points')), h('span', { class: 't1 faint end' }, valueNote)), this.points, ending);
    const step = (name: Icon, words: string, to: () => number): HTMLElement =>
      h('button', { type: 'button', class: 'btn icon-only', 'aria-label': words, title: words, onclick: () => this.go(to()) }, icon(name));
    this.steps = h('div', { class: 'row step-row' }, step('first', t('first'), () => 0), step('left', t('back'), () => this.ply - 1), this.where,
      step('right', t('forward'), () => this.ply + 1), step('last', t('last'), () => plies), h('span', { class: 'grow' }), this.open);
    document.addEventListener('keydown', this.onKey);
    this.graph.show([], []);
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    cancelAnimationFrame(this.drawing);
    this.graph.destroy();
    this.asking.end();
  }

  /* It is in the database, and can be opened there. */
  saved(where: string): void {
    replace(this.open, h('a', { class: 'btn', href: where }, icon('tree'), t('replay')));
  }

  /* Of the position on screen. */
  protected abstract showPosition(): void;
  /* By ply, for Black; and where it turned. */
  protected abstract graphed(): { values: (number | undefined)[]; turns: Turn[] };
  protected abstract showWords(): void;

  /* Several answers come at a time: drawn once. */
  protected draw(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => {
      const { values, turns } = this.graphed();
      this.graph.show(values, turns);
      this.graph.mark(this.ply);
      this.showWords();
    });
  }

  protected fact(value: string, what: string): HTMLElement {
    return h('div', {}, h('b', {}, value), h('span', { class: 't1 soft' }, what));
  }

  /* One turning point: what stands beside its diagram. */
  protected pointRow(o: { number: number; move: string; better: string; values: string; people: string; isGo?: boolean; playOn: () => void; show: () => void }): HTMLElement {
    return h('div', {}, h('div', { class: 'row' }, h('span', { class: 'letter turn' }, String(o.number)), h('b', {}, o.move), h('span', { class: 'soft' }, o.better),
      h('span', { class: 't1 soft number' }, o.values), h('span', { class: 'grow' }),
      h('button', { type: 'button', class: 'btn small', onclick: o.playOn }, icon('play'), (o.isGo ? go : t)('playOn')),
      h('button', { type: 'button', class: 'btn small', onclick: o.show }, t('show'))),
    h('p', { class: 'soft' }, o.people));
  }

  /* "Of 100 amateurs, 20 find S*4a, 9 play Nx8e and 6 play your move."  first: said before the others. */
  protected peopleWords(who: string, first: string[], others: { p: number; text: string }[], yours: number): string {
    const parts = [...first, ...others.map((o) => t('play', this.ofHundred(o.p), o.text)), t('yours', this.ofHundred(yours))];
    return t('found', who, parts.length > 1 ? t('andLast', parts.slice(0, -1).join(lang === 'ja' ? '、' : ', '), parts.at(-1)!) : parts[0]);
  }

  protected ofHundred(p: number): string {
    return p < 0.005 ? t('under1') : String(Math.round(100 * p));
  }

  /* --- Stepping -------------------------------------------------------------------------------------- */

  protected go(ply: number): void {
    this.ply = Math.max(0, Math.min(this.plies, ply));
    this.showPly();
  }

  protected showPly(): void {
    this.showPosition();
    replace(this.where, h('span', { class: 'hidden' }, t('pass', this.ply, this.plies)), h('span', { 'aria-hidden': 'true' }, h('b', {}, String(this.ply)), ` / ${this.plies}`));
    this.graph.mark(this.ply);
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.plies }[e.key];
    if (to === undefined || isTyping(e) || (e.target as Element).closest('[role="radiogroup"], [role="grid"]')) return;
    e.preventDefault();
    this.go(to);
  };
}
