/* corner_board.ts: a corner of a board of Go as a diagram: the stones that were played with their numbers, and the next moves as
 * letters.  What stands there is said by the tree beside it, too; here it can be pointed at. */
import { h, replace, svg } from './dom';
import { texts } from './i18n';
import { columnName, pointName, pointOf } from './setup_go';

const t = texts({ corner: 'The corner after {0} moves: {1}', empty: 'An empty corner' }, { corner: '{0} 手後の隅: {1}', empty: '何もない隅' });

export interface CornerNext { point: string; letter: string; thin: boolean }

const C = 44; // px between lines, before it is fitted
const FIRST = 8, LAST = 18; // columns and rows that are seen: J–T, 9–19
const SIDE = 34, TOP = 34, EDGE = 22;

export class CornerBoard {
  readonly el = h('div', { class: 'corner-board' });

  /* tap: a point of the corner was chosen. */
  constructor(private readonly tap: (point: string) => void) {
    this.el.addEventListener('click', (e) => {
      const box = this.el.querySelector('svg')!.getBoundingClientRect(), scale = WIDTH / box.width;
      const column = FIRST + Math.round(((e.clientX - box.left) * scale - SIDE) / C), row = LAST - Math.round(((e.clientY - box.top) * scale - TOP) / C);
      if (column >= FIRST && column <= LAST && row >= FIRST && row <= LAST) this.tap(pointName(column, row));
    });
  }

  show(path: string[], next: CornerNext[]): void {
    const lines = range().map((i) => {
      const at = (i - FIRST) * C, edge = i === LAST;
      return svg('g', {}, svg('path', { class: edge ? 'ruled edge' : 'ruled', d: `M${SIDE + at} ${TOP}V${TOP + FAR + C / 2}` }),
        svg('path', { class: edge ? 'ruled edge' : 'ruled', d: `M${SIDE - 12} ${TOP + FAR - at}H${SIDE + FAR}` }),
        svg('text', { class: 'co', x: SIDE + at, y: 15 }, columnName(i)), svg('text', { class: 'co', x: 12, y: TOP + FAR - at + 4 }, String(i + 1)));
    });
    const stars = [9, 15].flatMap((x) => [9, 15].map((y) => svg('circle', { class: 'star', cx: place(x, y)[0], cy: place(x, y)[1], r: 3.5 })));
    const numbers = new Map<string, number>();
    path.forEach((point, i) => numbers.has(point) || numbers.set(point, i + 1)); // played twice: the first stone keeps its number
    const stones = [...numbers].map(([point, n]) => {
      const [x, y] = middle(point), black = n % 2 === 1, now = n === path.length;
      return svg('g', { transform: `translate(${x} ${y})` }, svg('circle', { class: `stone ${black ? 'black' : 'white'}`, r: 0.47 * C }),
        now && svg('circle', { class: 'now', r: 0.41 * C }), svg('text', { class: black ? 'on-black' : 'on-white', y: 7.5, 'font-size': n > 9 ? 18 : 22 }, String(n)));
    });
    const discs = next.filter((n) => !numbers.has(n.point)).map(({ point, letter, thin }) => {
      const [x, y] = middle(point), r = thin ? 14 : 18;
      return svg('g', { class: thin ? 'disc thin' : 'disc', transform: `translate(${x} ${y})` }, svg('circle', { r }), svg('text', { y: 6, 'font-size': 16 }, letter));
    });
    replace(this.el, svg('svg', { class: 'goban corner', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': path.length ? t('corner', path.length, path.join(' ')) : t('empty') },
      svg('rect', { class: 'wood', width: WIDTH, height: HEIGHT, rx: 5 }), lines, stars, stones, discs));
  }
}

const range = (): number[] => Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i);
const FAR = (LAST - FIRST) * C, WIDTH = SIDE + FAR + EDGE, HEIGHT = TOP + FAR + EDGE;
const place = (column: number, row: number): [number, number] => [SIDE + (column - FIRST) * C, TOP + (LAST - row) * C];
const middle = (point: string): [number, number] => place(...pointOf(point));
