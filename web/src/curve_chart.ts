/* curve_chart.ts: win rate against value: some curves with their intervals as bands, drawn as wide as
 * there is room.  Every point is a link with words for screen readers; arrow keys go from point to
 * point, and what is said of a point stands beneath. */
import { h, replace, svg } from './dom';
import { count, percent, texts } from './i18n';

export interface Bin { value: number; positions: number; rate: number; low: number; high: number; games: number }
export interface Curve { label: string; hue: number; bins: Bin[]; dashed?: boolean; href: (bin: Bin) => string }

const t = texts({
  value: 'value', rate: 'Black’s win rate', at: '{0}, value {1}: {2} % won ({3}–{4} %), {5} positions of {6} games', games: 'Games',
  keys: 'Point at the curves or use the arrow keys for figures; Enter shows the games.', table: 'As a table', bin: 'Value', 
}, {
  value: '評価値', rate: '先手の勝率', at: '{0}、評価値 {1}: 勝率 {2} %（{3}～{4} %）、{6} 局の {5} 局面', games: '対局',
  keys: '曲線を指すか矢印キーで、数値を読めます。Enter で対局を表示します。', table: '表で見る', bin: '評価値', 
});

export const signed = (n: number): string => (n < 0 ? `−${-n}` : n > 0 ? `+${n}` : '0');

const LEFT = 44, RIGHT = 12, TOP = 10, BOTTOM = 40;

/* A step of 1, 2 or 5 times a power of ten, so that there is room for what is written at each. */
function tickStep(reach: number, most: number): number {
  let step = 100;
  for (let i = 0; reach / step > most; i++) step *= i % 3 === 1 ? 2.5 : 2;
  return step;
}

/* Markers differ by shape, too. */
const MARKS = [
  'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z', 'M-3.6 -3.6H3.6V3.6H-3.6Z', 'M0 -4.8L4.6 3.4H-4.6Z', 'M0 -5L5 0L0 5L-5 0Z', 'M0 4.8L4.6 -3.4H-4.6Z',
];

export class CurveChart {
  readonly el: HTMLElement;
  private readonly picture = h('div', { class: 'curve-picture' });
  private readonly said = h('p', { class: 'readout tips' });
  private readonly more = h('div', {});
  private readonly sizes: ResizeObserver;
  private curves: Curve[] = [];
  private points: { curve: number; bin: Bin; x: number; y: number; el: SVGElement }[] = [];
  private width = 0;

  /* reach: both ends of the axis, if it is to be that of another chart. */
  constructor(private readonly title = '', private readonly options: { reach?: () => number; low?: boolean } = {}) {
    this.el = h('figure', { class: 'curve-chart' }, title && h('figcaption', {}, title), this.picture, this.said, this.more);
    this.sizes = new ResizeObserver(() => this.picture.clientWidth !== this.width && this.draw());
    this.sizes.observe(this.picture);
  }

  destroy(): void {
    this.sizes.disconnect();
  }

  show(curves: Curve[]): void {
    this.curves = curves;
    this.said.textContent = t('keys');
    replace(this.more, !this.options.low && curves.length > 0 && table(curves));
    this.draw();
  }

  reach(): number {
    const ends = this.curves.flatMap((c) => c.bins.map((b) => Math.abs(b.value)));
    return Math.max(500, ...ends);
  }

  /* --- Drawing -------------------------------------------------------------------------------------- */

