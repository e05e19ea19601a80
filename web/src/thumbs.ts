/* thumbs.ts: small boards, drawn from a position in the game's notation. */
import { centre, frozenOf, piecesOf, pieceShape } from './board_chatur';
import { svg } from './dom';
import { dialectOf, type Mark } from './setup';
import { pointOf } from './setup_go';
import { shogiStamp } from './piece_set';
import { site } from './site';

export type GoPart = (size: number, stones: Map<string, Mark>) => SVGElement | undefined;

/* found: squares to tint; part: of Go, draws the part of the board that was asked for, if it is there. */
export function thumbnail(position: string | undefined, found: string[] = [], part?: GoPart): SVGElement | false {
  if (site.game === 'chaturanga') return position !== undefined && chaturThumb(position);
  const setup = position === undefined ? undefined : dialectOf(site.game).fromPosition(position);
  if (!setup) return false;
  if (site.game === 'go') return part?.(setup.size, setup.look.pieces) || goThumb(setup.size, setup.look.pieces);
  return shogiStamp(setup.look.pieces, found);
}

export function goThumb(size: number, stones: Map<string, Mark>): SVGElement {
  const lines = Array.from({ length: size }, (_, i) => `M0 ${i}H${size - 1}M${i} 0V${size - 1}`).join('');
  return svg('svg', { class: 'thumb goban', viewBox: `-.8 -.8 ${size + 0.6} ${size + 0.6}`, 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', x: -0.8, y: -0.8, width: size + 0.6, height: size + 0.6 }), svg('path', { class: 'lines', d: lines }),
    [...stones].map(([point, mark]) => {
      const [column, row] = pointOf(point);
      return svg('circle', { class: `stone ${mark.color === 's' ? 'black' : 'white'}`, cx: column, cy: size - 1 - row, r: 0.47 });
    }));
}

/* Pieces without pictures: their shapes and colours alone. */
export function chaturThumb(position: string): SVGElement {
  const lines = Array.from({ length: 9 }, (_, i) => `M0 ${i}H8M${i} 0V8`).join('');
  const frozen = frozenOf(position);
  return svg('svg', { class: 'thumb goban of-four', viewBox: '-.28 -.28 8.56 8.56', 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', x: -0.28, y: -0.28, width: 8.56, height: 8.56, rx: 0.3 }), svg('path', { class: 'lines', d: lines }),
    [...piecesOf(position)].map(([square, piece]) => {
      const [x, y] = centre(square);
      return svg('g', { transform: `translate(${x} ${y}) scale(.0098)` }, pieceShape(piece, frozen[piece.colour], 11));
    }));
}

/* The stones of a definition, on the part of the board that has them; none where it is about moves alone. */
export function stonesDiagram(query: string): SVGElement | false {
  const stones = [...query.matchAll(/\b([bw])([A-HJ-T])(\d{1,2})\b/g)].map((m) => ({ black: m[1] === 'b', at: pointOf(m[2] + m[3]) }));
  if (stones.length === 0) return false;
  const low = (of: number[]): number => Math.max(0, Math.min(10, Math.min(...of) - 2)), columns = stones.map((s) => s.at[0]), rows = stones.map((s) => s.at[1]);
  const left = Math.max(...columns) - low(columns) > 9 ? 0 : low(columns), bottom = Math.max(...rows) - low(rows) > 9 ? 0 : low(rows), size = left && bottom ? Math.max(18 - left, 18 - bottom) : 18;
  const [x0, y0] = [18 - size, 18 - size], lines = Array.from({ length: size + 1 }, (_, i) => `M0 ${i}H${size}M${i} 0V${size}`).join('');
  return svg('svg', { class: 'goban shape-diagram', viewBox: `-.7 -.7 ${size + 1.4} ${size + 1.4}`, width: 92, height: 92, 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', x: -0.7, y: -0.7, width: size + 1.4, height: size + 1.4 }), svg('path', { class: 'lines', d: lines }),
    stones.map(({ black, at }) => svg('circle', { class: `stone ${black ? 'black' : 'white'}`, cx: at[0] - x0, cy: size - (at[1] - y0), r: 0.46 })));
}
