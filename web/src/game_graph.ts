/* game_graph.ts: the values of a game, the names that held in it and the stretch that was found, on one axis of moves.  The
 * scale is by square root: small leads are seen, and large ones do not press them flat. */
import { h, replace, svg } from './dom';
import { sideSign } from './parts';
import { texts } from './i18n';
import { valueOf, valueText, type Value } from './game_values';

const t = texts({
  label: 'Value and names by move', black: 'Black better', white: 'White better', found: 'found', move: 'move {0}', start: 'start', more: '{0} more', fewer: 'fewer', time: 'time',
  goTo: '{0}, moves {1}–{2}: go to its start', empty: 'Values appear once the game is analysed.',
}, {
  label: '手数ごとの評価値と囲い・戦型', black: '先手良し', white: '後手良し', found: '検索結果', move: '{0}手目', start: '開始', more: 'ほか {0}', fewer: '減らす', time: '消費時間',
  goTo: '{0}（{1}～{2} 手目）の初めへ', empty: '解析すると評価値が表示されます。',
});

export interface Span { side?: 's' | 'g'; label: string; from: number; to: number; searched: boolean } // to: its last ply
export interface Turning { ply: number; text: string; bare?: boolean } // bare: the text beside a dot, not a number in a disc

export interface GraphData {
  plies: number;
  values: (Value | undefined)[];
  valued: boolean; // there may be values: room is left for them
  times: (number | undefined)[];
  spans: Span[];
  found: [number, number][]; // first and last ply of each
  turning: Turning[];
}

const PAPER = 360; // on paper there is one width
const MOST = 1500, PAD = 6, HALF = 58, ROW = 21, SHOWN = 6, TIMES = 22, STRIP = 22; // where there are no values: for the move's label
const LINES = [1000, 300, 0, -300, -1000];

export class GameGraph {
  readonly el = h('div', { class: 'game-graph' });
  private readonly picture = svg('svg', { class: 'graph', role: 'slider', tabindex: 0, 'aria-label': t('label'), 'aria-valuemin': 0 });
  private readonly marker = svg('g', { class: 'now' });
  private readonly names = h('div', { class: 'span-names' });
  private readonly sized: ResizeObserver;
  private data: GraphData = { plies: 0, values: [], valued: false, times: [], spans: [], found: [], turning: [] };
  private width = 0;
  private all = false; // names beyond the first few are shown, too
  private ply = 0;
  private value: Value | undefined;
  private drawing = 0;
  private readonly paper = matchMedia('print');
  private readonly printed = (): void => this.draw();

  /* go: shows the board after so many moves. */
  constructor(private readonly go: (ply: number) => void) {
    replace(this.el, this.picture, this.names);
    this.sized = new ResizeObserver(() => this.el.clientWidth !== this.width && this.draw());
    this.sized.observe(this.el);
    this.paper.addEventListener('change', this.printed);
    this.picture.addEventListener('pointerdown', (e) => this.point(e));
    this.picture.addEventListener('pointermove', (e) => (e.buttons & 1) === 1 && this.point(e));
  }

  destroy(): void {
    cancelAnimationFrame(this.drawing);
    this.sized.disconnect();
    this.paper.removeEventListener('change', this.printed);
  }

