/* board_go.ts: a board of Go to look at or to set up: one SVG picture whose units are pixels, pointers, and the grid of cells
 * for the keyboard and for screen readers. */
import { scoreClass, type Arrow, type BoardOptions, type BoardView, type Overlay } from './board';
import { announce, h, svg } from './dom';
import { CellGrid } from './grid';
import { pieceName, squareName, t } from './i18n';
import { Pointing, type Place } from './pointing';
import { other, type Mark } from './setup';
import { columnName, pointName, pointOf, regionOf } from './setup_go';

const USUAL = 31; // px between lines
const NEAR = 13; // px, to a handle

function stars(size: number): number[] {
  const near = size >= 13 ? 3 : 2;
  return size < 7 ? [] : size % 2 && size > 7 ? [near, (size - 1) / 2, size - 1 - near] : [near, size - 1 - near];
}

type StoneLook = '' | 'ghost' | 'not';

export class GoBoard implements BoardView {
  readonly el: HTMLElement;
  private readonly size: number;
  private readonly grid: CellGrid;
  private readonly parts = { ground: svg('g'), tint: svg('g'), stones: svg('g'), area: svg('g'), part: svg('g', { class: 'region-of' }), ghosts: svg('g'), arrows: svg('g', { class: 'arrows' }), labels: svg('g', { class: 'labels' }) };
  private readonly picture = svg('svg', { class: 'goban', 'aria-hidden': 'true' });
  private readonly sized: ResizeObserver;
  private readonly pointing: Pointing | undefined;
  private readonly shown = new Map<string, Mark>();
  private shownRegion = '';
  private regionFrom: string | undefined; // the first corner of one that the keyboard marks
  private last: string[] = [];
  private arrows: Arrow[] = [];
  private over: Overlay = {};
  private areas: { black: string[]; white: string[] } = { black: [], white: [] };
  private dead = new Set<string>();
  private tool: Mark | undefined;
  private carried: string | undefined; // point whose stone the keyboard picked up
  private c = USUAL;

  constructor(private readonly options: BoardOptions) {
    this.size = options.size ?? 19;
    const n = this.size;
    this.picture.append(...Object.values(this.parts));
    this.grid = new CellGrid({
      label: options.label, rows: n, columns: n, focused: pointName(Math.floor(n / 2), Math.floor(n / 2)),
      name: (row, column) => this.pointAt(column, row),
      onKey: options.editable ? (point, e) => this.edit(point, e.key)
        : options.onPoint ? (point, e) => (e.key === 'Enter' || e.key === ' ') && options.onPoint!(point) : undefined,
    });
    this.grid.el.classList.add('points');
    for (const row of this.grid.el.children) (row as HTMLElement).style.gridTemplateColumns = `repeat(${n}, 1fr)`;
    this.grid.el.style.gridTemplateRows = `repeat(${n}, 1fr)`;
    this.el = h('div', { class: `board go${options.editable ? ' editable' : ''}` }, this.picture, this.grid.el);
    this.draw();
    this.sized = new ResizeObserver(() => this.fit());
    this.sized.observe(this.el);
    if (options.editable || options.onPoint) this.pointing = new Pointing(this.el, {
      squareAt: (at) => this.pointUnder(at), size: () => this.c,
      tap: (point, second) => this.tap(point, second),
      grab: options.editable ? (point, at) => this.grab(point, at) : undefined,
      sweep: (mark, from, to, ended) => this.sweep(mark, from, to, ended),
      dropped: (mark, from, to) => this.dropped(mark, from, to),
    });
  }

  destroy(): void {
    this.sized.disconnect();
    this.pointing?.destroy();
  }

  /* --- Measures ------------------------------------------------------------------------------- */

  private edges(c: number): { left: number; top: number; right: number; bottom: number } {
    const small = Math.max(12, 0.71 * c);
    return { left: Math.max(20, 0.9 * c), top: Math.max(24, 1.22 * c), right: small, bottom: small };
  }

