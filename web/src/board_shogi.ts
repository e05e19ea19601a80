/* board_shogi.ts: a board of shogi to look at or to set up: one SVG picture whose units are pixels, pointers, and over it a
 * grid of 81 cells for the keyboard and for screen readers. */
import { scoreClass, type Arrow, type BoardOptions, type BoardView, type Overlay } from './board';
import { announce, h, svg } from './dom';
import { CellGrid } from './grid';
import { lang, pieceName, squareName, t } from './i18n';
import { pieceShape, type PieceLook } from './piece_set';
import { Pointing, type Place } from './pointing';
import { other, type Color, type Mark } from './setup';
import { kindOfLetter, plain, promote } from './setup_shogi';

/* Around the squares; css/boards.css has them too, for the cells. */
const LEFT = 10, RIGHT = 24, TOP = 22, BOTTOM = 10;
const TALL = 57 / 54; // of a square, by its width
const USUAL = 54;
const RANKS = { en: 'abcdefghi', ja: '一二三四五六七八九' };

/* Of the squares of a row those that stand together, most of them. */
function longestRun(row: [number, number][], width: number): [number, number][] {
  const runs: [number, number][][] = [];
  for (const at of [...row].sort(([a], [b]) => b - a)) {
    const last = runs.at(-1);
    if (last && last.at(-1)![0] - at[0] < 1.5 * width) last.push(at);
    else runs.push([at]);
  }
  return runs.sort((a, b) => b.length - a.length)[0] ?? [];
}

export class ShogiBoard implements BoardView {
  region = ''; // is for Go
  readonly el: HTMLElement;
  private readonly grid: CellGrid;
  private readonly picture = svg('svg', { class: 'shogiban', 'aria-hidden': 'true' });
  private readonly parts = { ground: svg('g'), tint: svg('g'), lines: svg('g'), names: svg('g'), pieces: svg('g'), ghosts: svg('g'), arrows: svg('g', { class: 'arrows' }), labels: svg('g', { class: 'labels' }) };
  private readonly sized: ResizeObserver;
  private readonly pointing: Pointing | undefined;
  private readonly shapes = new Map<string, { mark: Mark; el: SVGElement }>();
  private shown = new Map<string, Mark>();
  private last: string[] = [];
  private arrows: Arrow[] = [];
  private over: Overlay = {};
  private tool: Mark | undefined;
  private carried: string | undefined; // square whose piece was chosen
  private reachable: ReadonlySet<string> = new Set(); // for the piece that was chosen
  private cw = USUAL; // of a square

  constructor(private readonly options: BoardOptions) {
    const { flipped } = options;
    this.grid = new CellGrid({
      label: options.label, rows: 9, columns: 9, focused: '55',
      name: (row, column) => (flipped ? `${column + 1}${9 - row}` : `${9 - column}${row + 1}`),
      onKey: options.editable ? (square, e) => this.edit(square, e.key)
        : options.onPoint ? (square, e) => (e.key === 'Enter' || e.key === ' ') && options.onPoint!(square) : undefined,
    });
    this.picture.append(...Object.values(this.parts));
    this.el = h('div', { class: `board shogi${options.editable ? ' editable' : ''}` }, this.picture, this.grid.el);
    this.draw();
    this.sized = new ResizeObserver(() => this.fit());
    this.sized.observe(this.el);
    if (options.editable || options.onPoint) this.pointing = new Pointing(this.el, {
      squareAt: (at) => this.squareAt(at), size: () => this.cw,
      tap: (square, second) => this.tap(square, second),
      grab: options.editable ? (square) => this.shown.get(square) : undefined,
      dropped: (mark, from, to, at) => this.dropped(mark, from, to, at),
    });
  }

  destroy(): void {
    this.sized.disconnect();
    this.pointing?.destroy();
  }

  /* --- Measures ------------------------------------------------------------------------------- */

  private get ch(): number {
    return this.cw * TALL;
  }

