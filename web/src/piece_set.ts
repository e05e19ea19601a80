/* piece_set.ts: what pieces of shogi look like, at every size: a pentagon whose width tells the rank of the piece.
 *
 *     board     26 px a square and more    Mincho kanji (or letters)
 *     diagram   under 26                   Gothic kanji, larger in their pentagon
 *     stamp     under 20                   no writing: Black's pieces dark, White's light
 *
 * Colours are in css/boards.css.  Kanji come from the reader's own fonts; letters can be chosen instead. */
import { h, svg } from './dom';
import { recall, remember } from './i18n';
import type { Mark } from './setup';
import { letterOf, plain } from './setup_shogi';

const FACES: Record<string, string> = {
  fu: '歩', ky: '香', ke: '桂', gi: '銀', ki: '金', ka: '角', hi: '飛', ou: '玉',
  to: 'と', ny: '杏', nk: '圭', ng: '全', um: '馬', ry: '龍',
};
const WIDTHS: Record<string, number> = { ou: 1, hi: 0.98, ka: 0.98, ki: 0.94, gi: 0.94, ke: 0.9, ky: 0.88, fu: 0.84 };
const DIAGRAM = 26; // px a square, below which the face is Gothic

export let letters = recall('pieces') === 'letters';

export function setLetters(on: boolean): void {
  letters = on;
  remember('pieces', on ? 'letters' : 'kanji');
}

export const isPromoted = (kind: string): boolean => plain(kind) !== kind;
const widthOf = (kind: string): number => WIDTHS[plain(kind)] ?? 0.9;

function faceOf({ color, kind }: Mark): string {
  if (kind === 'any') return '?';
  if (letters) return letterOf(kind);
  return kind === 'ou' && color === 'g' ? '王' : FACES[kind] ?? '';
}

/* Around 0, 0. */
export const pentagon = (w: number, height: number): string =>
  `M0 ${-0.49 * height}L${0.31 * w} ${-0.37 * height}L${0.43 * w} ${0.47 * height}L${-0.43 * w} ${0.47 * height}L${-0.31 * w} ${-0.37 * height}Z`;

/* ghost: one of several that may be there; not: must not be there. */
export type PieceLook = '' | 'ghost' | 'not';

/* A piece around 0, 0, in a square of so many pixels; turned: it looks down. */
export function pieceShape(mark: Mark, width: number, height: number, turned: boolean, look: PieceLook = ''): SVGElement {
  if (mark.kind === 'empty') return emptyMark(Math.min(width, height), look);
  const w = Math.min(width, height / 1.06) * widthOf(mark.kind) * 0.97, tall = w * 1.08, small = width < DIAGRAM;
  const text = faceOf(mark), size = w * (small ? 0.66 : 0.6) * (/^[+A-Z]+$/.test(text) ? (text.length > 1 ? 0.72 : 0.95) : 1);
  const name = ['koma', isPromoted(mark.kind) && 'red', small && 'small', mark.kind === 'any' && 'any', letters && 'latin', look].filter(Boolean).join(' ');
  return svg('g', { class: name },
    svg('g', { transform: turned ? 'rotate(180)' : undefined },
      svg('path', { d: pentagon(w, tall) }), svg('text', { y: size * 0.46, 'font-size': size }, text)),
    look === 'not' && svg('path', { class: 'strike', d: `M${-0.36 * width} ${0.36 * height}L${0.36 * width} ${-0.36 * height}` }));
}

/* Nothing may be on this square. */
function emptyMark(size: number, look: PieceLook): SVGElement {
  const r = 0.24 * size;
  return svg('g', { class: `must-empty ${look}`.trim() }, svg('circle', { r }), svg('path', { d: `M${-0.7 * r} ${0.7 * r}L${0.7 * r} ${-0.7 * r}` }));
}

/* A piece or a stone by itself, as on buttons and in hands; it fills its box (.icon). */
export function pieceIcon(mark: Mark): HTMLElement {
  if (mark.kind === 'stone' || mark.kind === 'stones') {
    const name = mark.kind === 'stones' ? 'mark-any' : `stone ${mark.color === 's' ? 'black' : 'white'}`;
    return h('span', { class: 'icon' }, svg('svg', { viewBox: '-.6 -.6 1.2 1.2', class: 'goban', 'aria-hidden': 'true' }, svg('g', { class: mark.kind === 'stones' ? name : '' },
      svg('circle', { class: name, r: 0.5 }), mark.kind === 'stones' && svg('text', { y: 0.24, 'text-anchor': 'middle', 'font-size': 0.7 }, '?'))));
  }
  return h('span', { class: 'icon' }, svg('svg', { viewBox: '-19 -20.5 38 41', 'aria-hidden': 'true' }, pieceShape(mark, 38, 40.5, mark.color === 'g')));
}

/* --- Small boards ------------------------------------------------------------------------------- */

const at = (square: string): [number, number] => [9 - Number(square[0]), Number(square[1]) - 1];

/* A whole position as small as a stamp: silhouettes, and the squares that were asked for tinted. */
export function shogiStamp(pieces: Map<string, Mark>, found: Iterable<string> = [], c = 8.4): SVGElement {
  const tall = c * 1.06, width = 9 * c + 4, height = 9 * tall + 4;
  const lines = Array.from({ length: 10 }, (_, i) => `M${2 + i * c} 2v${9 * tall}M2 ${2 + i * tall}h${9 * c}`).join('');
  return svg('svg', { class: 'stamp', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', width, height, rx: 2.5 }),
    [...found].map((square) => svg('rect', { class: 'found', x: 2 + at(square)[0] * c, y: 2 + at(square)[1] * tall, width: c, height: tall })),
    svg('path', { class: 'lines', d: lines }),
    [...pieces].map(([square, { color, kind }]) => {
      const [x, y] = at(square), size = widthOf(kind) ** 1.6 * c * 1.04;
      return svg('path', { class: `${color === 's' ? 'b' : 'w'}${isPromoted(kind) ? ' red' : ''}`, d: pentagon(size, size),
        transform: `translate(${2 + (x + 0.5) * c} ${2 + (y + 0.5) * tall})${color === 'g' ? ' rotate(180)' : ''}` });
    }));
}

/* Files and ranks that are shown, from left, right, top and bottom as one reads them: 5, 1, 6, 9. */
export type Crop = [number, number, number, number];

/* A part of a board with its pieces, as in books. */
export function shogiDiagram(pieces: Map<string, Mark>, [left, right, top, bottom]: Crop, c = 20): SVGElement {
  const tall = c * 1.08, files = left - right + 1, ranks = bottom - top + 1, width = files * c + 6, height = ranks * tall + 6;
  const line = (d: string, edge: boolean): SVGElement => svg('path', { class: edge ? 'ruled edge' : 'ruled', d });
  return svg('svg', { class: 'shape-diagram', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', width, height, rx: 2 }),
    Array.from({ length: files + 1 }, (_, i) => line(`M${3 + i * c} 3v${ranks * tall}`, i === 0 || i === files)),
    Array.from({ length: ranks + 1 }, (_, i) => line(`M3 ${3 + i * tall}h${files * c}`, i === 0 || i === ranks)),
    [...pieces].filter(([s]) => Number(s[0]) <= left && Number(s[0]) >= right && Number(s[1]) >= top && Number(s[1]) <= bottom).map(([s, mark]) =>
      svg('g', { transform: `translate(${3 + (left - Number(s[0]) + 0.5) * c} ${3 + (Number(s[1]) - top + 0.5) * tall})` }, pieceShape(mark, c, tall, mark.color === 'g'))));
}