  private fit(): void {
    const width = this.el.clientWidth;
    if (width <= 0) return;
    let c = this.c;
    for (let i = 0; i < 4; i++) { // edges grow with the board
      const { left, right } = this.edges(c);
      c = (width - left - right) / (this.size - 1);
    }
    if (c <= 0 || Math.abs(c - this.c) < 0.02) return;
    this.c = c;
    this.draw();
  }

  /* Columns and rows as they are seen, from the upper left. */
  private pointAt(column: number, row: number): string {
    return this.options.flipped ? pointName(this.size - 1 - column, row) : pointName(column, this.size - 1 - row);
  }

  private seen(point: string): [number, number] {
    const [column, row] = pointOf(point);
    return this.options.flipped ? [this.size - 1 - column, row] : [column, this.size - 1 - row];
  }

  private middle(point: string): [number, number] {
    const [column, row] = this.seen(point), { left, top } = this.edges(this.c);
    return [left + column * this.c, top + row * this.c];
  }

  private pointUnder({ clientX, clientY }: Place): string | undefined {
    const box = this.el.getBoundingClientRect(), { left, top } = this.edges(this.c);
    const column = Math.round((clientX - box.left - left) / this.c), row = Math.round((clientY - box.top - top) / this.c);
    return column >= 0 && row >= 0 && column < this.size && row < this.size ? this.pointAt(column, row) : undefined;
  }

  /* --- The picture ---------------------------------------------------------------------------- */

  private draw(): void {
    const n = this.size, { c } = this, { left, top, right, bottom } = this.edges(c), far = (n - 1) * c;
    const width = far + left + right, height = far + top + bottom;
    this.picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
    Object.assign(this.grid.el.style, { left: `${left - c / 2}px`, top: `${top - c / 2}px`, right: `${right - c / 2}px`, bottom: `${bottom - c / 2}px` });
    const line = (d: string, i: number): SVGElement => svg('path', { class: i % (n - 1) ? 'ruled' : 'ruled edge', d });
    const text = (x: number, y: number, what: string): SVGElement => svg('text', { class: 'co', x, y }, what);
    const name = (i: number): SVGElement[] => {
      const [column] = pointOf(this.pointAt(i, 0)), [, row] = pointOf(this.pointAt(0, i));
      return [text(left + i * c, Math.min(15, top * 0.6), columnName(column)), text(Math.min(12, left * 0.45), top + i * c + 4, String(row + 1))];
    };
    const steps = Array.from({ length: n }, (_, i) => i);
    this.parts.ground.replaceChildren(svg('rect', { class: 'wood', width, height, rx: 5 }),
      ...steps.flatMap((i) => [line(`M${left + i * c} ${top}v${far}`, i), line(`M${left} ${top + i * c}h${far}`, i)]),
      ...stars(n).flatMap((x) => stars(n).map((y) => svg('circle', { class: 'star', cx: left + x * c, cy: top + y * c, r: Math.max(1.6, 0.1 * c) }))),
      svg('g', { class: c < 15 ? 'small' : '' }, steps.flatMap(name)));
    this.drawStones();
    this.drawRegion();
    this.drawArea();
    this.drawOver();
    this.drawArrows();
  }

  private stone(point: string, mark: Mark, look: StoneLook = ''): SVGElement {
    const [x, y] = this.middle(point), { c } = this, r = 0.47 * c;
    const el = mark.kind === 'empty' ? svg('g', { class: 'must-empty' }, svg('circle', { r: 0.28 * c }), svg('path', { d: `M${-0.2 * c} ${0.2 * c}L${0.2 * c} ${-0.2 * c}` }))
      : mark.kind === 'stones' ? svg('g', { class: 'mark-any' }, svg('circle', { r: 0.45 * c }), svg('text', { y: 0.2 * c, 'font-size': 0.55 * c }, '?'))
      : svg('g', {}, svg('circle', { class: `stone ${mark.color === 's' ? 'black' : 'white'}${this.dead.has(point) ? ' dead' : ''}`, r }));
    if (look) el.classList.add(look);
    if (look === 'ghost') el.append(svg('circle', { class: 'dash', r: r + 1 }));
    if (look === 'not') el.append(svg('path', { class: 'strike', d: `M${-r} ${r}L${r} ${-r}` }));
    el.setAttribute('transform', `translate(${x} ${y})`);
    return el;
  }