  private fit(): void {
    const cw = (this.el.clientWidth - LEFT - RIGHT) / 9;
    if (cw <= 0 || Math.abs(cw - this.cw) < 0.05) return;
    this.cw = cw;
    this.draw();
  }

  /* The middle of a square. */
  private middle(square: string): [number, number] {
    const file = Number(square[0]), rank = Number(square[1]);
    const [column, row] = this.options.flipped ? [file - 1, 9 - rank] : [9 - file, rank - 1];
    return [LEFT + (column + 0.5) * this.cw, TOP + (row + 0.5) * this.ch];
  }

  private squareAt({ clientX, clientY }: Place): string | undefined {
    const box = this.el.getBoundingClientRect();
    const column = Math.floor((clientX - box.left - LEFT) / this.cw), row = Math.floor((clientY - box.top - TOP) / this.ch);
    if (column < 0 || column > 8 || row < 0 || row > 8) return undefined;
    return this.options.flipped ? `${column + 1}${9 - row}` : `${9 - column}${row + 1}`;
  }

  /* --- The picture ---------------------------------------------------------------------------- */

  private draw(): void {
    const { cw, ch } = this, w = 9 * cw, tall = 9 * ch, width = w + LEFT + RIGHT, height = tall + TOP + BOTTOM;
    this.picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.parts.ground.replaceChildren(svg('rect', { class: 'wood', width, height, rx: 5 }));
    const line = (d: string, i: number): SVGElement => svg('path', { class: i % 9 ? 'ruled' : 'ruled edge', d });
    const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const name = (x: number, y: number, text: string): SVGElement => svg('text', { class: 'co', x, y }, text);
    const flip = this.options.flipped;
    this.parts.lines.replaceChildren(
      ...steps.flatMap((i) => [line(`M${LEFT + i * cw} ${TOP}v${tall}`, i), line(`M${LEFT} ${TOP + i * ch}h${w}`, i)]),
      ...[3, 6].flatMap((i) => [3, 6].map((j) => svg('circle', { class: 'star', cx: LEFT + i * cw, cy: TOP + j * ch, r: 2.6 }))),
      ...steps.slice(0, 9).flatMap((i) => [name(LEFT + (i + 0.5) * cw, 15, String(flip ? i + 1 : 9 - i)),
        name(width - 12, TOP + (i + 0.5) * ch + 4, RANKS[lang][flip ? 8 - i : i])]));
    for (const shape of this.shapes.values()) shape.el.remove();
    this.shapes.clear();
    this.drawPieces();
    this.drawTints();
    this.drawOver();
    this.drawArrows();
  }

  private square(square: string, name: string): SVGElement {
    const [x, y] = this.middle(square);
    return svg('rect', { class: name, x: x - this.cw / 2, y: y - this.ch / 2, width: this.cw, height: this.ch });
  }

  private drawTints(): void {
    this.parts.tint.replaceChildren(
      ...this.last.map((s) => this.square(s, 'last')),
      ...(this.over.groups ?? []).flatMap((g) => g.squares.map((s) => this.square(s, 'of-name'))),
      ...(this.over.lit ?? []).map((s) => this.square(s, 'lit')),
      ...(this.carried ? [this.square(this.carried, 'chosen')] : []));
  }

  private shapeOf(square: string, mark: Mark, look: PieceLook = ''): SVGElement {
    const el = pieceShape(mark, this.cw, this.ch, (mark.color === 'g') !== this.options.flipped && mark.kind !== 'empty', look);
    this.move(el, square);
    return el;
  }

  private move(el: SVGElement, square: string): void {
    const [x, y] = this.middle(square);
    el.style.transform = `translate(${x}px, ${y}px)`;
  }

