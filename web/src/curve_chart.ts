/* curve_chart.ts: win rate against value: some curves with their intervals as bands, drawn as wide as there is room.  Every
 * point is a link with words for screen readers; arrow keys go from point to point.  What is read at a value stands in a box
 * in the picture; charts that belong together show it at the same value. */
import { h, replace, svg } from './dom';
import { count, percent, texts } from './i18n';

export interface Bin { value: number; positions: number; rate: number; low: number; high: number; games: number }
/* name: short, for the box. */
export interface Curve { label: string; name?: string; hue: number; bins: Bin[]; dashed?: boolean; href: (bin: Bin) => string }

const t = texts({
  value: 'value for Black', rate: 'Black won', at: '{0}, value {1}: {2} % won ({3}–{4} %), {5} positions of {6} games', title: 'Win rate against value', all: 'all', read: '{0} {1} %', allAt: '{0} at {1}: {2} %',
}, {
  value: '先手から見た評価値', rate: '先手の勝率', at: '{0}、評価値 {1}: 勝率 {2} %（{3}～{4} %）、{6} 局の {5} 局面', title: '評価値に対する勝率', all: '全局面', read: '{0} {1} %', allAt: '{0}（{1}）: {2} %',
});

export const signed = (n: number): string => (n < 0 ? `−${count(-n)}` : n > 0 ? `+${count(n)}` : '0');

const LEFT = 40, RIGHT = 8, TOP = 12, BOTTOM = 36;

/* Colours are tokens, so that a picture that is saved can have those of paper (calibrate_files.ts). */
const HUES = ['var(--ink2)', 'var(--ai)', 'var(--good)', 'var(--drawn)', 'var(--ink)'];
const hueOf = (c: { hue: number }): string => HUES[c.hue % HUES.length];
/* Markers differ by shape, too; the first is hollow. */
const MARKS = ['M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z', 'M-3 -3H3V3H-3Z', 'M0 -4.2L4 3H-4Z', 'M0 -4.4L4.4 0L0 4.4L-4.4 0Z', 'M0 4.2L4 -3H-4Z'];
const mark = (c: { hue: number; dashed?: boolean }): SVGElement => {
  const hollow = c.hue === 0 || c.dashed;
  return svg('path', { class: 'mark', d: MARKS[c.hue % MARKS.length], fill: hollow ? 'var(--paper)' : hueOf(c), stroke: hueOf(c), 'stroke-width': hollow ? 1.6 : 0.5 });
};

/* A step of 1, 2 or 5 times a power of ten, so that there is room for what is written at each. */
function tickStep(reach: number, most: number): number {
  let step = 100;
  for (let i = 0; reach / step > most; i++) step *= i % 3 === 1 ? 2.5 : 2;
  return step;
}

type Point = { curve: number; bin: Bin; x: number; y: number; el: SVGElement };
type Scale = (v: number) => number;

export class CurveChart {
  readonly el: HTMLElement;
  private readonly picture = h('div', { class: 'curve-picture' });
  private readonly sizes: ResizeObserver;
  private curves: Curve[] = [];
  private points: Point[] = [];
  private width = 0;
  private value: number | undefined; // that is read

  /* reach: both ends of the axis, if it is to be that of another chart; reads: the reader points at a value. */
  constructor(private readonly title = '', private readonly options: { reach?: () => number; heading?: boolean; reads?: (value: number) => void } = {}) {
    this.el = h('figure', { class: 'curve-chart' }, options.heading && h('figcaption', {}, title), this.picture);
    this.sizes = new ResizeObserver(() => this.picture.clientWidth !== this.width && this.draw());
    this.sizes.observe(this.picture);
  }

  destroy(): void {
    this.sizes.disconnect();
  }

  show(curves: Curve[]): void {
    const focused = this.points.find((p) => p.el === document.activeElement);
    this.curves = curves;
    this.draw();
    if (focused) (this.points.find((p) => p.bin.value === focused.bin.value)?.el as SVGAElement | undefined)?.focus();
  }

  reach(): number {
    const ends = this.curves.flatMap((c) => c.bins.map((b) => Math.abs(b.value)));
    return Math.max(500, ...ends);
  }

  /* What is to be read here; undefined: nothing. */
  read(value: number | undefined): void {
    this.value = value;
    this.showReading();
  }

  /* The picture as it is drawn, for a file. */
  drawing(): SVGElement | null {
    return this.picture.querySelector('svg');
  }

  /* --- Drawing -------------------------------------------------------------------------------------- */

  private x: Scale = () => 0;
  private y: Scale = () => 0;

