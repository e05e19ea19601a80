/* setup_shogi.ts: positions of shogi, and their words in the query language. */
import { emptySetup, other, type Color, type Dialect, type Hands, type Layer, type Mark, type Op, type Setup } from './setup';

export const BOARD_KINDS = ['ou', 'hi', 'ka', 'ki', 'gi', 'ke', 'ky', 'fu', 'ry', 'um', 'ng', 'nk', 'ny', 'to'];
export const HAND_KINDS = ['hi', 'ka', 'ki', 'gi', 'ke', 'ky', 'fu'];
export const HAND_MAX: Record<string, number> = { hi: 2, ka: 2, ki: 4, gi: 4, ke: 4, ky: 4, fu: 18 };
const PROMOTED: Record<string, string> = { fu: 'to', ky: 'ny', ke: 'nk', gi: 'ng', ka: 'um', hi: 'ry' };
const LETTERS: Record<string, string> = { fu: 'P', ky: 'L', ke: 'N', gi: 'S', ki: 'G', ka: 'B', hi: 'R', ou: 'K' };
const PLAIN = Object.fromEntries(Object.entries(PROMOTED).map(([a, b]) => [b, a]));
const KIND_OF_LETTER = Object.fromEntries(Object.entries(LETTERS).map(([a, b]) => [b, a]));

export const promote = (kind: string): string => PROMOTED[kind] ?? PLAIN[kind] ?? kind;
export const plain = (kind: string): string => PLAIN[kind] ?? kind;
export const kindOfLetter = (letter: string): string | undefined => KIND_OF_LETTER[letter.toUpperCase()];
/* "P", "+R" */
export const letterOf = (kind: string): string => LETTERS[kind] ?? (PLAIN[kind] ? `+${LETTERS[PLAIN[kind]]}` : '');

/* --- SFEN --------------------------------------------------------------------------------------- */

export const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

function readRank(text: string, rank: number, pieces: Map<string, Mark>): boolean {
  let file = 9;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (/[1-9]/.test(c)) {
      file -= Number(c);
      continue;
    }
    const up = c === '+';
    const letter = up ? text[++i] ?? '' : c;
    const kind = kindOfLetter(letter);
    if (!kind || file < 1) return false;
    pieces.set(`${file}${rank}`, { color: letter === letter.toUpperCase() ? 's' : 'g', kind: up ? promote(kind) : kind });
    file--;
  }
  return file === 0;
}

/* The position; undefined if the text is none (or has a ?, which the board does not show), or leaves
 * hands or the side to move open. */
export function fromSfen(text: string): Setup | undefined {
  const words = text.trim().replace(/^(position\s+)?(sfen\s+)?/, '').split(/\s+/);
  if (words[0] === 'startpos') return fromSfen(START);
  const ranks = (words[0] ?? '').split('/');
  const s = emptySetup();
  s.whole = true;
  if (ranks.length !== 9 || words.length < 3 || !ranks.every((r, i) => readRank(r, i + 1, s.look.pieces))) return undefined;
  if (!/^[bw]$/.test(words[1]) || !/^(-|(\d*[A-Za-z])+)$/.test(words[2])) return undefined;
  s.turn = words[1] === 'w' ? 'g' : 's';
  for (const [, n, letter] of words[2].matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = kindOfLetter(letter);
    if (!kind || !HAND_MAX[kind]) return undefined;
    s.look.hands[letter === letter.toUpperCase() ? 's' : 'g'].set(kind, { op: '=', n: n ? Number(n) : 1 });
  }
  return s;
}

function rankText(s: Setup, rank: number): string {
  let text = '';
  for (let file = 9; file >= 1; file--) {
    const mark = s.look.pieces.get(`${file}${rank}`);
    const letter = mark ? letterOf(mark.kind) : '';
    text += letter ? (mark!.color === 's' ? letter : letter.toLowerCase()) : '1';
  }
  return text.replace(/1+/g, (ones) => String(ones.length));
}

export function toSfen(s: Setup): string {
  const board = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => rankText(s, rank)).join('/');
  const hand = (color: Color): string =>
    HAND_KINDS.map((kind) => {
      const n = s.look.hands[color].get(kind)?.n ?? 0;
      const letter = color === 's' ? LETTERS[kind] : LETTERS[kind].toLowerCase();
      return n === 0 ? '' : (n > 1 ? n : '') + letter;
    }).join('');
  return `${board} ${s.turn === 'g' ? 'w' : 'b'} ${hand('s') + hand('g') || '-'}`;
}

