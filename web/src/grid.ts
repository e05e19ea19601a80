/* grid.ts: a board for the keyboard and for screen readers: a grid of cells over the picture, of which
 * one can be focused at a time.  Boards say what each cell is called; arrow keys move, Home and End go
 * to the ends of a row; other keys are the board's. */
import { h } from './dom';

export interface GridOptions {
  label: string;
  rows: number;
  columns: number;
  name: (row: number, column: number) => string; // of the square there, as the board knows it
  focused: string;
  onKey?: (square: string, e: KeyboardEvent) => boolean; // true: that was for us
}

export class CellGrid {
  readonly el: HTMLElement;
  readonly cells = new Map<string, HTMLElement>();
  private readonly places = new Map<string, [number, number]>();
  private readonly squares: string[][] = [];
  focused: string;

  constructor(private readonly options: GridOptions) {
    this.focused = options.focused;
    this.el = h('div', { class: 'cells', role: 'grid', 'aria-label': options.label });
    for (let row = 0; row < options.rows; row++) this.addRow(row);
    this.el.addEventListener('keydown', (e) => this.onKey(e));
    this.el.addEventListener('focusin', (e) => this.mark((e.target as HTMLElement).dataset.square ?? this.focused));
  }

  describe(label: (square: string) => string, selected?: string): void {
    for (const [square, cell] of this.cells) {
      cell.setAttribute('aria-label', label(square));
      cell.setAttribute('aria-selected', String(square === selected));
    }
  }

  private addRow(row: number): void {
    const line = h('div', { role: 'row' });
    this.squares.push([]);
    for (let column = 0; column < this.options.columns; column++) {
      const square = this.options.name(row, column);
      const cell = h('div', { role: 'gridcell', tabindex: square === this.focused ? 0 : -1, 'data-square': square });
      this.cells.set(square, cell);
      this.places.set(square, [row, column]);
      this.squares[row].push(square);
      line.append(cell);
    }
    this.el.append(line);
  }

  private mark(square: string): void {
    this.cells.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = square;
    this.cells.get(square)?.setAttribute('tabindex', '0');
  }

  private step(rows: number, columns: number): void {
    const [row, column] = this.places.get(this.focused) ?? [0, 0];
    const limit = (n: number, max: number): number => Math.min(max - 1, Math.max(0, n));
    const square = this.squares[limit(row + rows, this.options.rows)][limit(column + columns, this.options.columns)];
    this.mark(square);
    this.cells.get(square)?.focus();
  }

  private onKey(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey || !this.options.onKey) return;
    const far = this.options.columns;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -far], End: [0, far],
    };
    if (steps[e.key]) this.step(...steps[e.key]);
    else if (!this.options.onKey(this.focused, e)) return;
    e.preventDefault();
    e.stopPropagation();
  }
}