  private drawStones(): void {
    const lit = this.last.map((point) => {
      const [cx, cy] = this.middle(point);
      return svg('circle', { class: this.shown.get(point)?.color === 's' ? 'last on-black' : 'last', cx, cy, r: 0.2 * this.c });
    });
    this.parts.stones.replaceChildren(...[...this.shown].map(([point, mark]) => this.stone(point, mark, this.over.as)), ...lit);
    this.describe();
  }

  /* Outside of what is marked the board fades. */
  private drawRegion(): void {
    const r = regionOf(this.shownRegion);
    if (!r) return this.parts.part.replaceChildren();
    const { x, y, w, tall } = this.box(r), [, , width, height] = this.picture.getAttribute('viewBox')!.split(' ').map(Number);
    this.parts.part.replaceChildren(
      svg('path', { class: 'veil', 'fill-rule': 'evenodd', d: `M0 0H${width}V${height}H0ZM${x} ${y}V${y + tall}H${x + w}V${y}Z` }),
      svg('rect', { class: 'region', x, y, width: w, height: tall, rx: 3 }),
      ...(this.options.editable ? [[x, y], [x + w, y], [x, y + tall], [x + w, y + tall]].map(([hx, hy]) => svg('rect', { class: 'handle', x: hx - 5, y: hy - 5, width: 10, height: 10, rx: 2 })) : []));
  }

  private box(r: NonNullable<ReturnType<typeof regionOf>>): { x: number; y: number; w: number; tall: number } {
    const [x1, y1] = this.middle(pointName(r.left, r.bottom)), [x2, y2] = this.middle(pointName(r.right, r.top)), q = this.c / 2;
    return { x: Math.min(x1, x2) - q, y: Math.min(y1, y2) - q, w: Math.abs(x1 - x2) + 2 * q, tall: Math.abs(y1 - y2) + 2 * q };
  }

  private drawArea(): void {
    const square = (point: string, color: string): SVGElement => {
      const [x, y] = this.middle(point), s = 0.34 * this.c;
      return svg('rect', { class: `area ${color}`, x: x - s / 2, y: y - s / 2, width: s, height: s });
    };
    this.parts.area.replaceChildren(...this.areas.black.map((p) => square(p, 'black')), ...this.areas.white.map((p) => square(p, 'white')));
  }

  private drawOver(): void {
    const { must, either, never, discs = [], lit = [] } = this.over;
    this.parts.tint.replaceChildren(...lit.map((point) => {
      const [cx, cy] = this.middle(point);
      return svg('circle', { class: 'lit', cx, cy, r: 0.6 * this.c });
    }));
    this.parts.ghosts.replaceChildren(...[...must ?? []].map(([p, m]) => this.stone(p, m)), ...[...either ?? []].map(([p, m]) => this.stone(p, m, 'ghost')), ...[...never ?? []].map(([p, m]) => this.stone(p, m, 'not')));
    this.parts.labels.replaceChildren(...discs.map(({ at, letter, thin }) => {
      const [x, y] = this.middle(at), r = this.c * (thin ? 0.37 : 0.45), size = Math.max(11, r * 1.15);
      return svg('g', { class: thin ? 'disc thin' : 'disc', transform: `translate(${x} ${y})` }, svg('circle', { r }), svg('text', { y: size * 0.36, 'font-size': size }, letter));
    }));
  }