  private draw(): void {
    this.width = this.picture.clientWidth;
    const wide = this.width, high = Math.round(Math.min(340, Math.max(wide * 0.6, Math.min(300, wide * 0.85))));
    this.points = [];
    if (wide < 100 || this.curves.length === 0) return replace(this.picture);
    const reach = (this.options.reach?.() ?? this.reach()) * 1.04;
    const x = (this.x = (value: number): number => LEFT + ((wide - LEFT - RIGHT) * (value + reach)) / (2 * reach));
    const y = (this.y = (rate: number): number => TOP + (high - TOP - BOTTOM) * (1 - rate));
    const picture = svg('svg', {
      viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, role: 'group', 'aria-label': [this.title || t('title'), ...this.curves.map((c) => c.label)].join(' / '),
    }, axes(wide, high, reach, x, y), this.curves.map((c) => band(c, x, y)), svg('g', { class: 'reading-line', 'aria-hidden': 'true' }), this.curves.map((c) => line(c, x, y)),
    this.curves.map((c, i) => svg('g', { class: 'marks' }, c.bins.map((bin) => this.point(c, i, bin, x(bin.value), y(bin.rate))))), svg('g', { class: 'reading', 'aria-hidden': 'true' }));
    picture.addEventListener('pointermove', (e) => this.nearest(e));
    let before: number | undefined; // what was read when a finger came down
    picture.addEventListener('pointerdown', (e) => {
      before = this.value;
      this.nearest(e);
    });
    picture.addEventListener('click', (e) => { // the first touch tells, the second goes there
      if ((e.target as Element).closest('a') && before !== this.value && (e as PointerEvent).pointerType === 'touch') e.preventDefault();
    });
    picture.addEventListener('keydown', (e) => this.onKey(e));
    picture.addEventListener('focusin', (e) => {
      const at = this.points.find((p) => p.el === e.target);
      if (!at) return;
      for (const p of this.points) p.el.setAttribute('tabindex', p === at ? '0' : '-1');
      this.tell(at.bin.value);
    });
    replace(this.picture, picture);
    this.points[0]?.el.setAttribute('tabindex', '0');
    this.showReading();
  }

