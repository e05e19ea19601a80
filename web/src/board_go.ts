/* board_go.ts: a board of Go to look at or to set up: one SVG picture, pointers, and the grid of cells
 * for the keyboard and for screen readers.  A point is one unit of the picture. */
import { scoreClass, type Arrow, type BoardOptions, type BoardView } from './board';
import { announce, h, svg } from './dom';
import { CellGrid } from './grid';
import { pieceName, squareName, t } from './i18n';
import { columnName, pointName, pointOf, regionOf } from './setup_go';
import type { Mark } from './setup';

const EDGE = 1.3; // around the points: coordinates

function stars(size: number): number[] {
  const near = size >= 13 ? 3 : 2;
  return size < 7 ? [] : size % 2 && size > 7 ? [near, (size - 1) / 2, size - 1 - near] : [near, size - 1 - near];
}

export class GoBoard implements BoardView {
  readonly el: HTMLElement;
  private readonly size: number;
  private readonly grid: CellGrid;
  private readonly stones = svg('g');
  private readonly area = svg('g');
  private readonly drawn = svg('g', { class: 'arrows' });
  private readonly part = svg('rect', { class: 'region', rx: 0.3 });
  private regionFrom: string | undefined; // the first corner of one that is being marked
  private shownRegion = '';
  private readonly picture: SVGSVGElement;
  private readonly shown = new Map<string, Mark>();
  private last: string[] = [];
  private dead = new Set<string>();
  private tool: Mark | undefined;
  private carried: string | undefined; // point whose stone the keyboard picked up
  private drag: { mark: Mark; from?: string; ghost: SVGElement; moved: boolean } | undefined;

  constructor(private readonly options: BoardOptions) {
    this.size = options.size ?? 19;
    const n = this.size;
    this.picture = svg('svg', { class: 'goban', viewBox: `${-EDGE} ${-EDGE} ${n - 1 + 2 * EDGE} ${n - 1 + 2 * EDGE}`, 'aria-hidden': 'true' },
      this.lines(), this.stones, this.area, this.drawn, this.part);
    this.region = '';
    this.grid = new CellGrid({
      label: options.label, rows: n, columns: n, focused: pointName(Math.floor(n / 2), Math.floor(n / 2)),
      name: (row, column) => this.pointAt(column, row),
      onKey: options.editable ? (point, e) => this.edit(point, e.key)
        : options.onPoint ? (point, e) => (e.key === 'Enter' || e.key === ' ') && options.onPoint!(point) : undefined,
    });
    this.grid.el.classList.add('points');
    for (const row of this.grid.el.children) (row as HTMLElement).style.gridTemplateColumns = `repeat(${n}, 1fr)`;
    this.grid.el.style.gridTemplateRows = `repeat(${n}, 1fr)`;
    const part = `${(100 * (EDGE - 0.5)) / (n - 1 + 2 * EDGE)}%`;
    this.grid.el.style.inset = part;
    this.el = h('div', { class: 'board go' }, this.picture, this.grid.el);
    if (options.editable) this.listen();
    else if (options.onPoint) this.el.addEventListener('click', (e) => {
      const point = this.pointUnder(e);
      if (point) options.onPoint!(point);
    });
    this.describe();
  }

  destroy(): void {
    document.removeEventListener('pointermove', this.onMove);
    document.removeEventListener('pointerup', this.onUp);
    document.removeEventListener('pointercancel', this.onUp);
  }

  /* --- The picture ---------------------------------------------------------------------------- */

  /* Columns and rows as they are seen, from the upper left. */
  private pointAt(column: number, row: number): string {
    return this.options.flipped ? pointName(this.size - 1 - column, row) : pointName(column, this.size - 1 - row);
  }

  private placeOf(point: string): [number, number] {
    const [column, row] = pointOf(point);
    return this.options.flipped ? [this.size - 1 - column, row] : [column, this.size - 1 - row];
  }

  private lines(): SVGElement {
    const n = this.size;
    const lines = Array.from({ length: n }, (_, i) => `M0 ${i}H${n - 1}M${i} 0V${n - 1}`).join('');
    const text = (x: number, y: number, what: string): SVGElement =>
      svg('text', { x, y: y + 0.17, 'text-anchor': 'middle', 'font-size': 0.5 }, what);
    const names = Array.from({ length: n }, (_, i) => {
      const [column] = pointOf(this.pointAt(i, 0));
      const [, row] = pointOf(this.pointAt(0, i));
      return [text(i, n - 1 + 0.88, columnName(column)), text(-0.88, i, String(row + 1))];
    }).flat();
    return svg('g', {}, svg('rect', { class: 'wood', x: -EDGE, y: -EDGE, width: n - 1 + 2 * EDGE, height: n - 1 + 2 * EDGE, rx: 0.2 }),
      svg('path', { class: 'lines', d: lines }),
      stars(n).flatMap((x) => stars(n).map((y) => svg('circle', { class: 'star', cx: x, cy: y, r: 0.11 }))),
      svg('g', { class: 'names' }, names));
  }

