/* joseki_board.ts: diagrams of sequences, as books have them: moves are numbers on the board. */
import { svg } from './dom';
import { lang, texts } from './i18n';
import type { Sequence } from './joseki_data';
import { dialectOf } from './setup';
import { columnName, pointOf, pointOfMove } from './setup_go';
import { squaresOf } from './setup_shogi';
import { site } from './site';
import { pieceShape } from './piece_set';

const t = texts({ diagram: 'Sequence {0}: {1}', again: '{0} at {1}' }, { diagram: '手順 {0}: {1}', again: '{0} は {1} の点' });

export interface Shown {
  step?: number; // so many moves; without it all of them, as a diagram
  stones?: { black: string[]; white: string[] }; // Go: around it
  next?: boolean; // what came next, as letters
  names?: boolean; // coordinates
}

export const LETTERS = 'abcdef';
export const isShogi = (): boolean => site.game === 'shogi';

/* Its moves in words: "R16", "☗７六歩". */
export function moveNames(s: Sequence): string[] {
  return (lang === 'ja' ? s.ja : s.en) ?? s.moves.map((m) => pointOfMove(m) ?? m);
}

export function diagram(s: Sequence, size: number, shown: Shown = {}): SVGElement {
  const picture = isShogi() ? shogiDiagram(s, shown) : new GoDiagram(s, size, shown).draw();
  picture.setAttribute('class', 'diagram');
  picture.removeAttribute('aria-hidden');
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', t('diagram', s.rank, moveNames(s).slice(0, shown.step).join(' ')));
  return picture;
}

/* --- Shogi ------------------------------------------------------------------------------------------- */

/* The position after so many moves; where they went is numbered, the last one lit. */
function shogiDiagram(s: Sequence, { step }: Shown): SVGElement {
  const n = step ?? s.moves.length, sfen = s.sfens?.[n] ?? '';
  const lines = Array.from({ length: 10 }, (_, i) => `M0 ${10 * i}H90M${10 * i} 0V90`).join('');
  const board = svg('svg', {}, svg('rect', { class: 'wood', x: -1, y: -1, width: 92, height: 92 }), svg('path', { class: 'squares', d: lines }),
    [...dialectOf('shogi').fromPosition(sfen)?.look.pieces ?? []].map(([square, mark]) => svg('g', {
      transform: `translate(${95 - 10 * Number(square[0])} ${10 * Number(square[1]) - 5})` }, pieceShape(mark, 10, 10, mark.color === 'g'))));
  const at = new Map<string, number>();
  s.moves.slice(0, n).forEach((move, i) => at.set(squaresOf(move).at(-1) ?? '', i + 1));
  const place = (square: string): [number, number] => [(9 - Number(square[0])) * 10, (Number(square[1]) - 1) * 10];
  const last = squaresOf(s.moves[n - 1]);
  const lit = last.map((square) => svg('rect', { class: 'lit', x: place(square)[0], y: place(square)[1], width: 10, height: 10 }));
  board.querySelector('.wood')?.after(...lit);
  for (const [square, i] of at) {
    const [x, y] = place(square);
    board.append(svg('g', { class: 'count' }, svg('circle', { cx: x + 8, cy: y + 2.2, r: 2.3 }), svg('text', i > 9 ? { class: 'two', x: x + 8, y: y + 3.2 } : { x: x + 8, y: y + 3.3 }, String(i))));
  }
  board.setAttribute('viewBox', '-1 -10 92 110');
  const wood = board.querySelector('.wood');
  for (const [name, v] of [['y', -10], ['height', 110]] as const) wood?.setAttribute(name, String(v));
  for (const [color, y] of [['g', -3], ['s', 97]] as const) {
    const held = [...dialectOf('shogi').fromPosition(sfen)?.look.hands[color] ?? []];
    board.append(svg('text', { class: `held ${color}`, x: color === 's' ? 90 : 0, y },
      (color === 's' ? '☗' : '☖') + held.map(([kind, h]) => ` ${handFace(kind)}${h.n > 1 ? h.n : ''}`).join('')));
  }
  return board;
}