  /* A piece that went from one square to another is the same one, and moves there. */
  private drawPieces(): void {
    const same = (a: Mark | undefined, b: Mark): boolean => a?.kind === b.kind && a.color === b.color;
    const gone = [...this.shapes].filter(([square, { mark }]) => !same(this.shown.get(square), mark));
    for (const [square] of gone) this.shapes.delete(square);
    for (const [square, mark] of this.shown) {
      if (this.shapes.has(square)) continue;
      const from = gone.findIndex(([, was]) => was.mark.color === mark.color && was.mark.kind === mark.kind);
      const el = from >= 0 ? gone.splice(from, 1)[0][1].el : this.shapeOf(square, mark, this.over.as);
      this.shapes.set(square, { mark, el });
      this.move(el, square);
      if (from >= 0) this.parts.pieces.append(el); // above those that it passes
      else this.parts.pieces.prepend(el);
    }
    for (const [, { el }] of gone) el.remove();
    this.describe();
  }

  /* What is beside the position: names as outlined groups, pieces of other layers, letters of moves. */
  private drawOver(): void {
    const { groups = [], must, either, never, discs = [], badges = [] } = this.over;
    this.parts.names.replaceChildren(...groups.map((g) => svg('path', { class: `group ${g.look ?? ''}`.trim(), d: this.outline(g.squares) })));
    this.parts.ghosts.replaceChildren(...[...must ?? []].map(([s, mark]) => this.shapeOf(s, mark)),
      ...[...either ?? []].map(([s, mark]) => this.shapeOf(s, mark, 'ghost')), ...[...never ?? []].map(([s, mark]) => this.shapeOf(s, mark, 'not')),
      ...badges.map(({ at, mark }) => this.badge(at, mark)));
    this.parts.labels.replaceChildren(...groups.filter((g) => g.label).map((g) => this.label(g.squares, g.label!)),
      ...discs.map(({ at, letter, thin, off: [right, down] = [0, 0] }) => {
        const [x, y] = this.middle(at), r = Math.min(14, this.cw * (down ? 0.22 : right ? 0.25 : 0.36)), turn = this.options.flipped ? -1 : 1;
        return svg('g', { class: thin ? 'disc thin' : 'disc', transform: `translate(${x + turn * right * this.cw} ${y + turn * down * this.ch})` }, svg('circle', { r }), svg('text', { y: r * 0.36, 'font-size': r }, letter));
      }));
  }

  /* Along the edges of squares that belong together. */
  private outline(squares: string[]): string {
    const has = new Set(squares), { cw, ch } = this, flip = this.options.flipped ? -1 : 1;
    return squares.map((s) => {
      const [mx, my] = this.middle(s), x = mx - cw / 2, y = my - ch / 2, file = Number(s[0]), rank = Number(s[1]);
      const next = (df: number, dr: number): boolean => has.has(`${file + df * flip}${rank + dr * flip}`);
      return (next(0, -1) ? '' : `M${x} ${y}h${cw}`) + (next(0, 1) ? '' : `M${x} ${y + ch}h${cw}`) + (next(1, 0) ? '' : `M${x} ${y}v${ch}`) + (next(-1, 0) ? '' : `M${x + cw} ${y}v${ch}`);
    }).join('');
  }

  /* At the group's outer edge: above what is in the lower half, else below. */
  private label(squares: string[], text: string): SVGElement {
    const middles = squares.map((s) => this.middle(s));
    const lower = middles.reduce((sum, [, y]) => sum + y, 0) / middles.length > TOP + 4.5 * this.ch;
    const edge = lower ? Math.min(...middles.map(([, y]) => y)) - this.ch / 2 : Math.max(...middles.map(([, y]) => y)) + this.ch / 2;
    const row = longestRun(middles.filter(([, y]) => Math.abs(y - edge) < this.ch), this.cw), wide = [...text].reduce((sum, c) => sum + (c > '\u2e80' ? 12 : 6.8), 12);
    const left = LEFT + wide / 2, right = LEFT + 9 * this.cw - wide / 2;
    const x = Math.max(left, Math.min(right, row.reduce((sum, [at]) => sum + at, 0) / row.length));
    return svg('g', { class: 'name', transform: `translate(${x} ${edge + (lower ? -9.5 : 9.5)})` },
      svg('rect', { x: -wide / 2, y: -9, width: wide, height: 18, rx: 4 }), svg('text', { y: 4 }, text));
  }