  private draw(): void {
    this.width = this.picture.clientWidth;
    const wide = this.width, high = Math.max(210, Math.min(430, Math.round(wide * (this.options.low ? 0.7 : 0.6))));
    this.points = [];
    if (wide < 100 || this.curves.length === 0) return replace(this.picture);
    const reach = (this.options.reach?.() ?? this.reach()) * 1.04;
    const x = (value: number): number => LEFT + ((wide - LEFT - RIGHT) * (value + reach)) / (2 * reach);
    const y = (rate: number): number => TOP + (high - TOP - BOTTOM) * (1 - rate);
    const guide = svg('line', { class: 'guide', y1: TOP, y2: high - BOTTOM, hidden: true });
    const picture = svg('svg', {
      viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, role: 'group', 'aria-label': [this.title || t('rate'), ...this.curves.map((c) => c.label)].join(' / '),
    }, axes(wide, high, reach, x, y), this.curves.map((c) => band(c, x, y)), this.curves.map((c) => line(c, x, y)), guide,
    this.curves.map((c, i) => svg('g', { class: `marks s${c.hue}` }, c.bins.map((bin) => this.point(c, i, bin, x(bin.value), y(bin.rate))))));
    picture.addEventListener('pointermove', (e) => this.nearest(e));
    let before: Element | undefined; // what was told of when a finger came down
    picture.addEventListener('pointerdown', (e) => {
      before = this.points.find((p) => p.el.classList.contains('now'))?.el;
      this.nearest(e);
    });
    picture.addEventListener('click', (e) => { // the first touch tells, the second goes there
      const at = (e.target as Element).closest('a');
      if (at && at !== before && (e as PointerEvent).pointerType === 'touch') e.preventDefault();
    });
    picture.addEventListener('keydown', (e) => this.onKey(e));
    picture.addEventListener('focusin', (e) => {
      const at = this.points.find((p) => p.el === (e.target as Element));
      if (at) this.tell(at);
    });
    replace(this.picture, picture);
    this.points[0]?.el.setAttribute('tabindex', '0');
  }

  private point(c: Curve, curve: number, bin: Bin, x: number, y: number): SVGElement {
    const el = svg('a', { href: c.href(bin), tabindex: -1, 'aria-label': words(c, bin), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: c.dashed ? 'dashed' : undefined },
      svg('circle', { r: 11, class: 'reach-area' }), svg('path', { d: MARKS[c.hue % MARKS.length] }));
    this.points.push({ curve, bin, x, y, el });
    return el;
  }

  /* --- Reading -------------------------------------------------------------------------------------- */

  private nearest(e: PointerEvent): void {
    const box = this.picture.getBoundingClientRect();
    const away = (p: { x: number; y: number }): number => Math.hypot((p.x - e.clientX + box.left) * 1.5, p.y - e.clientY + box.top);
    const best = this.points.reduce((a, b) => (away(b) < away(a) ? b : a), this.points[0]);
    if (best && away(best) < 80) this.tell(best);
  }

  private tell(at: { curve: number; bin: Bin; x: number; el: SVGElement }): void {
    const c = this.curves[at.curve];
    for (const p of this.points) p.el.classList.toggle('now', p === at);
    for (const p of this.points) p.el.setAttribute('tabindex', p === at ? '0' : '-1');
    const guide = this.picture.querySelector('.guide')!;
    guide.removeAttribute('hidden');
    guide.setAttribute('x1', String(at.x));
    guide.setAttribute('x2', String(at.x));
    replace(this.said, words(c, at.bin), ' ', h('a', { href: c.href(at.bin), tabindex: -1 }, t('games')));
  }

  private onKey(e: KeyboardEvent): void {
    const now = this.points.find((p) => p.el === document.activeElement);
    if (!now || e.ctrlKey || e.altKey || e.metaKey) return;
    const same = this.points.filter((p) => p.curve === now.curve), at = same.indexOf(now);
    const beside = (by: number): typeof now | undefined => {
      for (let c = now.curve + by; c >= 0 && c < this.curves.length; c += by) {
        const there = this.points.filter((p) => p.curve === c);
        if (there.length) return there.reduce((a, b) => (Math.abs(b.x - now.x) < Math.abs(a.x - now.x) ? b : a));
      }
      return undefined;
    };
    const steps: Record<string, () => typeof now | undefined> = {
      ArrowLeft: () => same[at - 1], ArrowRight: () => same[at + 1], Home: () => same[0], End: () => same.at(-1),
      ArrowDown: () => beside(1), ArrowUp: () => beside(-1),
    };
    if (!steps[e.key]) return;
    e.preventDefault();
    (steps[e.key]()?.el as SVGAElement | undefined)?.focus();
  }
}

