/* setup_go.ts: positions of Go, and their words in the query language. */
import { emptySetup, type Color, type Dialect, type Mark, type Setup } from './setup';

const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
export const MAX_SIZE = 25; // of a board that can be set up

/* "Q16", column and row counted from 0 at the lower left. */
export const pointName = (column: number, row: number): string => `${COLUMNS[column]}${row + 1}`;
export const columnName = (column: number): string => COLUMNS[column];

export function pointOf(name: string): [number, number] {
  return [COLUMNS.indexOf(name[0]), Number(name.slice(1)) - 1];
}

export const START_GO = '19x19 b';

/* "19x19 w b:Q16,D4 w:C3", as the server writes positions. */
export function fromGoPosition(text: string): Setup | undefined {
  const words = text.trim().split(/\s+/);
  const size = words[0]?.match(/^(\d+)x(\d+)$/);
  if (!size || size[1] !== size[2] || Number(size[1]) > MAX_SIZE || !/^[bw]$/.test(words[1] ?? '')) return undefined;
  const s = emptySetup(Number(size[1]));
  s.whole = true;
  s.turn = words[1] === 'b' ? 's' : 'g';
  for (const word of words.slice(2)) {
    const m = word.match(/^([bw]):((?:[A-HJ-Z]\d+,?)+)$/);
    if (!m) return word.startsWith('ko:') ? s : undefined;
    for (const point of m[2].split(',')) if (point) s.look.pieces.set(point, { color: m[1] === 'b' ? 's' : 'g', kind: 'stone' });
  }
  return s;
}

function byRow([a]: [string, Mark], [b]: [string, Mark]): number {
  const [ac, ar] = pointOf(a), [bc, br] = pointOf(b);
  return ar - br || ac - bc;
}

export function toGoPosition(s: Setup): string {
  const stones = (color: Color): string =>
    [...s.look.pieces].sort(byRow).filter(([, m]) => m.kind === 'stone' && m.color === color).map(([p]) => p).join(',');
  const black = stones('s'), white = stones('g');
  return [`${s.size}x${s.size}`, s.turn === 'g' ? 'w' : 'b', black && `b:${black}`, white && `w:${white}`].filter(Boolean).join(' ');
}

const POINT = '[A-HJ-Z](?:[1-9]|[1-4][0-9]|5[0-2])';
const STONE = new RegExp(`^([bw])(${POINT})$`);
const OPEN = new RegExp(`^(empty|any):(${POINT})$`);

export const GO: Dialect = {
  symmetries: ['', 'turn', 'flip', 'all'],
  size: 19,
  turnWord: (turn) => (turn === 's' ? 'turn:b' : 'turn:w'),
  word: (square, mark) => (mark.kind === 'empty' ? `empty:${square}`
    : mark.kind === 'stones' ? `any:${square}` : `${mark.color === 's' ? 'b' : 'w'}${square}`),
  handWords: () => [],
  show(layer, word) {
    const stone = word.match(STONE), open = word.match(OPEN);
    const point = stone?.[2] ?? open?.[2];
    if (!point || layer.pieces.has(point) || pointOf(point)[1] >= MAX_SIZE) return false;
    layer.pieces.set(point, stone ? { color: stone[1] === 'b' ? 's' : 'g', kind: 'stone' }
      : { color: 's', kind: open![1] === 'any' ? 'stones' : 'empty' });
    return true;
  },
  position: toGoPosition,
  fromPosition: (text) => (text === 'startpos' ? fromGoPosition(START_GO) : fromGoPosition(text)),
  sizeWord: (size) => `size:${size}`,
  readSize(word) {
    const m = word.match(/^size:(\d{1,2})$/);
    return m && Number(m[1]) <= MAX_SIZE && Number(m[1]) >= 2 ? Number(m[1]) : undefined;
  },
  image(s, square, mirror) { // colours exchanged leaves stones where they are
    const [column, row] = pointOf(square);
    return mirror ? pointName(s.size - 1 - column, row) : square;
  },
};

/* The point of a move as the server writes it: "B[Q16]"; undefined: a pass, or not on the board. */
export function pointOfMove(move: string | undefined): string | undefined {
  return move?.match(/^[BW]\[([A-HJ-Z]\d+)\]$/)?.[1];
}
