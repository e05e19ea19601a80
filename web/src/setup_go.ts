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

/* Columns and rows of a part of the board, ends included. */
export function regionOf(region: string): { left: number; right: number; bottom: number; top: number } | undefined {
  const [a, b] = region.split('..').map(pointOf);
  if (!b) return undefined;
  return { left: Math.min(a[0], b[0]), right: Math.max(a[0], b[0]), bottom: Math.min(a[1], b[1]), top: Math.max(a[1], b[1]) };
}

/* Next moves of a drawn pattern are told on the board if it is in a corner, else on the diagram, A1 being
 * its lower left cell: where that is on the board. */
export function fromDiagram(s: Setup, point: string): string {
  const r = regionOf(s.region), last = s.size - 1;
  if (!r || ((r.left === 0 || r.right === last) && (r.bottom === 0 || r.top === last))) return point;
  const [column, row] = pointOf(point);
  return pointName(column + r.left, row + r.bottom);
}

/* What is marked, row by row from the top; unmarked points are empty.  Where it reaches the edge of the
 * board, the edge is a part of it. */
function toPattern(s: Setup): string {
  const r = regionOf(s.region)!, last = s.size - 1;
  const cell = (column: number, row: number): string => {
    const mark = s.look.pieces.get(pointName(column, row));
    return !mark || mark.kind === 'empty' ? '.' : mark.kind === 'stones' ? '*' : mark.color === 's' ? 'X' : 'O';
  };
  const rows: string[] = [];
  for (let row = r.top; row >= r.bottom; row--) {
    let text = r.left === 0 ? '|' : '';
    for (let column = r.left; column <= r.right; column++) text += cell(column, row);
    rows.push(text + (r.right === last ? '|' : ''));
  }
  const edge = (r.left === 0 ? '+' : '') + '-'.repeat(r.right - r.left + 1) + (r.right === last ? '+' : '');
  return [...(r.top === last ? [edge] : []), ...rows, ...(r.bottom === 0 ? [edge] : [])].join('/');
}

/* The other way: at the edges that it has, else in the middle.  False: it says more than marks can. */
function showPattern(s: Setup, text: string): boolean {
  const rows = text.split('/').map((r) => r.trim());
  const isEdge = (r: string): boolean => /^\+?-+\+?$/.test(r);
  const top = isEdge(rows[0]), bottom = rows.length > 1 && isEdge(rows[rows.length - 1]);
  const cells = rows.slice(top ? 1 : 0, bottom ? -1 : undefined);
  const left = cells.every((r) => r.startsWith('|')), right = cells.every((r) => r.length > 1 && r.endsWith('|'));
  const inner = cells.map((r) => r.slice(left ? 1 : 0, right ? -1 : undefined));
  const width = inner[0]?.length ?? 0, height = inner.length;
  if (!width || width > s.size || height > s.size || inner.some((r) => r.length !== width || !/^[.XO*]+$/.test(r))) return false;
  const at = (low: boolean, high: boolean, n: number): number => (low ? 0 : high ? s.size - n : Math.floor((s.size - n) / 2));
  const column = at(left, right, width), row = at(bottom, top, height);
  inner.forEach((r, i) => [...r].forEach((c, k) => {
    if (c !== '.') s.look.pieces.set(pointName(column + k, row + height - 1 - i), { color: c === 'O' ? 'g' : 's', kind: c === '*' ? 'stones' : 'stone' });
  }));
  s.region = `${pointName(column, row)}..${pointName(column + width - 1, row + height - 1)}`;
  return toPattern(s) === text; // what would come out again
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
  pattern: toPattern,
  showPattern(s, text) {
    const trial = emptySetup(s.size);
    if (!showPattern(trial, text)) return false;
    s.look = trial.look;
    s.region = trial.region;
    return true;
  },
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

/* Where a point goes under the orientations that leave these stones as they are, itself among them. */
export function imagesOf(point: string, stones: Map<string, Mark>, size: number): string[] {
  const last = size - 1;
  const orientations: ((c: number, r: number) => [number, number])[] = [
    (c, r) => [c, r], (c, r) => [last - c, r], (c, r) => [c, last - r], (c, r) => [last - c, last - r],
    (c, r) => [r, c], (c, r) => [last - r, c], (c, r) => [r, last - c], (c, r) => [last - r, last - c],
  ];
  const image = (name: string, turn: (c: number, r: number) => [number, number]): string => pointName(...turn(...pointOf(name)));
  const same = orientations.filter((turn) => [...stones].every(([name, mark]) => stones.get(image(name, turn))?.color === mark.color));
  return [...new Set(same.map((turn) => image(point, turn)))];
}

/* The point of a move as the server writes it: "B[Q16]"; undefined: a pass, or not on the board. */
export function pointOfMove(move: string | undefined): string | undefined {
  return move?.match(/^[BW]\[([A-HJ-Z]\d+)\]$/)?.[1];
}
