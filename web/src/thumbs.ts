/* thumbs.ts: small boards, drawn from a position in the game's notation. */
import { centre, frozenOf, piecesOf, pieceShape } from './board_chatur';
import { svg } from './dom';
import { dialectOf, type Mark } from './setup';
import { pointOf } from './setup_go';
import { shogiStamp } from './piece_set';
import { site } from './site';

/* found: squares to tint. */
export function thumbnail(position: string | undefined, found: string[] = []): SVGElement | false {
  if (site.game === 'chaturanga') return position !== undefined && chaturThumb(position);
  const setup = position === undefined ? undefined : dialectOf(site.game).fromPosition(position);
  if (!setup) return false;
  return site.game === 'go' ? goThumb(setup.size, setup.look.pieces) : shogiStamp(setup.look.pieces, found);
}

function goThumb(size: number, stones: Map<string, Mark>): SVGElement {
  const lines = Array.from({ length: size }, (_, i) => `M0 ${i}H${size - 1}M${i} 0V${size - 1}`).join('');
  return svg('svg', { class: 'thumb goban', viewBox: `-.8 -.8 ${size + 0.6} ${size + 0.6}`, 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', x: -0.8, y: -0.8, width: size + 0.6, height: size + 0.6 }), svg('path', { class: 'lines', d: lines }),
    [...stones].map(([point, mark]) => {
      const [column, row] = pointOf(point);
      return svg('circle', { class: `stone ${mark.color === 's' ? 'black' : 'white'}`, cx: column, cy: size - 1 - row, r: 0.47 });
    }));
}

function chaturThumb(position: string): SVGElement {
  const lines = Array.from({ length: 9 }, (_, i) => `M0 ${i}H8M${i} 0V8`).join('');
  const frozen = frozenOf(position);
  return svg('svg', { class: 'thumb goban', viewBox: '-.1 -.1 8.2 8.2', 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', x: -0.1, y: -0.1, width: 8.2, height: 8.2 }), svg('path', { class: 'lines', d: lines }),
    [...piecesOf(position)].map(([square, piece]) => {
      const [x, y] = centre(square);
      return svg('g', { transform: `translate(${x} ${y}) scale(.01)` }, pieceShape(piece, frozen[piece.colour]));
    }));
}