  private point(c: Curve, curve: number, bin: Bin, x: number, y: number): SVGElement {
    const el = svg('a', { href: c.href(bin), tabindex: -1, 'aria-label': words(c, bin), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      svg('circle', { r: 11, class: 'reach-area', fill: 'transparent' }), mark(c));
    this.points.push({ curve, bin, x, y, el });
    return el;
  }

  /* --- Reading -------------------------------------------------------------------------------------- */

  private nearest(e: PointerEvent): void {
    const at = e.clientX - this.picture.getBoundingClientRect().left;
    const best = this.points.reduce<Point | undefined>((a, b) => (!a || Math.abs(b.x - at) < Math.abs(a.x - at) ? b : a), undefined);
    if (best) this.tell(best.bin.value);
  }

  private tell(value: number): void {
    if (this.options.reads) this.options.reads(value);
    else this.read(value);
  }

  private showReading(): void {
    const under = this.picture.querySelector('.reading-line'), over = this.picture.querySelector('.reading');
    if (!under || !over) return;
    const value = this.value, here = value === undefined ? [] : this.points.filter((p) => p.bin.value === value);
    for (const p of this.points) p.el.classList.toggle('now', here.includes(p));
    if (value === undefined || here.length === 0) return [under, over].forEach((g) => replace(g));
    const x = this.x(value), top = this.y(1), bottom = this.y(0), high = 8 + 18 * here.length;
    replace(under, svg('path', { d: `M${x} ${top}V${bottom}`, stroke: 'var(--ink2)', 'stroke-dasharray': '3 3' }));
    const lines = [...here].sort((a, b) => Number(a.curve === 0) - Number(b.curve === 0)).map((p) => {
      const c = this.curves[p.curve], b = p.bin, range = ` [${percent(b.low)}–${percent(b.high)}]`;
      return { c, text: (c.hue === 0 && !c.dashed ? t('allAt', c.name ?? c.label, signed(b.value), percent(b.rate)) : t('read', c.name ?? c.label, percent(b.rate))) + range };
    });
    const texts = lines.map((l, i) => svg('text', { x: 9, y: 18 + 18 * i, fill: l.c.hue === 1 ? 'var(--ai-ink)' : 'var(--ink2)', 'font-weight': l.c.hue === 1 && !l.c.dashed ? 700 : 400 }, l.text));
    const box = svg('rect', { height: high, rx: 6, fill: 'var(--sheet)', stroke: 'var(--edge)' }), group = svg('g', {}, box, texts);
    replace(over, group);
    const wide = Math.max(...texts.map((text) => text.getComputedTextLength())) + 18, right = x + 14 + wide <= this.width - 2;
    const left = right ? x + 14 : Math.max(LEFT + 4, x - 14 - wide), from = right && value >= 0 ? bottom - high - 20 : top + 6; // curves rise from left to right
    box.setAttribute('width', wide.toFixed(1));
    group.setAttribute('transform', `translate(${left.toFixed(1)} ${from.toFixed(1)})`);
  }

  private onKey(e: KeyboardEvent): void {
    const now = this.points.find((p) => p.el === document.activeElement);
    if (!now || e.ctrlKey || e.altKey || e.metaKey) return;
    const same = this.points.filter((p) => p.curve === now.curve), at = same.indexOf(now);
    const beside = (by: number): Point | undefined => {
      for (let c = now.curve + by; c >= 0 && c < this.curves.length; c += by) {
        const there = this.points.filter((p) => p.curve === c);
        if (there.length) return there.reduce((a, b) => (Math.abs(b.x - now.x) < Math.abs(a.x - now.x) ? b : a));
      }
      return undefined;
    };
    const steps: Record<string, () => Point | undefined> = {
      ArrowLeft: () => same[at - 1], ArrowRight: () => same[at + 1], Home: () => same[0], End: () => same.at(-1),
      ArrowDown: () => beside(1), ArrowUp: () => beside(-1),
    };
    if (!steps[e.key]) return;
    e.preventDefault();
    (steps[e.key]()?.el as SVGAElement | undefined)?.focus();
  }
}

const words = (c: Curve, b: Bin): string => t('at', c.label, signed(b.value), percent(b.rate), percent(b.low), percent(b.high), count(b.positions), count(b.games));

function axes(wide: number, high: number, reach: number, x: Scale, y: Scale): SVGElement {
  const step = tickStep(reach, (wide - LEFT) / 130), ticks: number[] = [], bottom = high - BOTTOM;
  for (let v = -Math.floor(reach / step) * step; v <= reach; v += step) ticks.push(v);
  const end = (v: number): string => (x(v) - 22 < LEFT ? 'start' : x(v) + 22 > wide ? 'end' : 'middle');
  return svg('g', { class: 'axes', 'aria-hidden': 'true', fill: 'var(--ink3)' },
    [0, 0.25, 0.5, 0.75, 1].flatMap((r) => [
      svg('path', { d: `M${LEFT} ${y(r)}H${wide - RIGHT}`, stroke: r === 0.5 ? 'var(--edge)' : 'var(--rule)' }),
      svg('text', { x: LEFT - 8, y: y(r) + 4, 'text-anchor': 'end' }, `${100 * r}${r === 1 ? ' %' : ''}`)]),
    ticks.flatMap((v) => [
      svg('path', { d: `M${x(v)} ${TOP}V${bottom}`, stroke: v === 0 ? 'var(--edge)' : 'var(--rule)' }),
      svg('text', { x: x(v), y: bottom + 17, 'text-anchor': end(v) }, signed(v))]),
    svg('text', { x: wide - RIGHT, y: high - 3, 'text-anchor': 'end' }, `${t('value')} →`), svg('text', { x: LEFT, y: high - 3 }, `↑ ${t('rate')}`));
}

const pathOf = (points: [number, number][]): string => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

function band(c: Curve, x: Scale, y: Scale): SVGElement | false {
  if (c.dashed || c.bins.length === 0) return false;
  const up = c.bins.map((b): [number, number] => [x(b.value), y(b.high)]), down = c.bins.map((b): [number, number] => [x(b.value), y(b.low)]);
  const fill = c.hue === 0 ? 'var(--drawn)' : hueOf(c);
  // a single bin has no breadth: its interval is a stroke
  if (c.bins.length === 1) return svg('path', { class: 'interval', d: pathOf([up[0], down[0]]), stroke: fill, 'stroke-opacity': 0.5, 'stroke-width': 3 });
  return svg('path', { class: 'interval', d: `${pathOf([...up, ...down.reverse()])}Z`, fill, 'fill-opacity': c.hue === 0 ? 0.28 : 0.2 });
}

function line(c: Curve, x: Scale, y: Scale): SVGElement {
  return svg('path', { class: c.dashed ? 'line dashed' : 'line', d: pathOf(c.bins.map((b) => [x(b.value), y(b.rate)])), fill: 'none', stroke: hueOf(c), 'stroke-width': c.hue === 1 ? 2.2 : 1.8, 'stroke-dasharray': c.dashed && '5 4' });
}

/* A sign for lists: the colour and the shape of a curve. */
export function curveSign(hue: number, dashed = false): SVGElement {
  return svg('svg', { class: 'curve-sign', viewBox: '-13 -5 26 10', width: 26, height: 10, 'aria-hidden': 'true' },
    svg('path', { d: 'M-13 0H13', stroke: hueOf({ hue }), 'stroke-width': hue === 1 ? 2.2 : 1.8, 'stroke-dasharray': dashed && '5 4' }), mark({ hue, dashed }));
}