  /* Another piece that may stand there instead. */
  private badge(at: string, mark: Mark): SVGElement {
    const [x, y] = this.middle(at), r = Math.min(9, this.cw * 0.2);
    return svg('g', { class: 'badge-of', transform: `translate(${x - this.cw / 2 + r + 1} ${y + this.ch / 2 - r - 1})` },
      svg('circle', { r }), svg('text', { y: r * 0.42, 'font-size': r * 1.25 }, pieceShape(mark, this.cw, this.ch, false).textContent ?? ''));
  }

  private drawArrows(): void {
    const marks = [...this.reachable].map((square) => {
      const [cx, cy] = this.middle(square);
      return svg('circle', { class: this.shown.has(square) ? 'reach takes' : 'reach', cx, cy, r: this.cw * (this.shown.has(square) ? 0.46 : 0.16) });
    });
    this.parts.arrows.replaceChildren(...marks, ...[...this.arrows].reverse().map((a) => this.arrow(a)));
  }

  private arrow(a: Arrow): SVGElement {
    const [x, y] = this.middle(a.to), { cw } = this;
    const name = `arrow ${scoreClass(a.score)}`;
    const thick = (0.06 + 0.12 * a.weight) * cw;
    if (!a.from) {
      return svg('g', { class: name }, svg('circle', { cx: x, cy: y, r: 0.4 * cw, fill: 'none', 'stroke-width': thick }),
        a.text && svg('text', { x, y: y + 0.15 * cw, 'font-size': 0.44 * cw, 'text-anchor': 'middle' }, a.text));
    }
    const [fx, fy] = this.middle(a.from);
    const length = Math.hypot(x - fx, y - fy) || 1;
    const [ux, uy] = [(x - fx) / length, (y - fy) / length];
    const head = 0.2 * cw + thick; // long and half as wide
    const [bx, by] = [x - ux * head, y - uy * head];
    const points = [[x + ux * 0.1 * cw, y + uy * 0.1 * cw], [bx - uy * head * 0.62, by + ux * head * 0.62], [bx + uy * head * 0.62, by - ux * head * 0.62]];
    return svg('g', { class: name },
      svg('line', { x1: fx + ux * 0.24 * cw, y1: fy + uy * 0.24 * cw, x2: bx, y2: by, 'stroke-width': thick }),
      svg('polygon', { points: points.map((p) => p.join(',')).join(' ') }));
  }

  /* --- What is shown -------------------------------------------------------------------------- */

  get marks(): Map<string, Mark> {
    return new Map(this.shown);
  }

  set marks(marks: Map<string, Mark>) {
    this.shown = new Map(marks);
    if (this.carried && !this.shown.has(this.carried)) this.carried = undefined;
    this.drawPieces();
    this.drawTints();
  }

  /* Squares of the last move, which are lit. */
  showLast(squares: string[]): void {
    this.last = squares;
    this.drawTints();
  }

  /* For those who play: the square that was chosen, and where its piece can go. */
  showReach(chosen: string | undefined, reachable: ReadonlySet<string>): void {
    this.carried = chosen;
    this.reachable = reachable;
    this.drawArrows();
    this.drawTints();
    this.describe();
  }

  showArrows(arrows: Arrow[]): void {
    this.arrows = arrows;
    this.drawArrows();
  }

  showOver(over: Overlay): void {
    const other = (this.over.as ?? '') !== (over.as ?? '');
    this.over = over;
    if (other) {
      for (const shape of this.shapes.values()) shape.el.remove();
      this.shapes.clear();
      this.drawPieces();
    }
    this.drawTints();
    this.drawOver();
    this.describe();
  }

  /* --- Pointers ------------------------------------------------------------------------------- */

  setTool(tool: Mark | undefined): void {
    this.tool = tool;
    if (tool && this.carried) this.choose(undefined);
  }

  dragTool(tool: Mark, e: PointerEvent, tapped: () => void): void {
    this.tool = tool;
    this.pointing?.carry(tool, e, tapped);
  }