  private stone(point: string, mark: Mark): SVGElement {
    const [cx, cy] = this.placeOf(point);
    if (mark.kind === 'empty')
      return svg('g', { class: 'mark-empty' }, svg('circle', { cx, cy, r: 0.3 }), svg('path', { d: `M${cx - 0.2} ${cy + 0.2}L${cx + 0.2} ${cy - 0.2}` }));
    if (mark.kind === 'stones')
      return svg('g', { class: 'mark-any' }, svg('circle', { cx, cy, r: 0.46 }), svg('text', { x: cx, y: cy + 0.22, 'text-anchor': 'middle', 'font-size': 0.62 }, '?'));
    return svg('circle', { class: `stone ${mark.color === 's' ? 'black' : 'white'}${this.dead.has(point) ? ' dead' : ''}`, cx, cy, r: 0.47 });
  }

  get marks(): Map<string, Mark> {
    return new Map(this.shown);
  }

  set marks(marks: Map<string, Mark>) {
    this.shown.clear();
    for (const [point, mark] of marks) {
      const [column, row] = pointOf(point);
      if (column >= 0 && column < this.size && row < this.size) this.shown.set(point, mark);
    }
    this.draw();
  }

  /* A part of the board that is marked: "C3..K10"; '': none. */
  get region(): string {
    return this.shownRegion;
  }

  set region(region: string) {
    const r = regionOf(region);
    this.shownRegion = r ? region : '';
    this.part.style.display = r ? '' : 'none';
    if (!r) return;
    const [x1, y1] = this.placeOf(pointName(r.left, r.bottom)), [x2, y2] = this.placeOf(pointName(r.right, r.top));
    const box = { x: Math.min(x1, x2) - 0.5, y: Math.min(y1, y2) - 0.5, width: Math.abs(x1 - x2) + 1, height: Math.abs(y1 - y2) + 1 };
    for (const [name, value] of Object.entries(box)) this.part.setAttribute(name, String(value));
  }

  /* From the first corner to the second; a single point takes the mark away. */
  private markRegion(to: string): void {
    const from = this.regionFrom;
    this.regionFrom = undefined;
    this.region = from && from !== to ? `${from}..${to}` : '';
    announce(this.region ? t('regionIs', this.region) : t('noRegion'));
    this.options.onRegion?.();
  }

  private draw(): void {
    const lit = this.last.map((point) => {
      const [cx, cy] = this.placeOf(point);
      return svg('circle', { class: this.shown.get(point)?.color === 's' ? 'last on-black' : 'last', cx, cy, r: 0.2 });
    });
    this.stones.replaceChildren(...[...this.shown].map(([point, mark]) => this.stone(point, mark)), ...lit);
    this.describe();
  }

  showLast(points: string[]): void {
    this.last = points;
    this.draw();
  }

  /* Whose the points are at the end of a game, and which stones are dead. */
  showArea(black: string[], white: string[], dead: string[]): void {
    const square = (point: string, color: string): SVGElement => {
      const [x, y] = this.placeOf(point);
      return svg('rect', { class: `area ${color}`, x: x - 0.17, y: y - 0.17, width: 0.34, height: 0.34 });
    };
    this.area.replaceChildren(...black.map((point) => square(point, 'black')), ...white.map((point) => square(point, 'white')));
    this.dead = new Set(dead);
    this.draw();
  }

  showArrows(arrows: Arrow[]): void {
    this.drawn.replaceChildren(...arrows.filter((a) => !this.shown.has(a.to)).map((a) => {
      const [x, y] = this.placeOf(a.to);
      return svg('g', { class: `arrow ${scoreClass(a.score)}` },
        svg('circle', { cx: x, cy: y, r: 0.38 + 0.09 * a.weight, class: 'blob' }),
        a.text && svg('text', { x, y: y + 0.15, 'font-size': 0.42, 'text-anchor': 'middle' }, a.text));
    }));
  }

  private describe(): void {
    this.grid.describe((point) => {
      const mark = this.shown.get(point);
      return `${squareName(point)}: ${mark ? pieceName(mark.color, mark.kind) : t('emptySquare')}`;
    }, this.carried);
  }

