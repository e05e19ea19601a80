/* board_shogi.ts: a board of shogi to look at or to set up: shogiground for eyes and pointers, and over
 * it a grid of 81 cells for the keyboard and for screen readers, of which shogiground knows nothing. */
import { Shogiground } from 'shogiground';
import type { Api } from 'shogiground/api';
import type { Key as SgKey, MouchEvent, Piece } from 'shogiground/types';
import { scoreClass, type Arrow, type BoardOptions, type BoardView } from './board';
import { announce, h, svg } from './dom';
import { CellGrid } from './grid';
import { lang, pieceName, squareName, t } from './i18n';
import { KINDS, ROLES } from './pieces';
import type { Color, Mark } from './setup';
import { kindOfLetter, promote } from './setup_shogi';

const toKey = (square: string): SgKey => (square[0] + 'abcdefghi'[Number(square[1]) - 1]) as SgKey;
const toSquare = (key: string): string => key[0] + (key.charCodeAt(1) - 96);
const toPiece = (m: Mark): Piece => ({ role: ROLES[m.kind], color: m.color === 's' ? 'sente' : 'gote' });
const toMark = (p: Piece): Mark => ({ kind: KINDS[p.role], color: p.color === 'sente' ? 's' : 'g' });

export class ShogiBoard implements BoardView {
  region = ''; // is for Go
  readonly el: HTMLElement;
  private readonly ground: Api;
  private readonly grid: CellGrid;
  private readonly drawn = svg('svg', { class: 'arrows', viewBox: '0 0 9 9', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  private tool: Mark | undefined;
  private carried: string | undefined; // square whose piece the keyboard picked up
  private reachable: ReadonlySet<string> = new Set(); // for the piece that was chosen

  constructor(private readonly options: BoardOptions) {
    const wrap = h('div', { class: 'ground', 'aria-hidden': 'true' });
    const { flipped } = options;
    this.grid = new CellGrid({
      label: options.label, rows: 9, columns: 9, focused: '55',
      name: (row, column) => (flipped ? `${column + 1}${9 - row}` : `${9 - column}${row + 1}`),
      onKey: options.editable ? (square, e) => this.edit(square, e.key)
        : options.onPoint ? (square, e) => (e.key === 'Enter' || e.key === ' ') && options.onPoint!(square) : undefined,
    });
    this.el = h('div', { class: `board ${flipped ? 'orientation-gote' : 'orientation-sente'}` }, wrap, this.drawn, this.grid.el);
    this.ground = Shogiground({
      sfen: { board: '9/9/9/9/9/9/9/9/9' },
      orientation: flipped ? 'gote' : 'sente',
      viewOnly: !options.editable,
      activeColor: 'both',
      scaleDownPieces: false,
      coordinates: { enabled: true, files: 'numeric', ranks: lang === 'ja' ? 'japanese' : 'engine' },
      highlight: { lastDests: !options.editable, check: false },
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 150 },
      movable: { free: true, showDests: false },
      droppable: { free: true, showDests: false },
      draggable: { enabled: true, deleteOnDropOff: true, showGhost: true },
      selectable: { enabled: true },
      premovable: { enabled: false },
      predroppable: { enabled: false },
      drawable: { enabled: false, visible: false },
      events: { change: () => this.changed(), drop: (_piece, key) => this.dropped(key) },
    }, { board: wrap });
    this.describe();
    if (options.editable) this.listen();
    else if (options.onPoint) this.el.addEventListener('click', (e) => this.choose(e));
  }

  /* The square under the pointer, for those who only choose. */
  private choose(e: MouseEvent): void {
    const box = this.grid.el.getBoundingClientRect();
    const part = (x: number, size: number): number => Math.min(8, Math.max(0, Math.floor((9 * x) / size)));
    const cell = this.grid.el.children[part(e.clientY - box.top, box.height)]?.children[part(e.clientX - box.left, box.width)] as HTMLElement | undefined;
    if (cell?.dataset.square) this.options.onPoint!(cell.dataset.square);
  }

  destroy(): void {
    document.removeEventListener('mouseup', this.release, true);
    document.removeEventListener('touchend', this.release, true);
    this.ground.destroy();
  }

  /* --- Pieces -------------------------------------------------------------------------------- */

  get marks(): Map<string, Mark> {
    return new Map([...this.ground.state.pieces].map(([key, piece]) => [toSquare(key), toMark(piece)]));
  }

  set marks(marks: Map<string, Mark>) {
    const diff = new Map<SgKey, Piece | undefined>();
    for (const key of this.ground.state.pieces.keys()) diff.set(key, undefined);
    for (const [square, mark] of marks) diff.set(toKey(square), toPiece(mark));
    this.ground.setPieces(diff);
    this.describe();
  }

  /* Squares of the last move, which are lit. */
  showLast(squares: string[]): void {
    this.ground.set({ lastDests: squares.length ? squares.map(toKey) : undefined });
  }

  /* For those who play: the square that was chosen, and where its piece can go. */
  showReach(chosen: string | undefined, reachable: ReadonlySet<string>): void {
    this.carried = chosen;
    this.reachable = reachable;
    this.drawn.replaceChildren(...[...reachable].map((square) => {
      const [cx, cy] = this.centre(square);
      return svg('circle', { class: 'reach', cx, cy, r: this.marks.has(square) ? 0.46 : 0.16 });
    }));
    this.describe();
  }

  /* --- Arrows -------------------------------------------------------------------------------- */

  private centre(square: string): [number, number] {
    const [file, rank] = [Number(square[0]), Number(square[1])];
    return this.options.flipped ? [file - 0.5, 9.5 - rank] : [9.5 - file, rank - 0.5];
  }

  showArrows(arrows: Arrow[]): void {
    this.drawn.replaceChildren(...[...arrows].reverse().map((a) => this.arrow(a)));
  }

  private arrow(a: Arrow): SVGElement {
    const [x, y] = this.centre(a.to);
    const name = `arrow ${scoreClass(a.score)}`;
    const thick = 0.06 + 0.2 * a.weight;
    if (!a.from) {
      return svg('g', { class: name }, svg('circle', { cx: x, cy: y, r: 0.4, fill: 'none', 'stroke-width': thick }),
        a.text && svg('text', { x, y: y + 0.15, 'font-size': 0.44, 'text-anchor': 'middle' }, a.text));
    }
    const [fx, fy] = this.centre(a.from);
    const length = Math.hypot(x - fx, y - fy) || 1;
    const [ux, uy] = [(x - fx) / length, (y - fy) / length];
    const head = 0.16 + thick; // long and half as wide
    const [bx, by] = [x - ux * head, y - uy * head];
    const points = [[x + ux * 0.12, y + uy * 0.12], [bx - uy * head * 0.7, by + ux * head * 0.7], [bx + uy * head * 0.7, by - ux * head * 0.7]];
    return svg('g', { class: name },
      svg('line', { x1: fx + ux * 0.2, y1: fy + uy * 0.2, x2: bx, y2: by, 'stroke-width': thick }),
      svg('polygon', { points: points.map((p) => p.join(',')).join(' ') }));
  }

  /* --- Tools: what the next click puts down --------------------------------------------------- */

  setTool(tool: Mark | undefined): void {
    this.tool = tool;
    if (tool) this.ground.selectPiece(toPiece(tool), true, true);
    else this.ground.cancelMoveOrDrop();
  }

  dragTool(tool: Mark, e: MouseEvent | TouchEvent): void {
    this.tool = tool;
    this.ground.dragNewPiece(toPiece(tool), e as MouchEvent, true);
  }

  private dropped(key: SgKey): void {
    const piece = this.ground.state.pieces.get(key);
    if (piece?.role === ROLES.erase) this.ground.state.pieces.delete(key);
    // the library forgets what is selected after each drop; we keep the tool in hand
    const tool = this.tool;
    if (tool) setTimeout(() => this.tool === tool && this.ground.selectPiece(toPiece(tool), true, true));
  }

  private changed(): void {
    for (const [key, piece] of this.ground.state.pieces)
      if (piece.role === ROLES.erase) this.ground.state.pieces.delete(key);
    this.describe();
    this.options.onChange?.();
  }

  /* A dragged piece let go over a hand goes there. */
  private readonly release = (e: MouseEvent | TouchEvent): void => {
    const current = this.ground.state.draggable.current;
    if (!current?.started) return;
    const at = 'changedTouches' in e ? e.changedTouches[0] : e;
    const hand = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('[data-hand]');
    if (hand) this.options.onToHand?.(hand.dataset.hand as Color, toMark(current.piece).kind);
  };

  private listen(): void {
    document.addEventListener('mouseup', this.release, true);
    document.addEventListener('touchend', this.release, true);
  }

  /* --- The keyboard --------------------------------------------------------------------------- */

  private describe(): void {
    const marks = this.marks;
    this.grid.describe((square) => {
      const mark = marks.get(square);
      const what = mark ? pieceName(mark.color, mark.kind) : t('emptySquare');
      return `${squareName(square)}: ${what}${this.reachable.has(square) ? `, ${t('reachable')}` : ''}`;
    }, this.carried);
  }

  private put(square: string, mark: Mark | undefined): void {
    const before = this.marks.get(square);
    this.ground.setPieces(new Map([[toKey(square), mark && mark.kind !== 'erase' ? toPiece(mark) : undefined]]));
    if (mark && mark.kind !== 'erase') announce(t('put', pieceName(mark.color, mark.kind), squareName(square)));
    else if (before) announce(t('removed', pieceName(before.color, before.kind)));
    this.changed();
  }

  /* Enter: puts the tool down, or picks a piece up, or puts that down. */
  private activate(square: string): void {
    if (this.tool) return this.put(square, this.tool);
    const carried = this.carried;
    const piece = carried === undefined ? undefined : this.marks.get(carried);
    if (carried === undefined || !piece) {
      this.carried = this.marks.has(square) ? square : undefined;
      return this.describe();
    }
    this.carried = undefined;
    if (carried === square) return this.describe();
    this.ground.setPieces(new Map([[toKey(carried), undefined]]));
    this.put(square, piece);
  }

  private edit(square: string, key: string): boolean {
    const here = this.marks.get(square);
    const kind = /^[plnsgbrk]$/i.test(key) ? kindOfLetter(key) : undefined;
    const shifted = key !== key.toLowerCase();
    if (key === 'Enter' || key === ' ') this.activate(square);
    else if (key === 'Delete' || key === 'Backspace') this.put(square, undefined);
    else if (key === '+' && here) this.put(square, { ...here, kind: promote(here.kind) });
    else if (/^e$/i.test(key)) this.put(square, { color: 's', kind: 'empty' });
    else if (/^a$/i.test(key)) this.put(square, { color: shifted ? 'g' : 's', kind: 'any' });
    else if (kind) this.put(square, { color: shifted ? 'g' : 's', kind });
    else if (key === 'Escape') {
      this.carried = undefined;
      this.setTool(undefined);
      this.options.onToolGone?.();
      this.describe();
    } else return false;
    return true;
  }
}
