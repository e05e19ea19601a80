/* value_graph.ts: how a game stood after each move: Black's advantage dark above, White's light below.  Values are on a scale
 * by the square root, so that small leads are seen and large ones end; chances on an even one. */
import { h, svg } from './dom';
import { texts } from './i18n';

const t = texts({ label: 'Value after each move, for Black' }, { label: '各手の後の評価値（先手から見て）' });

const WIDE = 824, LEFT = 44, TOP = 6, TALL = 118, MIDDLE = TOP + TALL / 2, HEIGHT = 146;

/* A numbered point on the line. */
export interface Turn { ply: number; number: number }

/* most: the largest value that is shown; curved: small ones take more room; lines: values with a line and words, 0 among them. */
export interface Scale { most: number; curved: boolean; lines: readonly [number, string][] }

/* Hundredths of a pawn. */
const VALUES: Scale = { most: 1500, curved: true, lines: [1000, 300, 0, -300, -1000].map((n) => [n, `${n > 0 ? '+' : n < 0 ? '−' : ''}${Math.abs(n)}`]) };
/* Black's chances to win less one half. */
export const CHANCES: Scale = { most: 0.5, curved: false, lines: [0.4, 0.2, 0, -0.2, -0.4].map((n) => [n, `${Math.round(100 * (0.5 + n))} %`]) };

/* values: by ply, for Black; undefined: not known yet.  go: to a ply. */
export class ValueGraph {
  readonly el = h('div', { class: 'value-graph' });
  private w = WIDE; // as many units as there are pixels, so that words can be read
  private shown: [(number | undefined)[], Turn[]] = [[], []];
  private ply = 0;
  private readonly sized = new ResizeObserver(() => this.el.clientWidth !== this.w && this.show(...this.shown));
  private readonly marker = svg('line', { class: 'now', y1: TOP, y2: TOP + TALL });

  constructor(private readonly plies: number, private readonly go: (ply: number) => void, private readonly scale = VALUES) {
    this.sized.observe(this.el);
  }

  destroy(): void {
    this.sized.disconnect();
  }

  private y(value: number): number {
    const { most, curved } = this.scale, share = Math.min(1, Math.abs(value) / most);
    return MIDDLE - Math.sign(value) * (TALL / 2 - 5) * (curved ? Math.sqrt(share) : share);
  }

  private x(ply: number): number {
    return LEFT + ((this.w - LEFT) * ply) / Math.max(1, this.plies);
  }

  show(values: (number | undefined)[], turns: Turn[]): void {
    this.shown = [values, turns];
    this.w = this.el.clientWidth || WIDE;
    const known = [...values.keys()].filter((ply) => values[ply] !== undefined);
    const line = known.map((ply) => `${this.x(ply).toFixed(1)} ${this.y(values[ply]!).toFixed(1)}`).join('L');
    const area = known.length > 1 ? `M${this.x(known[0])} ${MIDDLE}L${line}L${this.x(known.at(-1)!)} ${MIDDLE}Z` : '';
    const step = [10, 20, 50, 100].find((n) => this.plies / n <= this.w / 100) ?? 100;
    const clip = (id: string, from: number): SVGElement => svg('clipPath', { id }, svg('rect', { x: LEFT, y: from, width: this.w - LEFT, height: TALL / 2 }));
    const picture = svg('svg', { viewBox: `0 0 ${this.w} ${HEIGHT}`, role: 'img', 'aria-label': t('label') },
      svg('defs', {}, clip('above', TOP), clip('below', MIDDLE)),
      svg('rect', { class: 'plot', x: LEFT, y: TOP, width: this.w - LEFT, height: TALL, rx: 3 }),
      this.scale.lines.flatMap(([n, words]) => [svg('path', { class: n ? 'rule' : 'rule zero', d: `M${LEFT} ${this.y(n)}H${this.w}` }),
        svg('text', { x: LEFT - 8, y: this.y(n) + 4, 'text-anchor': 'end' }, words)]),
      svg('path', { class: 'of-black', d: area, 'clip-path': 'url(#above)' }), svg('path', { class: 'of-white', d: area, 'clip-path': 'url(#below)' }),
      svg('path', { class: 'line', d: line && `M${line}` }), this.marker,
      turns.filter(({ ply }) => values[ply] !== undefined).flatMap(({ ply, number }) => [
        svg('circle', { class: 'turn', cx: this.x(ply), cy: this.y(values[ply]!), r: 9 }), svg('text', { class: 'turn-number', x: this.x(ply), y: this.y(values[ply]!) + 4, 'text-anchor': 'middle' }, String(number))]),
      Array.from({ length: Math.floor((this.plies - 2) / step) }, (_, i) => svg('text', { x: this.x((i + 1) * step), y: HEIGHT - 4, 'text-anchor': 'middle' }, String((i + 1) * step))));
    picture.addEventListener('click', (e) => {
      const box = picture.getBoundingClientRect();
      const at = ((e.clientX - box.left) / box.width) * this.w;
      this.go(Math.max(0, Math.min(this.plies, Math.round(((at - LEFT) / (this.w - LEFT)) * this.plies))));
    });
    this.el.replaceChildren(picture);
    this.mark(this.ply);
  }

  mark(ply: number): void {
    this.ply = ply;
    this.marker.setAttribute('x1', String(this.x(ply)));
    this.marker.setAttribute('x2', String(this.x(ply)));
  }
}