  /* Values come many at a time: drawn once. */
  set(change: Partial<GraphData>): void {
    this.data = { ...this.data, ...change };
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.draw());
  }

  /* value: of the position shown, where it is not the game's own. */
  show(ply: number, value?: Value): void {
    this.ply = ply;
    this.value = value;
    this.mark();
  }

  private point(e: PointerEvent): void {
    const from = e.type === 'pointerdown' && (e.target as Element).getAttribute('data-from');
    const box = this.picture.getBoundingClientRect(), share = (e.clientX - box.left - this.left) / (this.right - this.left);
    this.go(from ? Number(from) : Math.round(Math.max(0, Math.min(1, share)) * this.data.plies));
  }

  /* --- Measures ---------------------------------------------------------------------------------- */

  private get narrow(): boolean {
    return this.width < 560;
  }

  private get left(): number {
    return this.narrow ? 44 : 118;
  }

  private get right(): number {
    return this.width - 8;
  }

  private get half(): number {
    return this.narrow && !this.paper.matches ? 29 : HALF;
  }

  private get plot(): number {
    return this.data.valued ? 2 * this.half + 2 * PAD : STRIP;
  }

  private x(ply: number): number {
    return this.left + (this.data.plies ? ((this.right - this.left) * ply) / this.data.plies : 0);
  }

  private y(value: number): number {
    const clipped = Math.max(-MOST, Math.min(MOST, value));
    return PAD + this.half - Math.sign(clipped) * this.half * Math.sqrt(Math.abs(clipped) / MOST);
  }

  /* --- Drawing ----------------------------------------------------------------------------------- */

  private draw(): void {
    this.width = this.paper.matches ? PAPER : this.el.clientWidth;
    if (!this.width) return;
    const onPaper = this.paper.matches, spans = this.narrow && !onPaper ? this.data.spans.filter((s) => s.searched).slice(0, 2) : this.data.spans.slice(0, this.all ? undefined : SHOWN);
    const axis = this.plot + (this.narrow && !onPaper ? 4 : 20), timed = !this.narrow && this.data.times.some((ms) => ms);
    const rows = axis + (timed ? TIMES : 0), row = !this.narrow ? ROW : spans.some((s) => !this.beside(s)) ? 20 : 14, height = rows + spans.length * row + 4;
    this.picture.setAttribute('viewBox', `0 0 ${this.width} ${height}`);
    this.picture.setAttribute('height', String(height));
    this.picture.setAttribute('aria-valuemax', String(this.data.plies));
    this.picture.replaceChildren(
      this.ground(height), ...this.data.valued ? this.values() : [], ...this.narrow && !onPaper ? [] : this.axis(), ...timed ? this.times(axis) : [],
      ...spans.map((s, i) => this.span(s, rows + i * row)), ...this.turning(), this.marker);
    this.nameRows(spans, rows);
    this.mark(height);
  }

  private ground(height: number): SVGElement {
    return svg('g', {}, svg('rect', { class: 'plot', x: this.left, y: 0, width: this.right - this.left, height: this.plot, rx: 3 }),
      this.data.found.map(([from, to]) => svg('rect', { class: 'found-ground', x: this.x(from), y: 0, width: Math.max(3, this.x(to) - this.x(from)), height })));
  }

  private values(): SVGElement[] {
    const { values, plies } = this.data, zero = this.y(0);
    const known = values.flatMap((v, ply) => (v && ply <= plies ? [[this.x(ply).toFixed(1), this.y(valueOf(v)).toFixed(1)].join(' ')] : []));
    const line = known.join('L'), first = values.findIndex(Boolean), last = values.findLastIndex(Boolean);
    const area = known.length ? `M${this.x(first)} ${zero}L${line}L${this.x(Math.min(plies, last))} ${zero}Z` : '';
    const box = { x: 0, width: this.width, height: this.half + PAD };
    return [
      svg('defs', {}, svg('clipPath', { id: 'graph-up' }, svg('rect', { ...box, y: 0 })), svg('clipPath', { id: 'graph-down' }, svg('rect', { ...box, y: zero }))),
      ...LINES.filter((n) => !this.narrow || Math.abs(n) !== 300).flatMap((n) => [svg('path', { class: n ? 'grid' : 'grid zero', d: `M${this.left} ${this.y(n)}H${this.right}` }),
        svg('text', { x: this.left - 8, y: this.y(n) + 4, 'text-anchor': 'end' }, n > 0 ? `+${n}` : n ? `−${-n}` : '0')]),
      ...this.narrow ? [] : [svg('text', { class: 'ink2', x: 0, y: 14 }, t('black')), svg('text', { class: 'ink2', x: 0, y: this.plot - 5 }, t('white'))],
      svg('path', { class: 'up', d: area, 'clip-path': 'url(#graph-up)' }), svg('path', { class: 'down', d: area, 'clip-path': 'url(#graph-down)' }),
      svg('path', { class: 'line', d: known.length ? `M${line}` : '' }),
      ...known.length ? [] : [svg('text', { x: (this.left + this.right) / 2, y: zero - 8, 'text-anchor': 'middle' }, t('empty'))],
    ];
  }

  private axis(): SVGElement[] {
    const { plies, found } = this.data, step = plies > 240 ? 50 : plies > 120 ? 25 : plies > 40 ? 20 : plies > 12 ? 5 : 1;
    const y = this.plot + 15, middles = found.slice(0, 1).map(([a, b]) => this.x((a + b) / 2));
    const all = Array.from({ length: Math.floor(plies / step) }, (_, i) => (i + 1) * step).filter((n) => middles.every((m) => Math.abs(this.x(n) - m) > 36));
    return [...all.map((n) => svg('text', { x: this.x(n), y, 'text-anchor': 'middle' }, String(n))),
      ...middles.map((x) => svg('text', { class: 'found-word', x: Math.max(this.left + 16, Math.min(this.right - 20, x)), y, 'text-anchor': 'middle' }, t('found')))];
  }

  private times(y: number): SVGElement[] {
    const { times } = this.data, most = Math.max(1, ...times.map((ms) => ms ?? 0)), wide = Math.min(8, Math.max(1, (this.right - this.left) / Math.max(1, times.length) - 1));
    return [svg('text', { class: 'ink2', x: 0, y: y + 15 }, t('time')), svg('path', { class: 'rule', d: `M${this.left} ${y + TIMES - 1.5}H${this.right}` }),
      svg('g', { class: 'times' }, times.map((ms, ply) => {
        const tall = ms ? Math.max(1, (TIMES - 4) * Math.sqrt(ms / most)) : 0;
        return tall > 0 && svg('rect', { x: this.x(ply) - wide, y: y + TIMES - 2 - tall, width: wide, height: tall });
      }))];
  }

  private span(s: Span, y: number): SVGElement {
    const x = this.x(s.from), wide = Math.max(3, this.x(s.to) - x), after = x + wide + 6;
    const look = `span${s.searched ? ' searched' : ''}`;
    if (this.narrow) return this.narrowSpan(s, x, y, wide, look);
    const full = after > this.right - 50, fits = !full || x > this.left + 50; // the range beside the bar
    return svg('g', { class: look }, svg('path', { class: 'rule', d: `M${this.left} ${y + 17.5}H${this.right}` }),
      svg('rect', { x, y: y + 4, width: wide, height: 10, rx: 3, 'data-from': s.from }),
      fits && svg('text', { x: full ? x - 6 : after, y: y + 13.5, 'text-anchor': full ? 'end' : 'start' }, s.from === s.to ? String(s.from) : `${s.from}–${s.to}`));
  }

  /* At which side of its bar a name has room; undefined: at neither. */
  private beside(s: Span): 'start' | 'end' | undefined {
    const long = [...s.label].reduce((sum, c) => sum + (c > '\u2e80' ? 12.5 : 7.2), 6);
    return this.x(s.to) + long < this.right ? 'start' : this.x(s.from) - long > this.left ? 'end' : undefined;
  }

  /* Without a column of names: the name beside its bar, or above it. */
  private narrowSpan(s: Span, x: number, y: number, wide: number, look: string): SVGElement {
    const side = this.beside(s), low = side ? 4 : 12, [at, base] = side === 'start' ? [x + wide + 5, y + 11] : side === 'end' ? [x - 5, y + 11] : [x, y + 10];
    return svg('g', { class: look }, svg('rect', { x, y: y + low, width: wide, height: 6, rx: 2, 'data-from': s.from }), svg('text', { class: 'name', x: at, y: base, 'text-anchor': side ?? 'start' }, s.label));
  }

  private turning(): SVGElement[] {
    return this.data.turning.flatMap(({ ply, text, bare }) => {
      const value = this.data.values[ply];
      if (!value || !this.data.valued) return [];
      const x = this.x(ply), y = this.y(valueOf(value)), left = x > this.right - 90;
      if (bare) return [svg('circle', { class: 'turn dot', cx: x, cy: y, r: 4.5 }), ...this.narrow ? [] : [svg('text', { class: 'turn-word', 'data-x': x, x: left ? x - 6 : x + 6, y: y > this.y(0) ? y - 12 : y + 18, 'text-anchor': left ? 'end' : 'start' }, text)]];
      return [svg('g', { class: 'turn', 'data-from': ply }, svg('circle', { cx: x, cy: y, r: this.narrow ? 7 : 9, 'data-from': ply }), svg('text', { x, y: y + 4, 'text-anchor': 'middle', 'data-from': ply }, text))];
    });
  }

  /* The words of a move go to the side of it where the present move is not. */
  private keepOff(word: SVGTextElement, now: number): void {
    const x = Number(word.dataset.x), long = word.getComputedTextLength() + 12, left = x + long > this.right || (now > x - 1 && now < x + long && x - long > this.left);
    word.setAttribute('x', String(left ? x - 6 : x + 6));
    word.setAttribute('text-anchor', left ? 'end' : 'start');
  }

  /* The names themselves are buttons, for keys and readers. */
  private nameRows(spans: Span[], top: number): void {
    this.names.style.top = `${top}px`;
    const over = this.data.spans.length - SHOWN;
    replace(this.names, !this.narrow && [
      ...spans.map((s) => h('button', { type: 'button', class: s.searched ? 'searched' : '', title: t('goTo', s.label, s.from, s.to), onclick: () => this.go(s.from) },
        s.side && sideSign(s.side), h('span', { class: 'cut' }, s.label))),
      over > 0 && h('button', { type: 'button', class: 'more-names', 'aria-expanded': String(this.all), onclick: () => {
        this.all = !this.all;
        this.draw();
        this.names.querySelector<HTMLElement>('.more-names')?.focus();
      } }, this.all ? t('fewer') : t('more', over)),
    ]);
    this.el.style.paddingBottom = over > 0 && !this.narrow ? `${ROW}px` : '';
  }

  /* The move on screen. */
  private mark(height = Number(this.picture.getAttribute('height'))): void {
    const value = this.value ?? this.data.values[this.ply], words = this.ply ? t('move', this.ply) : t('start');
    const text = value ? `${words} · ${valueText(value)}` : words;
    this.picture.setAttribute('aria-valuenow', String(this.ply));
    this.picture.setAttribute('aria-valuetext', text);
    if (!this.width) return;
    const x = this.x(this.ply), d = `M${x} 0V${height - 2}`;
    for (const word of this.picture.querySelectorAll<SVGTextElement>('.turn-word')) this.keepOff(word, x);
    const wide = [...text].reduce((sum, c) => sum + (c > '\u2e80' ? 12 : 6.9), 14), at = x + wide + 8 > this.right ? x - wide - 6 : x + 6;
    this.marker.replaceChildren(svg('path', { class: 'halo', d }), svg('path', { class: 'stem', d }),
      ...value && this.data.valued ? [svg('circle', { cx: x, cy: this.y(valueOf(value)), r: 5 })] : [],
      ...this.narrow ? [] : [svg('rect', { x: at, y: 0, width: wide, height: 19, rx: 4 }), svg('text', { x: at + wide / 2, y: 14, 'text-anchor': 'middle' }, text)]);
  }
}
