/* notation.ts: moves in words, in one way for each language, for all of the page:
 *
 *     English    P-7f  Bx2b+  S*4a  N-3c=  S5f-4g (where two could)      Q16
 *     Japanese   ７六歩  同角成  ４一銀打  ３三桂不成  ４七銀引             Q16
 *
 * The server writes moves so, too, with a sign of the side in front (bareMove() takes it off; sides are drawn);
 * moveText() is for moves of which it gives the notation of files alone, and agrees with it
 * (tests/web/notation.sh). */
import { lang, type Lang } from './i18n';
import { fromSfen, kindOfLetter, letterOf, playMove, promote, squaresOf } from './setup_shogi';
import { other, type Color, type Mark, type Setup } from './setup';

type Pieces = ReadonlyMap<string, Mark>;

const KANJI: Record<string, string> = {
  fu: '歩', ky: '香', ke: '桂', gi: '銀', ki: '金', ka: '角', hi: '飛', ou: '玉', to: 'と', ny: '成香', nk: '成桂', ng: '成銀', um: '馬', ry: '龍',
};
const WIDE = '０１２３４５６７８９', RANKS = '一二三四五六七八九';

/* "7f", "７六" */
export const squareText = (square: string, to: Lang = lang): string => (/^[A-Z]/.test(square) ? square
  : to === 'ja' ? WIDE[Number(square[0])] + RANKS[Number(square[1]) - 1] : square[0] + 'abcdefghi'[Number(square[1]) - 1]);

/* What the server wrote, without the side: "▲同　飛" → "同飛", "Black Q16" → "Q16". */
export const bareMove = (text: string): string =>
  text.replace(/^[▲△▼▽☗☖]/, '').replace('　', '').replace(/^(?:Black|White|黒|白) (?=[A-HJ-Z]\d|pass|パス)/, '');
/* The same of a whole line of play. */
export const bareLine = (text: string): string => text.split(/(?=[▲△▼▽☗☖])/).map(bareMove).join(' ');

/* --- How pieces of shogi move ---------------------------------------------------------------------- */

/* Where `from` is, seen by the mover from `to`: how far to the right, and how far behind. */
function seen(from: string, to: string, color: Color): [right: number, behind: number] {
  const sign = color === 's' ? 1 : -1;
  return [sign * (Number(to[0]) - Number(from[0])), sign * (Number(from[1]) - Number(to[1]))];
}

function isClear(pieces: Pieces, from: string, to: string): boolean {
  const [df, dr] = [Math.sign(Number(to[0]) - Number(from[0])), Math.sign(Number(to[1]) - Number(from[1]))];
  for (let f = Number(from[0]) + df, r = Number(from[1]) + dr; `${f}${r}` !== to; f += df, r += dr) if (pieces.has(`${f}${r}`)) return false;
  return true;
}

/* Would the piece go there by its manner of moving, whoever stands there? */
function reaches(pieces: Pieces, from: string, to: string): boolean {
  const { kind, color } = pieces.get(from)!;
  const [right, behind] = seen(from, to, color);
  const side = Math.abs(right), away = Math.abs(behind);
  if (!side && !away) return false;
  const near = side <= 1 && away <= 1, far = (line: boolean): boolean => line && isClear(pieces, from, to);
  switch (kind) {
    case 'fu': return !side && behind === 1;
    case 'ky': return far(!side && behind > 0);
    case 'ke': return side === 1 && behind === 2;
    case 'gi': return near && (behind === 1 || (side === 1 && behind === -1));
    case 'ou': return near;
    case 'ka': return far(side === away);
    case 'hi': return far(!side || !away);
    case 'um': return near || far(side === away);
    case 'ry': return near || far(!side || !away);
    default: return near && (behind >= 0 || !side); // gold, and what moves like it
  }
}

/* Of the same colour and kind, with the one that moves. */
const sources = (pieces: Pieces, color: Color, kind: string, to: string): string[] =>
  [...pieces].filter(([at, m]) => m.color === color && m.kind === kind && reaches(pieces, at, to)).map(([at]) => at);

/* Does a move leave the mover's king in check? */
function exposes(pieces: Pieces, from: string, to: string): boolean {
  const after = new Map(pieces), mover = pieces.get(from)!;
  after.delete(from);
  after.set(to, mover);
  const king = [...after].find(([, m]) => m.kind === 'ou' && m.color === mover.color)?.[0];
  return !!king && [...after].some(([at, m]) => m.color !== mover.color && reaches(after, at, king));
}

/* --- Words ------------------------------------------------------------------------------------------ */

interface Move { from: string; to: string; kind: string; color: Color; pieces: Pieces }

const WAYS = (behind: number): string => (behind > 0 ? '上' : behind < 0 ? '引' : '寄');
const SIDES = (right: number): string => (right > 0 ? '右' : right < 0 ? '左' : '直');

