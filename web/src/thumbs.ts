/* thumbs.ts: small boards, drawn from a position in the game's notation. */
import { centre, frozenOf, piecesOf, pieceShape } from './board_chatur';
import { svg } from './dom';
import { dialectOf, type Mark } from './setup';
import { pointOf } from './setup_go';
import { face } from './pieces';
import { site } from './site';

export function thumbnail(position: string | undefined): SVGElement | false {
  if (site.game === 'chaturanga') return position !== undefined && chaturThumb(position);
  const setup = position === undefined ? undefined : dialectOf(site.game).fromPosition(position);
  if (!setup) return false;
  return site.game === 'go' ? goThumb(setup.size, setup.look.pieces) : shogiThumb(setup.look.pieces);
}

function shogiThumb(pieces: Map<string, Mark>): SVGElement {
  const lines = Array.from({ length: 10 }, (_, i) => `M0 ${i * 10}H90M${i * 10} 0V90`).join('');
  return svg('svg', { class: 'thumb', viewBox: '-1 -1 92 92', 'aria-hidden': 'true' },
    svg('rect', { class: 'wood', x: -1, y: -1, width: 92, height: 92 }), svg('path', { class: 'lines', d: lines }),
    [...pieces].map(([square, mark]) => {
      const x = (9 - Number(square[0])) * 10 + 5, y = (Number(square[1]) - 1) * 10 + 5;
      const { text, red } = face(mark);
      return svg('text', { x, y: y + 3.3, class: red ? 'red' : '', transform: mark.color === 'g' ? `rotate(180 ${x} ${y})` : undefined }, text);
    }));
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