  /* Puts the tool down, or takes away what it would put again; without a tool chooses a piece, then where it goes. */
  private tap(square: string, second: boolean): void {
    if (!this.options.editable) return void this.options.onPoint?.(square);
    if (this.options.onPoint?.(square)) return;
    const here = this.shown.get(square), { tool } = this;
    if (tool) {
      const mark = second && tool.kind !== 'erase' && tool.kind !== 'empty' ? { ...tool, color: other(tool.color) } : tool;
      return this.put(square, here && here.kind === mark.kind && here.color === mark.color ? undefined : mark);
    }
    if (second && here && here.kind !== 'empty') return this.put(square, { ...here, color: other(here.color) });
    this.activate(square);
  }

  private dropped(mark: Mark, from: string | undefined, to: string | undefined, at: Place): void {
    if (from && from === to) return;
    const hand = to ? undefined : document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('[data-hand]');
    if (!from && !to && !hand) return;
    if (from) this.shown.delete(from);
    if (to) return this.put(to, mark);
    if (from) this.changed(from, undefined);
    if (hand) this.options.onToHand?.(hand.dataset.hand as Color, plain(mark.kind));
  }

  private choose(square: string | undefined): void {
    this.carried = square;
    this.drawTints();
    this.describe();
  }

  /* --- Changes -------------------------------------------------------------------------------- */

  private changed(...squares: (string | undefined)[]): void {
    this.drawPieces();
    this.drawTints();
    this.options.onChange?.(squares.filter((s): s is string => !!s));
  }

  private put(square: string, mark: Mark | undefined): void {
    const before = this.shown.get(square);
    const taken = !mark || mark.kind === 'erase';
    if (taken) this.shown.delete(square);
    else this.shown.set(square, { color: mark.kind === 'empty' ? 's' : mark.color, kind: mark.kind });
    if (!taken) announce(t('put', pieceName(mark.color, mark.kind), squareName(square)));
    else if (before) announce(t('removed', pieceName(before.color, before.kind)));
    this.changed(square);
  }

  private describe(): void {
    this.grid.describe((square) => {
      const mark = this.shown.get(square);
      const ghost = this.over.either?.get(square) ?? this.over.never?.get(square);
      const there = mark ?? this.over.must?.get(square);
      const what = there ? pieceName(there.color, there.kind) : t('emptySquare');
      const name = this.over.groups?.find((g) => g.squares.includes(square))?.label;
      return [`${squareName(square)}: ${what}`, name, ghost && t(this.over.either?.has(square) ? 'ghost' : 'notThere', pieceName(ghost.color, ghost.kind)), this.reachable.has(square) && t('reachable')].filter(Boolean).join(', ');
    }, this.carried);
  }

  /* Enter: puts the tool down, or picks a piece up, or puts that down. */
  private activate(square: string): void {
    if (this.tool) return this.put(square, this.tool);
    const { carried } = this;
    const piece = carried === undefined ? undefined : this.shown.get(carried);
    if (carried === undefined || !piece) return this.choose(this.shown.has(square) ? square : undefined);
    this.carried = undefined;
    if (carried === square) return this.choose(undefined);
    this.shown.delete(carried);
    this.put(square, piece);
  }

  private edit(square: string, key: string): boolean {
    const here = this.shown.get(square);
    const kind = /^[plnsgbrk]$/i.test(key) ? kindOfLetter(key) : undefined;
    const shifted = key !== key.toLowerCase();
    if (key === 'Enter' || key === ' ') this.activate(square);
    else if (key === 'Delete' || key === 'Backspace') this.put(square, undefined);
    else if (key === '+' && here) this.put(square, { ...here, kind: promote(here.kind) });
    else if (/^e$/i.test(key)) this.put(square, { color: 's', kind: 'empty' });
    else if (/^a$/i.test(key)) this.put(square, { color: shifted ? 'g' : 's', kind: 'any' });
    else if (kind) this.put(square, { color: shifted ? 'g' : 's', kind });
    else if (key === 'Escape') {
      this.setTool(undefined);
      this.choose(undefined);
      this.options.onToolGone?.();
    } else return false;
    return true;
  }
}
