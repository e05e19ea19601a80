/* board_chatur.ts: a board of four-handed chaturanga, as `kifu show` draws it: each army has a colour
 * and a shape of its own (disc, square, lozenge, octagon), an army without its raja is grey.  Over it
 * lies a grid of cells for keys and screen readers. */
import { h, replace, svg } from './dom';
import { CellGrid } from './grid';
import { resultText, t as common, texts } from './i18n';

export const COLOURS = ['red', 'green', 'yellow', 'black'] as const;
export type Colour = (typeof COLOURS)[number];
export interface Piece { colour: number; kind: string }

const t = texts({
  red: 'Red', green: 'Green', yellow: 'Yellow', black: 'Black', B: 'boat', H: 'horse', E: 'elephant', R: 'raja', P: 'pawn', '?': 'piece, whichever',
  piece: '{0} {1}', movable: 'can move', frozen: 'frozen', throne: 'throne of {0}', board: 'Chaturanga board', won: '{0} won',
}, {
  red: '赤', green: '緑', yellow: '黄', black: '黒', B: '舟', H: '馬', E: '象', R: '王', P: '兵', '?': '駒なら何でも',
  piece: '{0}の{1}', movable: '動かせます', frozen: '凍結', throne: '{0}の王座', board: 'チャトランガの盤', won: '{0}の勝ち',
});

export const colourName = (n: number): string => t(COLOURS[n]);
export const pieceText = (p: Piece): string => t('piece', colourName(p.colour), t(p.kind as 'B'));

/* A result of the API: "r" … "b" (who won, or began the partners who did), "d", "?". */
export const armyWon = (result: string): string => {
  const seat = COLOURS.findIndex((c) => c[0] === result);
  return seat < 0 ? resultText(result) : t('won', colourName(seat));
};

/* A square's name is that of chess: a1 is in the south-west. */
const THRONES = ['d1', 'a5', 'e8', 'h4'];
const FILES = 'abcdefgh';
export const centre = (square: string): [number, number] => [FILES.indexOf(square[0]) + 0.5, 8.5 - Number(square[1])];

/* The moves of a turn: "35 b1c3 d2d3". */
export const stepsOf = (turn: string): string[] => turn.split(' ').filter((w) => /^[a-h][1-8][a-h][1-8]$/.test(w));

/* The pieces of a position (docs/formats/chaturanga.md), by square. */
export function piecesOf(position: string): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  position.split(' ')[0].split('/').forEach((rank, row) => {
    let file = 0;
    for (const [word] of rank.matchAll(/\d|[rgyb][BHERP]/g)) {
      if (word.length === 1) file += Number(word);
      else pieces.set(`${FILES[file++]}${8 - row}`, { colour: 'rgyb'.indexOf(word[0]), kind: word[1] });
    }
  });
  return pieces;
}

/* Which armies of a position have no raja. */
export const frozenOf = (position: string): boolean[] => [...(position.split(' ')[2] ?? '')].map((s) => s === 'x');

/* --- Pictures of the pieces, in hundredths --------------------------------------------------------- */

const GLYPHS: Record<string, string> = {
  B: 'M-92 26H92L62 72H-58ZM-6-88V14H-70ZM8-70V14H60Z',
  H: 'M-52 80L-44 34-8-2-20-4-56 22-78 6-72-18-34-58-22-92 2-62 40-44 60 0 62 80Z',
  E: 'M-92 66L-96 40-88-6-72-44-44-60-14-52 40-58 76-38 88 4V76H58V30H18V76H-14V30L-40 18-62 8-72 24-76 66Z',
  R: 'M-72 66L-88-44-44 2 0-84 44 2 88-44 72 66Z',
  P: 'M-52 80L-38 40-16-8H16L38 40 52 80ZM36-44A36 36 0 1 1-36-44 36 36 0 1 1 36-44Z',
};
const BASES = [
  'M40 0A40 40 0 1 1-40 0 40 40 0 1 1 40 0Z', 'M-36-36H36V36H-36Z', 'M0-47L47 0 0 47-47 0Z', 'M-16-40H16L40-16V16L16 40H-16L-40 16V-16Z',
];

export function pieceShape(piece: Piece, frozen: boolean): SVGElement {
  const size = piece.colour === 2 ? 0.22 : 0.26;
  return svg('g', { class: `army ${COLOURS[piece.colour]}${frozen ? ' frozen' : ''}` },
    svg('path', { class: 'base', d: BASES[piece.colour] }), svg('path', { class: 'glyph', d: GLYPHS[piece.kind], transform: `scale(${size})` }));
}

