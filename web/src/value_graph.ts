/* value_graph.ts: how a game stood after each move: Black's advantage dark above, White's light below, on a scale by
 * the square root, so that small leads are seen and large ones end. */
import { h, isNarrow, svg } from './dom';
import { texts } from './i18n';

const t = texts({ label: 'Value after each move, for Black' }, { label: '各手の後の評価値（先手から見て）' });

const WIDE = 824, NARROW = 366, LEFT = 44, TOP = 6, TALL = 118, MIDDLE = TOP + TALL / 2, MOST = 1500, HEIGHT = 146;
const LINES = [1000, 300, 0, -300, -1000];

/* A numbered point on the line. */
export interface Turn { ply: number; number: number }

const y = (value: number): number => {
  const cut = Math.max(-MOST, Math.min(MOST, value));
  return MIDDLE - Math.sign(cut) * (TALL / 2 - 5) * Math.sqrt(Math.abs(cut) / MOST);
};

/* values: by ply, for Black, in hundredths of a pawn; undefined: not known yet.  go: to a ply. */
export class ValueGraph {
  readonly el = h('div', { class: 'value-graph' });
  private readonly w = isNarrow() ? NARROW : WIDE; // as many units as there are pixels, so that words can be read
  private readonly marker = svg('line', { class: 'now', y1: TOP, y2: TOP + TALL });

  constructor(private readonly plies: number, private readonly go: (ply: number) => void) {}

  private x(ply: number): number {
    return LEFT + ((this.w - LEFT) * ply) / Math.max(1, this.plies);
  }

  show(values: (number | undefined)[], turns: Turn[]): void {
    const known = [...values.keys()].filter((ply) => values[ply] !== undefined);
    const line = known.map((ply) => `${this.x(ply).toFixed(1)} ${y(values[ply]!).toFixed(1)}`).join('L');
    const area = known.length > 1 ? `M${this.x(known[0])} ${MIDDLE}L${line}L${this.x(known.at(-1)!)} ${MIDDLE}Z` : '';
    const step = [10, 20, 50, 100].find((n) => this.plies / n <= this.w / 100) ?? 100;
    const clip = (id: string, from: number): SVGElement => svg('clipPath', { id }, svg('rect', { x: LEFT, y: from, width: this.w - LEFT, height: TALL / 2 }));
    const picture = svg('svg', { viewBox: `0 0 ${this.w} ${HEIGHT}`, role: 'img', 'aria-label': t('label') },
      svg('defs', {}, clip('above', TOP), clip('below', MIDDLE)),
      svg('rect', { class: 'plot', x: LEFT, y: TOP, width: this.w - LEFT, height: TALL, rx: 3 }),
      LINES.flatMap((n) => [svg('path', { class: n ? 'rule' : 'rule zero', d: `M${LEFT} ${y(n)}H${this.w}` }),
        svg('text', { x: LEFT - 8, y: y(n) + 4, 'text-anchor': 'end' }, `${n > 0 ? '+' : n < 0 ? '−' : ''}${Math.abs(n)}`)]),
      svg('path', { class: 'of-black', d: area, 'clip-path': 'url(#above)' }), svg('path', { class: 'of-white', d: area, 'clip-path': 'url(#below)' }),
      svg('path', { class: 'line', d: line && `M${line}` }), this.marker,
      turns.filter(({ ply }) => values[ply] !== undefined).flatMap(({ ply, number }) => [
        svg('circle', { class: 'turn', cx: this.x(ply), cy: y(values[ply]!), r: 9 }), svg('text', { class: 'turn-number', x: this.x(ply), y: y(values[ply]!) + 4, 'text-anchor': 'middle' }, String(number))]),
      Array.from({ length: Math.floor((this.plies - 2) / step) }, (_, i) => svg('text', { x: this.x((i + 1) * step), y: HEIGHT - 4, 'text-anchor': 'middle' }, String((i + 1) * step))));
    picture.addEventListener('click', (e) => {
      const box = picture.getBoundingClientRect();
      const at = ((e.clientX - box.left) / box.width) * this.w;
      this.go(Math.max(0, Math.min(this.plies, Math.round(((at - LEFT) / (this.w - LEFT)) * this.plies))));
    });
    this.el.replaceChildren(picture);
  }

  mark(ply: number): void {
    this.marker.setAttribute('x1', String(this.x(ply)));
    this.marker.setAttribute('x2', String(this.x(ply)));
  }
}