  private drawArrows(): void {
    this.parts.arrows.replaceChildren(...this.arrows.filter((a) => !this.shown.has(a.to)).map((a) => {
      const [x, y] = this.middle(a.to), { c } = this;
      return svg('g', { class: `arrow ${scoreClass(a.score)}` },
        svg('circle', { cx: x, cy: y, r: (0.38 + 0.09 * a.weight) * c, class: 'blob' }),
        a.text && svg('text', { x, y: y + 0.15 * c, 'font-size': 0.42 * c, 'text-anchor': 'middle' }, a.text));
    }));
  }

  /* --- What is shown -------------------------------------------------------------------------- */

  get marks(): Map<string, Mark> {
    return new Map(this.shown);
  }

  set marks(marks: Map<string, Mark>) {
    this.shown.clear();
    for (const [point, mark] of marks) {
      const [column, row] = pointOf(point);
      if (column >= 0 && column < this.size && row < this.size) this.shown.set(point, mark);
    }
    this.drawStones();
  }

  /* A part of the board that is marked: "C3..K10"; '': none. */
  get region(): string {
    return this.shownRegion;
  }

  set region(region: string) {
    this.shownRegion = regionOf(region) ? region : '';
    this.drawRegion();
  }

  showLast(points: string[]): void {
    this.last = points;
    this.drawStones();
  }

  /* Whose the points are at the end of a game, and which stones are dead. */
  showArea(black: string[], white: string[], dead: string[]): void {
    this.areas = { black, white };
    this.dead = new Set(dead);
    this.drawArea();
    this.drawStones();
  }

  showArrows(arrows: Arrow[]): void {
    this.arrows = arrows;
    this.drawArrows();
  }

  showOver(over: Overlay): void {
    const other = (this.over.as ?? '') !== (over.as ?? '');
    this.over = over;
    if (other) this.drawStones();
    this.drawOver();
    this.describe();
  }

  private describe(): void {
    this.grid.describe((point) => {
      const mark = this.shown.get(point) ?? this.over.must?.get(point), ghost = this.over.either?.get(point) ?? this.over.never?.get(point);
      const words = ghost && t(this.over.either?.has(point) ? 'ghost' : 'notThere', pieceName(ghost.color, ghost.kind));
      return [`${squareName(point)}: ${mark ? pieceName(mark.color, mark.kind) : t('emptySquare')}`, words].filter(Boolean).join(', ');
    }, this.carried);
  }

  /* --- Pointers ------------------------------------------------------------------------------- */

  setTool(tool: Mark | undefined): void {
    this.tool = tool;
    this.el.classList.toggle('marking', tool?.kind === 'region');
  }

  dragTool(tool: Mark, e: PointerEvent, tapped: () => void): void {
    this.setTool(tool);
    this.pointing?.carry(tool, e, tapped);
  }

  /* The corner opposite to the handle under the pointer. */
  private opposite(at: Place): string | undefined {
    const r = regionOf(this.shownRegion);
    if (!r) return undefined;
    const { x, y, w, tall } = this.box(r), box = this.el.getBoundingClientRect(), px = at.clientX - box.left, py = at.clientY - box.top;
    const [left, right] = this.options.flipped ? [r.right, r.left] : [r.left, r.right], [low, high] = this.options.flipped ? [r.top, r.bottom] : [r.bottom, r.top];
    const near = (hx: number, hy: number): boolean => Math.hypot(px - hx, py - hy) < NEAR;
    return near(x, y) ? pointName(right, low) : near(x + w, y) ? pointName(left, low) : near(x, y + tall) ? pointName(right, high) : near(x + w, y + tall) ? pointName(left, high) : undefined;
  }

  private anchor: string | undefined; // the corner of a region that stays

