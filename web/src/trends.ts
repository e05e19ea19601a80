/* trends.ts: shares through the years: periods of one length with enough games in each, a small line for a row of a table,
 * and a chart with labels at the ends of its lines. */
import { h, svg } from './dom';
import { count, percent, texts } from './i18n';

const t = texts({ decade: '{0}s', shares: '{0}: {1}' }, { decade: '{0} 年代', shares: '{0}: {1}' });

/* Years from .. to together; gap: years without games are before it. */
export interface Period { from: number; to: number; games: number; step: number; gap: boolean }

const ENOUGH = 30; // games, below which shares are noise
const STEPS = [1, 2, 5, 10, 20, 50, 100];

function joined(years: { year: number; games: number }[], step: number): Period[] {
  const all: Period[] = [];
  for (const { year, games } of years) {
    const from = Math.floor(year / step) * step, last = all.at(-1);
    if (last && last.from === from) last.games += games;
    else all.push({ from, to: from + step - 1, games, step, gap: !!last && from > last.to + step });
  }
  const periods: Period[] = [];
  let few: Period | undefined;
  for (const p of all) { // what has too few games goes with the next one, or before a gap with the one before
    if (few && p.gap && periods.length) {
      const last = periods.at(-1)!;
      Object.assign(last, { to: few.to, games: last.games + few.games });
      few = undefined;
    }
    few = few ? { ...few, to: p.to, games: few.games + p.games } : { ...p };
    if (few.games < ENOUGH) continue;
    periods.push(few);
    few = undefined;
  }
  const last = periods.at(-1);
  if (few && last) Object.assign(last, { to: few.to, games: last.games + few.games });
  return periods;
}

const MOST_GAMES = 0.75;

/* Of years with games: the finest steps of which the last `most` have most of the games; what is before them is one period.
 * least: years that are told apart. */
export function periodsOf(years: { year: number; games: number }[], most = 10, least = 1): Period[] {
  const known = years.filter((y) => y.year > 0 && y.games > 0).sort((a, b) => a.year - b.year), all = known.reduce((n, y) => n + y.games, 0);
  for (const step of STEPS.filter((n) => n >= least)) {
    const periods = joined(known, step), early = periods.splice(0, Math.max(0, periods.length - most + 1));
    if (periods.reduce((n, p) => n + p.games, 0) < MOST_GAMES * all && early.length > 1) continue;
    if (early.length) periods.unshift({ ...early[0], to: early.at(-1)!.to, games: early.reduce((n, p) => n + p.games, 0), step: 0 });
    return periods;
  }
  return [];
}

/* "2024", "1990s", "1947–92". */
export function periodText({ from, to, step }: Period, now = Infinity): string {
  const last = Math.min(to, now);
  if (from === last) return String(from);
  if (step === 10 && to === from + 9) return t('decade', from);
  return `${from}–${String(from).slice(0, 2) === String(last).slice(0, 2) ? String(last).slice(2) : last}`;
}

/* Where periods stand, 0 to 1: beside each other, a gap half a step wide. */
function places(periods: Period[]): number[] {
  let at = 0;
  const all = periods.map((p, i) => (i === 0 ? 0 : (at += p.gap ? 1.5 : 1)));
  return all.map((x) => (at ? x / at : 0.5));
}

/* Shares by period on the scale of the whole table; the last point is marked. */
export function spark(periods: Period[], shares: number[], top: number, words: string): SVGElement | false {
  const W = 84, H = 28;
  if (periods.length < 2) return false;
  const x = places(periods).map((p) => 4 + p * (W - 10)), y = shares.map((s) => H - 5 - (s / (top || 1)) * (H - 10));
  return svg('svg', { class: 'spark', viewBox: `0 0 ${W} ${H}`, width: W, height: H, role: 'img', 'aria-label': t('shares', words, shares.map((s, i) => `${periodText(periods[i])} ${percent(s)} %`).join(', ')) },
    svg('path', { class: 'base', d: `M2 ${H - 2}H${W - 2}` }), svg('path', { class: 'line', d: x.map((at, i) => `${i ? 'L' : 'M'}${at.toFixed(1)} ${y[i].toFixed(1)}`).join('') }),
    svg('circle', { cx: x.at(-1), cy: y.at(-1), r: 2.6 }));
}

export interface Line { label: string; shares: number[] }