const handFace = (kind: string): string => ({ fu: '歩', ky: '香', ke: '桂', gi: '銀', ki: '金', ka: '角', hi: '飛' })[kind] ?? kind;

/* --- Go ---------------------------------------------------------------------------------------------- */

type Place = [number, number]; // columns and rows from the upper left
interface Window { x0: number; x1: number; y0: number; y1: number }

/* From low to high, some more on either side, up to the edge where that is near. */
function span(values: number[], size: number): [number, number] {
  const from = Math.max(0, Math.min(...values) - 2), to = Math.min(size - 1, Math.max(...values) + 2);
  return [from <= 2 ? 0 : from, to >= size - 3 ? size - 1 : to];
}

function widen([from, to]: [number, number], side: number, size: number): [number, number] {
  const more = Math.max(0, Math.min(side, size) - (to - from + 1));
  if (to === size - 1 && from > 0) return [from - more, to];
  const up = Math.min(more, size - 1 - to);
  return [from - (more - up), to + up];
}

class GoDiagram {
  private readonly places: Place[];
  private readonly black: boolean[];
  private readonly window: Window;

  constructor(private readonly s: Sequence, private readonly size: number, private readonly shown: Shown) {
    this.places = s.moves.map((m) => this.place(pointOfMove(m) ?? 'A1'));
    this.black = s.moves.map((m) => m[0] === 'B');
    const x = span(this.places.map((p) => p[0]), size), y = span(this.places.map((p) => p[1]), size);
    const side = Math.max(10, x[1] - x[0] + 1, y[1] - y[0] + 1);
    const [x0, x1] = widen(x, side, size), [y0, y1] = widen(y, side, size);
    this.window = { x0, x1, y0, y1 };
  }

  private place(point: string): Place {
    const [column, row] = pointOf(point);
    return [column, this.size - 1 - row];
  }

  private inside([x, y]: Place): boolean {
    const w = this.window;
    return x >= w.x0 && x <= w.x1 && y >= w.y0 && y <= w.y1;
  }

  draw(): SVGElement {
    const { x0, x1, y0, y1 } = this.window, end = this.size - 1, names = this.shown.names;
    const left = x0 - (x0 === 0 ? 0.75 : 0.5), top = y0 - (names ? 1.15 : y0 === 0 ? 0.75 : 0.5);
    const right = x1 + (names ? 1.15 : x1 === end ? 0.75 : 0.5), bottom = y1 + (y1 === end ? 0.75 : 0.5);
    return svg('svg', { viewBox: `${left} ${top} ${right - left} ${bottom - top}` },
      svg('rect', { class: 'wood', x: left, y: top, width: right - left, height: bottom - top }), this.lines(), this.stars(),
      names && Array.from({ length: x1 - x0 + 1 }, (_, i) => svg('text', { class: 'name', x: x0 + i, y: top + 0.5 }, columnName(x0 + i))),
      names && Array.from({ length: y1 - y0 + 1 }, (_, i) => svg('text', { class: 'name', x: right - 0.4, y: y0 + i + 0.16 }, String(this.size - y0 - i))),
      this.stones(), this.letters());
  }

  private lines(): SVGElement {
    const { x0, x1, y0, y1 } = this.window, end = this.size - 1;
    const out = (v: number, by: number): number => (v === 0 || v === end ? v : v + by);
    let d = '';
    for (let x = x0; x <= x1; x++) d += `M${x} ${out(y0, -0.5)}V${out(y1, 0.5)}`;
    for (let y = y0; y <= y1; y++) d += `M${out(x0, -0.5)} ${y}H${out(x1, 0.5)}`;
    return svg('path', { class: 'grid', d });
  }