  private grab(point: string, at: Place): Mark | undefined {
    this.anchor = this.opposite(at) ?? (this.tool?.kind === 'region' ? point : undefined);
    return this.anchor ? { color: 's', kind: 'region' } : this.shown.get(point);
  }

  private sweep(mark: Mark, _from: string, to: string | undefined, ended: boolean): boolean {
    if (mark.kind !== 'region' || !this.anchor) return false;
    if (to) this.region = to === this.anchor ? '' : `${this.anchor}..${to}`;
    if (ended) this.regionDone();
    return true;
  }

  private regionDone(): void {
    announce(this.region ? t('regionIs', this.region) : t('noRegion'));
    this.options.onRegion?.();
  }

  /* Puts a stone; one that stands there already, or any without a tool, goes. */
  private tap(point: string, second: boolean): void {
    if (this.options.onPoint?.(point) || !this.options.editable) return;
    const here = this.shown.get(point), { tool } = this;
    if (tool?.kind === 'region') {
      if (!this.region) return;
      this.region = '';
      return this.regionDone();
    }
    const mark = tool && second && tool.kind === 'stone' ? { ...tool, color: other(tool.color) } : tool ?? (second ? { color: 'g', kind: 'stone' } as Mark : undefined);
    if (mark && !(here && here.kind === mark.kind && here.color === mark.color)) this.put(point, mark);
    else if (here) this.put(point, undefined);
  }

  private dropped(mark: Mark, from: string | undefined, to: string | undefined): void {
    if ((from && from === to) || mark.kind === 'region' || (!from && !to)) return;
    if (from) this.shown.delete(from);
    if (to) this.put(to, mark);
    else this.changed(from);
  }

  /* --- Changes -------------------------------------------------------------------------------- */

  private changed(...points: (string | undefined)[]): void {
    this.drawStones();
    this.options.onChange?.(points.filter((p): p is string => !!p));
  }

  private put(point: string, mark: Mark | undefined): void {
    const before = this.shown.get(point);
    if (mark && mark.kind !== 'erase') this.shown.set(point, { color: mark.color, kind: mark.kind });
    else this.shown.delete(point);
    if (mark && mark.kind !== 'erase') announce(t('put', pieceName(mark.color, mark.kind), point));
    else if (before) announce(t('removed', pieceName(before.color, before.kind)));
    this.changed(point);
  }

  private corner(point: string): void {
    if (!this.regionFrom) {
      this.regionFrom = point;
      return announce(t('regionFrom', point));
    }
    this.region = this.regionFrom !== point ? `${this.regionFrom}..${point}` : '';
    this.regionFrom = undefined;
    this.regionDone();
  }

  private activate(point: string): void {
    if (this.options.onPoint?.(point)) return;
    if (this.tool?.kind === 'region') return this.corner(point);
    if (this.tool) return this.put(point, this.tool);
    const { carried } = this;
    const mark = carried === undefined ? undefined : this.shown.get(carried);
    if (carried === undefined || !mark) {
      this.carried = this.shown.has(point) ? point : undefined;
      return this.describe();
    }
    this.carried = undefined;
    if (carried === point) return this.describe();
    this.shown.delete(carried);
    this.put(point, mark);
  }

  private edit(point: string, key: string): boolean {
    const marks: Record<string, Mark> = {
      b: { color: 's', kind: 'stone' }, w: { color: 'g', kind: 'stone' }, a: { color: 's', kind: 'stones' }, e: { color: 's', kind: 'empty' },
    };
    const mark = marks[key.toLowerCase()];
    if (key === 'Enter' || key === ' ') this.activate(point);
    else if (key === 'Delete' || key === 'Backspace') this.put(point, undefined);
    else if (mark) this.put(point, mark);
    else if (key.toLowerCase() === 'r') this.corner(point);
    else if (key === 'Escape') {
      this.carried = this.regionFrom = undefined;
      this.setTool(undefined);
      this.options.onToolGone?.();
      this.describe();
    } else return false;
    return true;
  }
}
