/* board.ts: a board to look at or to set up: shogiground for eyes and pointers, and over it a grid
 * of 81 cells for the keyboard and for screen readers, of which shogiground knows nothing. */
import { Shogiground } from 'shogiground';
import type { Api } from 'shogiground/api';
import type { Key as SgKey, MouchEvent, Piece } from 'shogiground/types';
import { announce, h } from './dom';
import { lang, pieceName, squareName, t } from './i18n';
import { KINDS, ROLES } from './pieces';
import { kindOfLetter, promote, type Color, type Mark } from './setup';

const toKey = (square: string): SgKey => (square[0] + 'abcdefghi'[Number(square[1]) - 1]) as SgKey;
const toSquare = (key: string): string => key[0] + (key.charCodeAt(1) - 96);
const toPiece = (m: Mark): Piece => ({ role: ROLES[m.kind], color: m.color === 's' ? 'sente' : 'gote' });
const toMark = (p: Piece): Mark => ({ kind: KINDS[p.role], color: p.color === 'sente' ? 's' : 'g' });

export interface BoardOptions {
  editable: boolean;
  label: string;
  flipped: boolean;
  onChange?: () => void; // pieces changed by the user
  onToHand?: (color: Color, kind: string) => void; // a piece was dropped on a hand
  onToolGone?: () => void;
}

export class Board {
  readonly el: HTMLElement;
  private readonly ground: Api;
  private readonly grid: HTMLElement;
  private cells = new Map<string, HTMLElement>();
  private focused = '55';
  private tool: Mark | undefined;
  private carried: string | undefined; // square whose piece the keyboard picked up

  constructor(private readonly options: BoardOptions) {
    const wrap = h('div', { class: 'ground', 'aria-hidden': 'true' });
    this.grid = h('div', { class: 'cells', role: 'grid', 'aria-label': options.label });
    this.el = h('div', { class: options.flipped ? 'board orientation-gote' : 'board orientation-sente' }, wrap, this.grid);
    this.ground = Shogiground({
      sfen: { board: '9/9/9/9/9/9/9/9/9' },
      orientation: options.flipped ? 'gote' : 'sente',
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
    this.buildCells();
    if (options.editable) this.listen();
  }

  destroy(): void {
    document.removeEventListener('mouseup', this.release, true);
    document.removeEventListener('touchend', this.release, true);
    this.ground.destroy();
  }

  /* --- Pieces -------------------------------------------------------------------------------- */

  get pieces(): Map<string, Mark> {
    return new Map([...this.ground.state.pieces].map(([key, piece]) => [toSquare(key), toMark(piece)]));
  }

  set pieces(marks: Map<string, Mark>) {
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

  /* --- The grid ------------------------------------------------------------------------------- */

  private buildCells(): void {
    for (let row = 1; row <= 9; row++) {
      const line = h('div', { role: 'row' });
      for (let column = 1; column <= 9; column++) {
        const square = this.options.flipped ? `${column}${10 - row}` : `${10 - column}${row}`;
        const cell = h('div', { role: 'gridcell', tabindex: square === this.focused ? 0 : -1, 'data-square': square });
        this.cells.set(square, cell);
        line.append(cell);
      }
      this.grid.append(line);
    }
    this.grid.addEventListener('keydown', (e) => this.onKey(e));
    this.grid.addEventListener('focusin', (e) => this.focus((e.target as HTMLElement).dataset.square ?? this.focused));
    this.describe();
  }

  private describe(): void {
    const pieces = this.pieces;
    for (const [square, cell] of this.cells) {
      const mark = pieces.get(square);
      cell.setAttribute('aria-label', `${squareName(square)}: ${mark ? pieceName(mark.color, mark.kind) : t('emptySquare')}`);
      cell.setAttribute('aria-selected', String(square === this.carried));
    }
  }

  private focus(square: string): void {
    this.cells.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = square;
    this.cells.get(square)?.setAttribute('tabindex', '0');
  }

  private step(files: number, ranks: number): void {
    const turn = this.options.flipped ? -1 : 1;
    const limit = (n: number): number => Math.min(9, Math.max(1, n));
    const square = `${limit(Number(this.focused[0]) + turn * files)}${limit(Number(this.focused[1]) + turn * ranks)}`;
    this.focus(square);
    this.cells.get(square)?.focus();
  }

  private put(square: string, mark: Mark | undefined): void {
    const before = this.pieces.get(square);
    this.ground.setPieces(new Map([[toKey(square), mark && mark.kind !== 'erase' ? toPiece(mark) : undefined]]));
    if (mark && mark.kind !== 'erase') announce(t('put', pieceName(mark.color, mark.kind), squareName(square)));
    else if (before) announce(t('removed', pieceName(before.color, before.kind)));
    this.changed();
  }

  /* Enter: puts the tool down, or picks a piece up, or puts that down. */
  private activate(): void {
    const square = this.focused;
    if (this.tool) return this.put(square, this.tool);
    const carried = this.carried;
    if (carried === undefined) {
      if (this.pieces.has(square)) this.carried = square;
      return this.describe();
    }
    const mark = this.pieces.get(carried);
    this.carried = undefined;
    if (mark && carried !== square) {
      this.ground.setPieces(new Map([[toKey(carried), undefined]]));
      this.put(square, mark);
    } else this.describe();
  }

  private edit(key: string): boolean {
    const here = this.pieces.get(this.focused);
    const kind = key.length === 1 ? kindOfLetter(key) : undefined;
    const shifted = key !== key.toLowerCase();
    if (key === 'Enter' || key === ' ') this.activate();
    else if (key === 'Delete' || key === 'Backspace') this.put(this.focused, undefined);
    else if (key === '+' && here) this.put(this.focused, { ...here, kind: promote(here.kind) });
    else if (/^e$/i.test(key)) this.put(this.focused, { color: 's', kind: 'empty' });
    else if (/^a$/i.test(key)) this.put(this.focused, { color: shifted ? 'g' : 's', kind: 'any' });
    else if (kind) this.put(this.focused, { color: shifted ? 'g' : 's', kind });
    else if (key === 'Escape') {
      this.carried = undefined;
      this.setTool(undefined);
      this.options.onToolGone?.();
      this.describe();
    } else return false;
    return true;
  }

  private onKey(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    const move = this.options.editable ? moves[e.key] : undefined;
    if (move) this.step(...move);
    else if (!this.options.editable || !this.edit(e.key)) return;
    e.preventDefault();
    e.stopPropagation();
  }
}