/* --- Words -------------------------------------------------------------------------------------- */

const KIND = '(fu|ky|ke|gi|ki|ka|hi|ou|to|ny|nk|ng|um|ry)';
const PIECE = new RegExp(`^([sg])([1-9][1-9])${KIND}$`);
const HAND = /^([sg])\.hand\.(fu|ky|ke|gi|ki|ka|hi)(>=|<=|=)(\d{1,2})$/;
const SHORT_HAND = /^([sg])(fu|ky|ke|gi|ki|ka|hi)(\d{1,2})$/;

function place(layer: Layer, square: string, color: string, kind: string): boolean {
  if (layer.pieces.has(square)) return false;
  layer.pieces.set(square, { color: color as Color, kind });
  return true;
}

function setHand(layer: Layer, color: string, kind: string, op: string, n: number): boolean {
  const hand = layer.hands[color as Color];
  if (hand.has(kind) || n > HAND_MAX[kind]) return false;
  hand.set(kind, { op: op as Op, n });
  return true;
}

function handWords(hands: Hands): string[] {
  return (['s', 'g'] as const).flatMap((color) => HAND_KINDS.flatMap((kind) => {
    const c = hands[color].get(kind);
    return c ? [`${color}.hand.${kind}${c.op}${c.n}`] : [];
  }));
}

export const SHOGI: Dialect = {
  symmetries: ['', 'flip', 'mirror', 'all'],
  size: 9,
  turnWord: (turn) => `turn:${turn}`,
  word: (square, mark) => (mark.kind === 'empty' ? `empty:${square}`
    : mark.kind === 'any' ? `any:${mark.color}${square}` : `${mark.color}${square}${mark.kind}`),
  handWords,
  show(layer, word) {
    let m: RegExpMatchArray | null;
    if ((m = word.match(PIECE))) return place(layer, m[2], m[1], m[3]);
    if ((m = word.match(/^empty:([1-9][1-9])$/))) return place(layer, m[1], 's', 'empty');
    if ((m = word.match(/^any:([sg])([1-9][1-9])$/))) return place(layer, m[2], m[1], 'any');
    if ((m = word.match(HAND))) return setHand(layer, m[1], m[2], m[3], Number(m[4]));
    if ((m = word.match(SHORT_HAND))) return setHand(layer, m[1], m[2], '>=', Number(m[3]));
    return false;
  },
  position: toSfen,
  fromPosition: fromSfen,
  sizeWord: () => '',
  readSize: () => undefined,
  image: (_s, square, mirror) => `${10 - Number(square[0])}${mirror ? square[1] : 10 - Number(square[1])}`,
};

/* --- Moves -------------------------------------------------------------------------------------- */

const squareOf = (key: string): string => key[0] + (key.charCodeAt(1) - 96);

/* Squares of a USI move, where it came from first; of a drop only where it went. */
export function squaresOf(usi: string | undefined): string[] {
  if (!usi) return [];
  return usi[1] === '*' ? [squareOf(usi.slice(2, 4))] : [squareOf(usi.slice(0, 2)), squareOf(usi.slice(2, 4))];
}

/* Makes a USI move on a whole position: whoever plays it through trusts the server's list. */
export function playMove(s: Setup, usi: string): void {
  const m = usi.match(/^(?:([PLNSGBR])\*|([1-9][a-i]))([1-9][a-i])(\+?)$/);
  if (!m) return;
  const color: Color = s.turn || 's';
  const { pieces, hands } = s.look;
  const to = squareOf(m[3]);
  const change = (kind: string, by: number): void => {
    const n = (hands[color].get(kind)?.n ?? 0) + by;
    if (n > 0) hands[color].set(kind, { op: '=', n });
    else hands[color].delete(kind);
  };
  if (m[1]) {
    const kind = kindOfLetter(m[1])!;
    change(kind, -1);
    pieces.set(to, { color, kind });
  } else {
    const from = squareOf(m[2]);
    const piece = pieces.get(from);
    const taken = pieces.get(to);
    if (!piece) return;
    if (taken && HAND_MAX[plain(taken.kind)]) change(plain(taken.kind), 1);
    pieces.delete(from);
    pieces.set(to, { color, kind: m[4] ? promote(piece.kind) : piece.kind });
  }
  s.turn = other(color);
}

/* The position after so many moves. */
export function positionAt(start: string, moves: string[], ply: number): Setup {
  const setup = fromSfen(start || START)!;
  for (const move of moves.slice(0, ply)) playMove(setup, move);
  return setup;
}
