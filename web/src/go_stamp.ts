/* go_stamp.ts: the part of a game's board that a query of Go asked for, turned as it was asked; with the colours of the game. */
import { svg } from './dom';
import type { Mark } from './setup';
import { pointName, pointOf, regionOf } from './setup_go';

/* Stones (and points that must be empty) of a query, and the part of the board that is as drawn. */
export interface GoShape { stones: Map<string, Mark>; region: string }

type At = [number, number];
const TURNS: ((c: number, r: number, last: number) => At)[] = [
  (c, r) => [c, r], (c, r, n) => [n - c, r], (c, r, n) => [c, n - r], (c, r, n) => [n - c, n - r], (c, r) => [r, c], (c, r, n) => [n - r, c], (c, r, n) => [r, n - c], (c, r, n) => [n - r, n - c],
];
const SHOWN = 9, AROUND = 3; // lines of a stamp at least, and beside what was asked for

/* Where the shape is in a position, which is turned as the shape was asked for; shifted only where its part of the board does not
 * reach the edge. */
function findShape(size: number, stones: Map<string, Mark>, { stones: asked, region }: GoShape): { turned: Map<string, Mark>; shift: At } | undefined {
  const last = size - 1, part = regionOf(region), points = [...asked].map(([p, m]): [At, Mark] => [pointOf(p), m]);
  if (part) for (let c = part.left; c <= part.right; c++) for (let r = part.bottom; r <= part.top; r++) if (!asked.has(pointName(c, r))) points.push([[c, r], { color: 's', kind: 'empty' }]);
  const range = (low: number, high: number): number[] => (!part || low === 0 || high === last ? [0] : Array.from({ length: size - (high - low) }, (_, i) => i - low));
  const columns = range(part?.left ?? 0, part?.right ?? 0), rows = range(part?.bottom ?? 0, part?.top ?? 0);
  const fits = (mark: Mark, there: Mark | undefined, swap: boolean): boolean => (mark.kind === 'empty' ? !there : !!there && (mark.kind === 'stones' || (there.color === mark.color) !== swap));
  for (const turn of TURNS) {
    const turned = new Map([...stones].map(([p, m]) => [pointName(...turn(...pointOf(p), last)), m]));
    for (const swap of [false, true]) for (const c of columns) for (const r of rows)
      if (points.every(([[x, y], mark]) => fits(mark, turned.get(pointName(x + c, y + r)), swap))) return { turned, shift: [c, r] };
  }
  return undefined;
}

/* The part of a game's board that was asked for, as it was asked for. */
export function goStamp(size: number, stones: Map<string, Mark>, asked: GoShape): SVGElement | undefined {
  const found = asked.stones.size > 0 ? findShape(size, stones, asked) : undefined;
  if (!found) return undefined;
  const last = size - 1, [dc, dr] = found.shift, part = regionOf(asked.region), at = [...asked.stones.keys()].map(pointOf);
  const span = (of: number[], low: number | undefined, high: number | undefined, shift: number): [number, number] => {
    let [from, to] = [(low ?? Math.min(...of) - AROUND) + shift, (high ?? Math.max(...of) + AROUND) + shift];
    if (to > last - 3) to = last; // the corner belongs to it
    if (from < 3) from = 0;
    for (let grow = to === last; to - from + 1 < SHOWN && (from > 0 || to < last); grow = !grow) { // by turns, or where there is room
      if ((grow || to === last) && from > 0) from--;
      else if (to < last) to++;
    }
    return [Math.max(0, from), Math.min(last, to)];
  };
  let [left, right] = span(at.map(([c]) => c), part?.left, part?.right, dc), [bottom, top] = span(at.map(([, r]) => r), part?.bottom, part?.top, dr);
  const n = Math.max(right - left, top - bottom) + 1; // a square
  if (right === last) left = Math.max(0, right - n + 1);
  else right = Math.min(last, left + n - 1);
  if (top === last) bottom = Math.max(0, top - n + 1);
  else top = Math.min(last, bottom + n - 1);
  if (n > 13) return undefined;
  const wide = right - left, high = top - bottom, x0 = left ? -0.5 : 0, x1 = wide + (right < last ? 0.5 : 0), y0 = top < last ? -0.5 : 0, y1 = high + (bottom ? 0.5 : 0);
  const lines = Array.from({ length: wide + 1 }, (_, i) => `M${i} ${y0}V${y1}`).join('') + Array.from({ length: high + 1 }, (_, i) => `M${x0} ${i}H${x1}`).join('');
  return svg('svg', { class: 'thumb goban part', viewBox: `-.6 -.6 ${n + 0.2} ${n + 0.2}`, 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', x: -0.6, y: -0.6, width: n + 0.2, height: n + 0.2 }), svg('path', { class: 'lines', d: lines }),
    [...found.turned].map(([point, mark]) => {
      const [c, r] = pointOf(point);
      return c >= left && c <= right && r >= bottom && r <= top && svg('circle', { class: `stone ${mark.color === 's' ? 'black' : 'white'}`, cx: c - left, cy: top - r, r: 0.46 });
    }));
}
