/* board_chatur.ts: a board of four-handed chaturanga: each army has a colour and a shape of its own (disc, square, lozenge,
 * octagon) and, in lists, a letter; an army without its raja is hollow.  Over the board lies a grid of cells for keys and
 * screen readers. */
import type { Disc } from './board';
import { h, replace, svg } from './dom';
import { CellGrid } from './grid';
import { resultText, t as common, texts } from './i18n';

export const COLOURS = ['red', 'green', 'yellow', 'black'] as const;
export type Colour = (typeof COLOURS)[number];
export interface Piece { colour: number; kind: string }

const t = texts({
  red: 'Red', green: 'Green', yellow: 'Yellow', black: 'Black', B: 'boat', H: 'horse', E: 'elephant', R: 'raja', P: 'pawn', '?': 'piece, whichever',
  piece: '{0} {1}', movable: 'can move', takes: 'can be taken', frozen: 'frozen', throne: 'throne of {0}', sign: '{0}', signFrozen: '{0}, frozen', board: 'Chaturanga board', won: '{0} won',
}, {
  red: '赤', green: '緑', yellow: '黄', black: '黒', B: '舟', H: '馬', E: '象', R: '王', P: '歩', '?': '駒なら何でも',
  piece: '{0}の{1}', movable: '動かせます', takes: '取れます', frozen: '凍結', throne: '{0}の王座', sign: '{0}', signFrozen: '{0}（凍結）', board: 'チャトランガの盤', won: '{0}の勝ち',
});

export const colourName = (n: number): string => t(COLOURS[n]);
export const kindText = (kind: string): string => t(kind as 'B');
export const pieceText = (p: Piece): string => t('piece', colourName(p.colour), kindText(p.kind));
/* Which die moves which kind. */
export const DIE_OF: Record<string, string> = { B: '2', H: '3', E: '4', R: '5', P: '5' };

/* A result of the API: "r" … "b" (who won, or began the partners who did), "d", "?". */
export const armyWon = (result: string): string => {
  const seat = COLOURS.findIndex((c) => c[0] === result);
  return seat < 0 ? resultText(result) : t('won', colourName(seat));
};

/* A square's name is that of chess: a1 is in the south-west. */
const THRONES = ['d1', 'a5', 'e8', 'h4'];
const FILES = 'abcdefgh';
/* In squares from the upper left. */
export const centre = (square: string): [number, number] => [FILES.indexOf(square[0]) + 0.5, 8.5 - Number(square[1])];

/* The moves of a turn: "35 b1c3 d2d3". */
export const stepsOf = (turn: string): string[] => turn.split(' ').filter((w) => /^[a-h][1-8][a-h][1-8]$/.test(w));

/* "boat a1–c3, boat c3×a5", without the dice. */
export const turnWords = (text: string): string => text.replace(/^\S+?[-・]\S+?:?\s/, '').replace(/([a-h][1-8])-([a-h][1-8])/g, '$1–$2').replace(/([a-h][1-8])x([a-h][1-8])/g, '$1×$2');

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


const HOLLOW = 20; // pixels, below which there is no room for a picture on the piece

/* size: in pixels, or so. */
export function pieceShape(piece: Piece, frozen: boolean, size = 60): SVGElement {
  return svg('g', { class: `army ${COLOURS[piece.colour]}${frozen ? ' frozen' : ''}` },
    frozen && svg('path', { class: 'rim', d: BASES[piece.colour], 'stroke-width': size < HOLLOW ? 16 : 10 }), svg('path', { class: 'base', d: BASES[piece.colour] }),
    size >= HOLLOW && GLYPHS[piece.kind] && svg('path', { class: 'glyph', d: GLYPHS[piece.kind], transform: `scale(${piece.colour === 2 ? 0.22 : 0.26})` }));
}