  /* --- Pointers ------------------------------------------------------------------------------- */

  setTool(tool: Mark | undefined): void {
    this.tool = tool;
  }

  private pointUnder(e: { clientX: number; clientY: number }): string | undefined {
    const box = this.picture.getBoundingClientRect();
    const unit = box.width / (this.size - 1 + 2 * EDGE);
    const column = Math.round((e.clientX - box.left) / unit - EDGE), row = Math.round((e.clientY - box.top) / unit - EDGE);
    return column >= 0 && row >= 0 && column < this.size && row < this.size ? this.pointAt(column, row) : undefined;
  }

  dragTool(tool: Mark, e: MouseEvent | TouchEvent): void {
    this.tool = tool;
    const at = 'touches' in e ? e.touches[0] : e;
    this.beginDrag(tool, undefined, at);
  }

  private beginDrag(mark: Mark, from: string | undefined, at: { clientX: number; clientY: number }): void {
    const ghost = mark.kind === 'erase' || mark.kind === 'region' ? svg('g') : this.stone(this.pointAt(0, 0), mark);
    ghost.classList.add('ghost');
    this.drag = { mark, from, ghost, moved: false };
    this.moveGhost(at);
  }

  private moveGhost(at: { clientX: number; clientY: number }): void {
    const box = this.picture.getBoundingClientRect();
    const unit = box.width / (this.size - 1 + 2 * EDGE);
    const [x, y] = this.placeOf(this.pointAt(0, 0));
    this.drag!.ghost.setAttribute('transform', `translate(${(at.clientX - box.left) / unit - EDGE - x} ${(at.clientY - box.top) / unit - EDGE - y})`);
  }

  private readonly onMove = (e: PointerEvent): void => {
    const point = this.tool?.kind === 'region' && this.regionFrom && e.buttons ? this.pointUnder(e) : undefined;
    if (point) this.region = `${this.regionFrom}..${point}`;
    if (!this.drag) return;
    if (!this.drag.moved) this.picture.append(this.drag.ghost);
    this.drag.moved = true;
    this.moveGhost(e);
  };

  private readonly onUp = (e: PointerEvent): void => {
    if (this.tool?.kind === 'region' && this.regionFrom && !this.drag) return this.markRegion(this.pointUnder(e) ?? this.region.split('..')[1] ?? this.regionFrom);
    const drag = this.drag;
    if (!drag) return;
    this.drag = undefined;
    drag.ghost.remove();
    if ((!drag.moved && !drag.from) || drag.mark.kind === 'region') return; // the tool was only chosen
    const point = e.type === 'pointercancel' ? drag.from : this.pointUnder(e);
    if (drag.from) this.shown.delete(drag.from);
    if (!drag.moved) return drag.from ? this.put(drag.from, undefined) : undefined; // a click on a stone takes it off
    if (point) this.put(point, drag.mark);
    else if (drag.from) this.changed();
  };

  private listen(): void {
    this.el.addEventListener('pointerdown', (e) => {
      const point = e.button === 0 ? this.pointUnder(e) : undefined;
      if (!point || this.drag) return;
      const here = this.shown.get(point);
      e.preventDefault();
      if (this.options.onPoint?.(point)) return;
      if (this.tool?.kind === 'region') this.regionFrom = point;
      else if (this.tool && !(here && here.kind === this.tool.kind && here.color === this.tool.color)) this.put(point, this.tool);
      else if (here) this.beginDrag(here, point, e);
    });
    document.addEventListener('pointermove', this.onMove);
    document.addEventListener('pointerup', this.onUp);
    document.addEventListener('pointercancel', this.onUp);
  }

  /* --- The keyboard --------------------------------------------------------------------------- */

  private changed(): void {
    this.draw();
    this.options.onChange?.();
  }

  private put(point: string, mark: Mark | undefined): void {
    const before = this.shown.get(point);
    if (mark && mark.kind !== 'erase') this.shown.set(point, { color: mark.color, kind: mark.kind });
    else this.shown.delete(point);
    if (mark && mark.kind !== 'erase') announce(t('put', pieceName(mark.color, mark.kind), point));
    else if (before) announce(t('removed', pieceName(before.color, before.kind)));
    this.changed();
  }

  private corner(point: string): void {
    if (this.regionFrom) return this.markRegion(point);
    this.regionFrom = point;
    announce(t('regionFrom', point));
  }

  private activate(point: string): void {
    if (this.options.onPoint?.(point)) return;
    if (this.tool?.kind === 'region') return this.corner(point);
    if (this.tool) return this.put(point, this.tool);
    const carried = this.carried;
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