/* 左直右上寄引, where several could go there. */
function distinct({ from, to, kind, color, pieces }: Move): string {
  const all = sources(pieces, color, kind, to).map((at) => seen(at, to, color));
  if (all.length < 2) return '';
  const [right, behind] = seen(from, to, color);
  const way = WAYS(behind), side = SIDES(right);
  if (all.filter(([, b]) => WAYS(b) === way).length === 1) return way;
  if (kind === 'um' || kind === 'ry') return all.some(([r]) => r > right) ? '左' : '右';
  if (right === 0 && behind === 1) return '直';
  return all.filter(([r]) => SIDES(r) === side).length === 1 ? side : side + way;
}

const mayPromote = ({ from, to, kind, color }: Move): boolean =>
  promote(kind) !== kind && letterOf(kind)[0] !== '+' && [from, to].some((at) => (color === 's' ? Number(at[1]) <= 3 : Number(at[1]) >= 7));

function inEnglish(move: Move, end: string): string {
  const { from, to, kind, color, pieces } = move;
  const unclear = sources(pieces, color, kind, to).some((at) => at !== from && !exposes(pieces, at, to));
  return `${letterOf(kind)}${unclear ? squareText(from, 'en') : ''}${pieces.has(to) ? 'x' : '-'}${squareText(to, 'en')}${end || (mayPromote(move) ? '=' : '')}`;
}

function inJapanese(move: Move, end: string, last?: string): string {
  const { to, kind } = move;
  return `${to === last ? '同' : squareText(to, 'ja')}${KANJI[kind]}${distinct(move)}${end ? '成' : mayPromote(move) ? '不成' : ''}`;
}

/* A USI move on the pieces that are known; last: the square where the last move went, for 同.  What moves may not be
 * known (a shape is not a whole position): then its squares are all there is to say. */
export function moveText(usi: string, pieces: Pieces, color?: Color, last?: string, to: Lang = lang): string {
  const [a, b] = squaresOf(usi);
  const drop = usi.match(/^([PLNSGBR])\*/);
  if (drop) {
    const kind = kindOfLetter(drop[1])!;
    if (to === 'en') return `${drop[1]}*${squareText(a, to)}`;
    return `${squareText(a, to)}${KANJI[kind]}${sources(pieces, color ?? 's', kind, a).length || !color ? '打' : ''}`;
  }
  if (!b) return usi;
  const mover = pieces.get(a), end = usi.endsWith('+') ? '+' : '';
  if (!mover || !KANJI[mover.kind])
    return to === 'ja' ? `${squareText(a, to)}→${squareText(b, to)}${end && '成'}` : `${squareText(a, to)}-${squareText(b, to)}${end}`;
  const move = { from: a, to: b, kind: mover.kind, color: mover.color, pieces };
  return to === 'ja' ? inJapanese(move, end, last) : inEnglish(move, end);
}

/* Moves one after the other from a position. */
export function lineTexts(sfen: string, moves: string[], last?: string): string[] {
  const setup: Setup | undefined = fromSfen(sfen);
  return moves.map((usi) => {
    if (!setup) return usi;
    const text = moveText(usi, setup.look.pieces, setup.turn || 's', last);
    playMove(setup, usi);
    last = squaresOf(usi).at(-1);
    return text;
  });
}

/* Can the piece go from here to there with and without promotion?  [] if it cannot go at all. */
export function waysOf(setup: Setup, from: string, to: string): string[] {
  const mover = setup.look.pieces.get(from);
  if (!mover || mover.color !== setup.turn || setup.look.pieces.get(to)?.color === mover.color || !reaches(setup.look.pieces, from, to) || exposes(setup.look.pieces, from, to)) return [];
  const usi = squareText(from, 'en') + squareText(to, 'en');
  const rank = mover.color === 's' ? Number(to[1]) : 10 - Number(to[1]);
  const must = ((mover.kind === 'fu' || mover.kind === 'ky') && rank === 1) || (mover.kind === 'ke' && rank <= 2);
  const may = mayPromote({ from, to, kind: mover.kind, color: mover.color, pieces: setup.look.pieces });
  return [...(must ? [] : [usi]), ...(may ? [`${usi}+`] : [])];
}

/* Whether a piece in hand may be dropped there. */
export function dropOf(setup: Setup, kind: string, to: string): string | undefined {
  const { pieces } = setup.look, color = setup.turn || 's';
  if (pieces.has(to) || !setup.look.hands[color].has(kind)) return undefined;
  const rank = color === 's' ? Number(to[1]) : 10 - Number(to[1]);
  if (((kind === 'fu' || kind === 'ky') && rank === 1) || (kind === 'ke' && rank <= 2)) return undefined;
  if (kind === 'fu' && [...pieces].some(([at, m]) => m.kind === 'fu' && m.color === color && at[0] === to[0])) return undefined;
  const after = new Map(pieces).set(to, { color, kind });
  const king = [...after].find(([, m]) => m.kind === 'ou' && m.color === color)?.[0];
  if (king && [...after].some(([at, m]) => m.color === other(color) && reaches(after, at, king))) return undefined;
  return `${letterOf(kind)}*${squareText(to, 'en')}`;
}