  private stars(): SVGElement[] {
    const near = this.size >= 13 ? 3 : 2, lines = this.size < 7 ? [] : [near, (this.size - 1) / 2, this.size - 1 - near];
    return lines.flatMap((x) => lines.map((y): Place => [x, y])).filter((p) => this.inside(p))
      .map(([cx, cy]) => svg('circle', { class: 'star', cx, cy, r: 0.1 }));
  }

  private stone([cx, cy]: Place, black: boolean, text: string, last = false): SVGElement {
    return svg('g', {}, svg('circle', { class: `stone ${black ? 'black' : 'white'}`, cx, cy, r: 0.47 }),
      last && svg('circle', { class: 'now', cx, cy, r: 0.41 }),
      text && svg('text', { class: black ? 'on-black' : 'on-white', x: cx, y: cy + 0.19, 'font-size': text.length > 1 ? 0.48 : 0.55 }, text));
  }

  /* In a diagram every move keeps its place; step by step what was taken is gone. */
  private stones(): SVGElement[] {
    const { step } = this.shown, number = new Map<string, number>(), n = step ?? this.places.length;
    const at = step === undefined ? this.around() : this.played(step);
    for (let i = 0; i < n; i++) {
      const key = this.places[i].join();
      if (step === undefined && number.has(key)) continue;
      number.set(key, i + 1);
      if (step === undefined) at.set(key, this.black[i]);
    }
    return [...at].map(([key, black]): [Place, boolean, number | undefined] => [key.split(',').map(Number) as Place, black, number.get(key)])
      .filter(([place]) => this.inside(place))
      .map(([place, black, i]) => this.stone(place, black, i ? String(i) : '', step !== undefined && i === n));
  }

  private around(): Map<string, boolean> {
    const { black, white } = this.shown.stones ?? this.s.usual ?? { black: [], white: [] };
    return new Map([...black.map((p): [string, boolean] => [this.place(p).join(), true]), ...white.map((p): [string, boolean] => [this.place(p).join(), false])]);
  }

  /* What stands after so many moves. */
  private played(n: number): Map<string, boolean> {
    const at = this.around();
    for (let i = 0; i < n; i++) {
      at.set(this.places[i].join(), this.black[i]);
      for (const p of this.beside(this.places[i])) if (at.get(p.join()) === !this.black[i]) this.takeIfDead(at, p);
      this.takeIfDead(at, this.places[i]);
    }
    return at;
  }

  private beside([x, y]: Place): Place[] {
    return ([[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] as Place[]).filter(([a, b]) => a >= 0 && b >= 0 && a < this.size && b < this.size);
  }

  private takeIfDead(at: Map<string, boolean>, from: Place): void {
    const chain = [from], seen = new Set([from.join()]), color = at.get(from.join());
    for (const place of chain)
      for (const p of this.beside(place)) {
        const key = p.join(), there = at.get(key);
        if (there === undefined) return;
        if (there !== color || seen.has(key)) continue;
        seen.add(key);
        chain.push(p);
      }
    for (const p of chain) at.delete(p.join());
  }

  private letters(): (SVGElement | false)[] {
    const { step, next } = this.shown;
    if (!next || (step !== undefined && step < this.places.length)) return [];
    return this.s.next.slice(0, LETTERS.length).map(({ move }, i) => {
      const [x, y] = this.place(pointOfMove(move) ?? 'A1');
      return this.inside([x, y]) && svg('g', {}, svg('circle', { class: 'mask', cx: x, cy: y, r: 0.36 }),
        svg('text', { class: 'after', x, y: y + 0.19, 'font-size': 0.58 }, LETTERS[i]));
    });
  }
}

/* Go: moves on a point that has a number already: "12 at 5". */
export function retaken(s: Sequence): string {
  const first = new Map<string, number>(), list: string[] = [];
  if (isShogi()) return '';
  s.moves.forEach((m, i) => {
    const point = pointOfMove(m) ?? '';
    if (first.has(point)) list.push(t('again', i + 1, first.get(point)!));
    else first.set(point, i + 1);
  });
  return list.join(lang === 'ja' ? '、' : ', ');
}