/* An army's sign, for lists. */
export const armySign = (colour: number, frozen = false): SVGElement =>
  svg('svg', { class: 'army-sign', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    svg('g', { class: `army ${COLOURS[colour]}${frozen ? ' frozen' : ''}` }, svg('path', { class: 'base', d: BASES[colour] })));

/* --- The board ---------------------------------------------------------------------------------- */

export interface Shown {
  pieces: Map<string, Piece>;
  frozen: boolean[];
  last: string[]; // squares of the last turn
  sources: ReadonlySet<string>; // what can be chosen
  chosen?: string;
  targets: ReadonlySet<string>;
}

export class ChaturBoard {
  readonly el: HTMLElement;
  private readonly layer = svg('g');
  private readonly grid: CellGrid;

  constructor(onPoint: (square: string) => void) {
    this.grid = new CellGrid({
      label: t('board'), rows: 8, columns: 8, focused: 'd1', name: (row, column) => `${FILES[column]}${8 - row}`,
      onKey: (square, e) => {
        if (e.key !== 'Enter' && e.key !== ' ') return false;
        onPoint(square);
        return true;
      },
    });
    this.grid.el.classList.add('eight');
    this.el = h('div', { class: 'board chatur' },
      svg('svg', { class: 'chatur-board', viewBox: '-.45 -.45 8.9 8.9', 'aria-hidden': 'true' }, this.ground(), this.layer), this.grid.el);
    this.el.addEventListener('click', (e) => {
      const box = this.grid.el.getBoundingClientRect();
      const [x, y] = [Math.floor((8 * (e.clientX - box.left)) / box.width), Math.floor((8 * (e.clientY - box.top)) / box.height)];
      if (x >= 0 && x < 8 && y >= 0 && y < 8) onPoint(`${FILES[x]}${8 - y}`);
    });
  }

  private ground(): SVGElement {
    const steps = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    const name = (x: number, y: number, text: string): SVGElement => svg('text', { x, y: y + 0.1, 'text-anchor': 'middle', 'font-size': 0.28 }, text);
    return svg('g', {},
      svg('rect', { class: 'wood', x: -0.45, y: -0.45, width: 8.9, height: 8.9, rx: 0.1 }),
      svg('path', { class: 'thrones', d: THRONES.map((s) => {
        const [x, y] = centre(s);
        return `M${x - 0.36} ${y - 0.36}l.72 .72M${x - 0.36} ${y + 0.36}l.72-.72`;
      }).join('') }),
      svg('path', { class: 'lines', d: steps.map((i) => `M${i} 0V8M0 ${i}H8`).join('') }),
      svg('g', { class: 'names' }, steps.slice(0, 8).map((i) => [name(i + 0.5, 8.22, FILES[i]), name(-0.22, 7.5 - i, String(i + 1))]).flat()));
  }

  show(s: Shown): void {
    const square = (name: string, cls: string): SVGElement => {
      const [x, y] = centre(name);
      return svg('rect', { class: cls, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
    };
    replace(this.layer, s.last.map((name) => square(name, 'last')), [...s.sources].map((name) => square(name, 'source')),
      s.chosen ? square(s.chosen, 'chosen') : false,
      [...s.pieces].map(([name, piece]) => {
        const [x, y] = centre(name);
        return svg('g', { transform: `translate(${x} ${y}) scale(.01)` }, pieceShape(piece, s.frozen[piece.colour]));
      }),
      [...s.targets].map((name) => {
        const [cx, cy] = centre(name);
        return svg('circle', { class: 'reach', cx, cy, r: s.pieces.has(name) ? 0.46 : 0.16 });
      }));
    this.grid.describe((name) => this.label(name, s), s.chosen);
  }

  private label(name: string, s: Shown): string {
    const piece = s.pieces.get(name);
    const throne = THRONES.indexOf(name);
    const words = [piece ? pieceText(piece) : common('emptySquare'),
      piece && s.frozen[piece.colour] && t('frozen'), throne >= 0 && t('throne', colourName(throne)),
      s.sources.has(name) && t('movable'), s.targets.has(name) && common('reachable')];
    return `${name}: ${words.filter(Boolean).join(', ')}`;
  }
}