const words = (c: Curve, b: Bin): string => t('at', c.label, signed(b.value), percent(b.rate), percent(b.low), percent(b.high), count(b.positions), count(b.games));

type Scale = (v: number) => number;

function axes(wide: number, high: number, reach: number, x: Scale, y: Scale): SVGElement {
  const step = tickStep(reach, (wide - LEFT) / 150), ticks: number[] = [];
  for (let v = -Math.floor(reach / step) * step; v <= reach; v += step) ticks.push(v);
  return svg('g', { class: 'axes', 'aria-hidden': 'true' },
    [0, 0.25, 0.5, 0.75, 1].flatMap((r) => [
      svg('line', { class: r === 0.5 ? 'middle' : undefined, x1: LEFT, x2: wide - RIGHT, y1: y(r), y2: y(r) }),
      svg('text', { x: LEFT - 6, y: y(r) + 4, 'text-anchor': 'end' }, `${100 * r}%`)]),
    ticks.flatMap((v) => [
      svg('line', { class: v === 0 ? 'middle' : undefined, x1: x(v), x2: x(v), y1: y(1), y2: y(0) }),
      svg('text', { x: x(v), y: high - BOTTOM + 16, 'text-anchor': 'middle' }, signed(v))]),
    svg('text', { x: wide - RIGHT, y: high - 6, 'text-anchor': 'end' }, `${t('value')} →`), svg('text', { x: LEFT, y: high - 6 }, `↑ ${t('rate')}`));
}

const pathOf = (points: [number, number][]): string => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

function band(c: Curve, x: Scale, y: Scale): SVGElement | false {
  if (c.dashed || c.bins.length === 0) return false;
  const up = c.bins.map((b): [number, number] => [x(b.value), y(b.high)]), down = c.bins.map((b): [number, number] => [x(b.value), y(b.low)]);
  // a single bin has no breadth: its interval is a stroke
  return svg('path', { class: `interval s${c.hue}`, d: c.bins.length > 1 ? `${pathOf([...up, ...down.reverse()])}Z` : pathOf([up[0], down[0]]) });
}

function line(c: Curve, x: Scale, y: Scale): SVGElement {
  return svg('path', { class: `line s${c.hue}${c.dashed ? ' dashed' : ''}`, d: pathOf(c.bins.map((b) => [x(b.value), y(b.rate)])) });
}

/* A sign for lists: the colour and the shape of a curve. */
export function curveSign(hue: number, dashed = false): SVGElement {
  return svg('svg', { class: `curve-sign s${hue}`, viewBox: '-12 -7 24 14', 'aria-hidden': 'true' },
    svg('path', { class: dashed ? 'line dashed' : 'line', d: 'M-12 0H12' }), svg('path', { class: 'mark', d: MARKS[hue % MARKS.length] }));
}

/* The same in words and figures, for whoever would rather read. */
function table(curves: Curve[]): HTMLElement {
  const values = [...new Set(curves.flatMap((c) => c.bins.map((b) => b.value)))].sort((a, b) => a - b);
  return h('details', { class: 'figures' }, h('summary', {}, t('table')), h('div', { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': t('table') },
    h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('bin')), curves.map((c) => h('th', { scope: 'col' }, c.label)))),
      h('tbody', {}, values.map((v) => h('tr', {}, h('th', { scope: 'row' }, signed(v)), curves.map((c) => {
        const b = c.bins.find((x) => x.value === v);
        return h('td', {}, b && h('a', { href: c.href(b) }, `${percent(b.rate)} %`), b && h('small', {}, ` ${percent(b.low)}–${percent(b.high)} · ${count(b.positions)}`));
      })))))));
}