const HEIGHT = 180, LEFT = 40, RIGHT = 104, TOP = 12, FOOT = 40;
const DIGIT = 6.8; // px
const NEAR = 15; // px between labels

/* Labels one below the other, each near where it would be. */
function apart(wanted: number[]): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y), at: number[] = [];
  let last = -Infinity;
  for (const { y, i } of order) at[i] = last = Math.max(y, last + NEAR);
  const over = Math.max(0, last - (HEIGHT - FOOT + 8));
  return at.map((y) => y - over);
}

const ROUND = [0.04, 0.1, 0.2, 0.3, 0.5, 0.6, 0.8, 1];

/* Drawn in pixels as wide as there is room, again when that changes; a table says the same. */
export class TrendChart {
  readonly el = h('div', { class: 'trend-chart' });
  private readonly sized = new ResizeObserver(() => this.draw());
  private readonly picture = h('div');
  private width = 0;

  constructor(private readonly periods: Period[], private readonly lines: Line[], private readonly label: string, private readonly now: number) {
    this.el.append(this.picture, this.table());
    this.sized.observe(this.picture);
  }

  destroy(): void {
    this.sized.disconnect();
  }

  private words(p: Period): string {
    return periodText(p, this.now);
  }

  private draw(): void {
    const width = this.picture.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    const most = Math.max(0.04, ...this.lines.flatMap((l) => l.shares)), top = ROUND.find((r) => r >= most) ?? 1;
    const inner = width - LEFT - RIGHT, x = places(this.periods).map((p) => LEFT + 8 + p * (inner - 16)), y = (s: number): number => TOP + (1 - s / top) * (HEIGHT - TOP - FOOT);
    const wide = (p: Period): number => DIGIT * Math.max(this.words(p).length, count(p.games).length + 2), every = Math.ceil((this.periods.length * (8 + Math.max(...this.periods.map(wide)))) / inner), end = apart(this.lines.map((l) => y(l.shares.at(-1)!)));
    this.picture.replaceChildren(svg('svg', { class: 'trend', width, height: HEIGHT, role: 'img', 'aria-label': this.label },
      [0, 0.5, 1].map((part) => svg('g', {}, svg('path', { class: 'rule', d: `M${LEFT} ${y(part * top)}H${width - RIGHT}` }), svg('text', { class: 'faint', x: LEFT - 6, y: y(part * top) + 4, 'text-anchor': 'end' }, `${percent(part * top)} %`))),
      this.periods.map((p, i) => p.gap && svg('path', { class: 'break', d: `M${(x[i - 1] + x[i]) / 2 - 5} ${HEIGHT - FOOT + 6}l5 -12m2 12l5 -12` })),
      this.periods.map((p, i) => (this.periods.length - 1 - i) % every === 0 && svg('text', { class: 'faint', x: Math.max(wide(p) / 2, x[i]), y: HEIGHT - 19, 'text-anchor': 'middle' }, this.words(p), svg('tspan', { x: Math.max(wide(p) / 2, x[i]), dy: 15 }, `(${count(p.games)})`))),
      [...this.lines].map((line, n) => svg('g', { class: `series s${n}` },
        svg('path', { d: line.shares.map((s, i) => `${i ? 'L' : 'M'}${x[i].toFixed(1)} ${y(s).toFixed(1)}`).join('') }),
        line.shares.map((s, i) => svg('circle', { cx: x[i], cy: y(s), r: 3.2 }, svg('title', {}, `${line.label}, ${this.words(this.periods[i])}: ${percent(s)} %`))),
        svg('text', { class: 'end', x: width - RIGHT + 6, y: end[n] + 4 }, line.label, svg('tspan', { class: 'soft' }, ` ${percent(line.shares.at(-1)!)} %`)))).reverse()));
  }

  private table(): HTMLElement {
    return h('div', { class: 'hidden' }, h('table', {}, h('caption', {}, this.label),
      h('thead', {}, h('tr', {}, h('td', {}, ''), this.periods.map((p) => h('th', { scope: 'col' }, `${this.words(p)} (${count(p.games)})`)))),
      h('tbody', {}, this.lines.map((l) => h('tr', {}, h('th', { scope: 'row' }, l.label), l.shares.map((s) => h('td', {}, `${percent(s)} %`)))))));
  }
}