export const pieceIcon = (piece: Piece, frozen = false): SVGElement =>
  svg('svg', { class: 'man', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, pieceShape(piece, frozen));

/* An army's sign, for lists: its shape, colour and letter.  named: it stands alone, without the name. */
export const armySign = (colour: number, frozen = false, named = false): SVGElement =>
  svg('svg', { class: 'army-sign', viewBox: '-50 -50 100 100', ...(named ? { role: 'img', 'aria-label': t(frozen ? 'signFrozen' : 'sign', colourName(colour)) } : { 'aria-hidden': 'true' }) },
    svg('g', { class: `army sign ${COLOURS[colour]}${frozen ? ' frozen' : ''}` }, svg('path', { class: 'base', d: BASES[colour] }), svg('text', { y: 20 }, 'RGYB'[colour])));

/* --- The board: squares of 66, a margin of 24 for coordinates -------------------------------------- */

const SQUARE = 66, MARGIN = 24, SIDE = 8 * SQUARE + 2 * MARGIN;
const at = (square: string): [number, number] => [MARGIN + SQUARE * centre(square)[0], MARGIN + SQUARE * centre(square)[1]];

export interface Shown {
  pieces: Map<string, Piece>;
  frozen: boolean[];
  last: string[]; // squares of the last turn
  sources: ReadonlySet<string>; // what can be chosen
  chosen?: string;
  targets: ReadonlySet<string>;
  mover?: number; // whose edge is marked
  discs?: Disc[];
  arrow?: string; // "d5b4"
}

const box = (name: string, cls: string, inset: number): SVGElement => {
  const [x, y] = at(name), half = SQUARE / 2 - inset;
  return svg('rect', { class: cls, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: inset ? 5 : 0 });
};

/* Along the edge at which the army sits: south, west, north, east. */
function edgeOf(colour: number): SVGElement {
  const long = SIDE - 2 * MARGIN, near = 2, far = SIDE - 6;
  const [x, y, width, height] = [[MARGIN, far, long, 4], [near, MARGIN, 4, long], [MARGIN, near, long, 4], [far, MARGIN, 4, long]][colour];
  return svg('rect', { class: 'mover', x, y, width, height, rx: 2 });
}

function arrowOf(step: string): SVGElement {
  const [x1, y1] = at(step.slice(0, 2)), [x2, y2] = at(step.slice(2)), long = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / long, uy = (y2 - y1) / long;
  const [hx, hy] = [x2 - 12 * ux, y2 - 12 * uy], [bx, by] = [hx - 16 * ux, hy - 16 * uy];
  return svg('g', { class: 'turn-arrow' }, svg('path', { class: 'shaft', d: `M${x1 + 18 * ux} ${y1 + 18 * uy}L${bx} ${by}` }), svg('path', { d: `M${hx} ${hy}L${bx - 10 * uy} ${by + 10 * ux}L${bx + 10 * uy} ${by - 10 * ux}Z` }));
}

/* A letter; beside the middle where a piece stands. */
function discOf({ at: square, letter, thin }: Disc, taken: boolean): SVGElement {
  const [x, y] = at(square), shift = taken ? 18 : 0;
  return svg('g', { class: thin ? 'disc thin' : 'disc', transform: `translate(${x + shift} ${y - shift})` }, svg('circle', { r: 12 }), svg('text', { y: 5, 'font-size': 14 }, letter));
}

export class ChaturBoard {
  readonly el: HTMLElement;
  private readonly below = svg('g');
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
      svg('svg', { class: 'chatur-board', viewBox: `0 0 ${SIDE} ${SIDE}`, 'aria-hidden': 'true' }, svg('rect', { class: 'wood', width: SIDE, height: SIDE, rx: 5 }), this.below, this.ground(), this.layer), this.grid.el);
    this.el.addEventListener('click', (e) => {
      const place = this.grid.el.getBoundingClientRect();
      const [x, y] = [Math.floor((8 * (e.clientX - place.left)) / place.width), Math.floor((8 * (e.clientY - place.top)) / place.height)];
      if (x >= 0 && x < 8 && y >= 0 && y < 8) onPoint(`${FILES[x]}${8 - y}`);
    });
  }

  private ground(): SVGElement {
    const end = SIDE - MARGIN, cross = 0.4 * SQUARE;
    const lines = [1, 2, 3, 4, 5, 6, 7].map((i) => `M${MARGIN + i * SQUARE} ${MARGIN}V${end}M${MARGIN} ${MARGIN + i * SQUARE}H${end}`).join('');
    const name = (x: number, y: number, text: string): SVGElement => svg('text', { class: 'co', x, y }, text);
    return svg('g', {},
      svg('path', { class: 'ruled', d: lines }), svg('path', { class: 'ruled edge', d: `M${MARGIN} ${MARGIN}H${end}V${end}H${MARGIN}Z` }),
      svg('path', { class: 'thrones', d: THRONES.map((s) => {
        const [x, y] = at(s);
        return `M${x - cross} ${y - cross}l${2 * cross} ${2 * cross}M${x - cross} ${y + cross}l${2 * cross}-${2 * cross}`;
      }).join('') }),
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [name(MARGIN + (i + 0.5) * SQUARE, SIDE - 11, FILES[i]), name(14, MARGIN + (7.5 - i) * SQUARE + 4, String(i + 1))]).flat());
  }

  show(s: Shown): void {
    replace(this.below, s.last.map((name) => box(name, 'last', 0)));
    replace(this.layer,
      s.mover !== undefined && edgeOf(s.mover),
      [...s.pieces].map(([name, piece]) => {
        const [x, y] = at(name);
        return svg('g', { transform: `translate(${x} ${y}) scale(${0.0098 * SQUARE})` }, pieceShape(piece, s.frozen[piece.colour]));
      }),
      [...s.sources].filter((name) => name !== s.chosen).map((name) => box(name, 'source', 2.5)), s.chosen ? box(s.chosen, 'picked', 2) : false,
      [...s.targets].map((name) => {
        const [cx, cy] = at(name);
        return s.pieces.has(name) ? box(name, 'reach takes', 2) : svg('circle', { class: 'reach', cx, cy, r: 0.15 * SQUARE });
      }),
      s.arrow !== undefined && arrowOf(s.arrow), s.discs?.map((d) => discOf(d, s.pieces.has(d.at))) ?? false);
    this.grid.describe((name) => this.label(name, s), s.chosen);
  }

  private label(name: string, s: Shown): string {
    const piece = s.pieces.get(name);
    const throne = THRONES.indexOf(name);
    const words = [piece ? pieceText(piece) : common('emptySquare'),
      piece && s.frozen[piece.colour] && t('frozen'), throne >= 0 && t('throne', colourName(throne)),
      s.sources.has(name) && t('movable'), s.targets.has(name) && (piece ? t('takes') : common('reachable'))];
    return `${name}: ${words.filter(Boolean).join(', ')}`;
  }
}
