/* setup.ts: a position as somebody sets it up, and the same as words of the query language.
 *
 * The board shows what it can: pieces on squares, marks for "any piece" and "empty", hands, the side
 * to move, or one whole position.  Whatever else the text says (players, castles, or, then …) is
 * kept as `rest` and goes on standing behind the board's words when the board changes. */

export type Color = 's' | 'g';
export type Op = '>=' | '=' | '<=';
/* A kind is a CSA code in lower case, 'any' or 'empty' (of nobody: color is 's'). */
export interface Mark { color: Color; kind: string }
export interface HandCondition { op: Op; n: number }

export const BOARD_KINDS = ['ou', 'hi', 'ka', 'ki', 'gi', 'ke', 'ky', 'fu', 'ry', 'um', 'ng', 'nk', 'ny', 'to'];
export const HAND_KINDS = ['hi', 'ka', 'ki', 'gi', 'ke', 'ky', 'fu'];
export const HAND_MAX: Record<string, number> = { hi: 2, ka: 2, ki: 4, gi: 4, ke: 4, ky: 4, fu: 18 };
const PROMOTED: Record<string, string> = { fu: 'to', ky: 'ny', ke: 'nk', gi: 'ng', ka: 'um', hi: 'ry' };
const LETTERS: Record<string, string> = { fu: 'P', ky: 'L', ke: 'N', gi: 'S', ki: 'G', ka: 'B', hi: 'R', ou: 'K' };
const PLAIN = Object.fromEntries(Object.entries(PROMOTED).map(([a, b]) => [b, a]));
const KIND_OF_LETTER = Object.fromEntries(Object.entries(LETTERS).map(([a, b]) => [b, a]));

export const other = (c: Color): Color => (c === 's' ? 'g' : 's');
export const promote = (kind: string): string => PROMOTED[kind] ?? PLAIN[kind] ?? kind;
export const plain = (kind: string): string => PLAIN[kind] ?? kind;
export const kindOfLetter = (letter: string): string | undefined => KIND_OF_LETTER[letter.toUpperCase()];
/* "P", "+R" */
export const letterOf = (kind: string): string => LETTERS[kind] ?? (PLAIN[kind] ? `+${LETTERS[PLAIN[kind]]}` : '');

export interface Setup {
  pieces: Map<string, Mark>; // by square, "76"
  hands: Record<Color, Map<string, HandCondition>>;
  turn: Color | '';
  whole: boolean;
  rest: string;
  complex: boolean; // rest is a whole query that must be kept together
}

export function emptySetup(): Setup {
  return { pieces: new Map(), hands: { s: new Map(), g: new Map() }, turn: '', whole: false, rest: '', complex: false };
}

export const isEmpty = (s: Setup): boolean =>
  s.pieces.size === 0 && s.hands.s.size === 0 && s.hands.g.size === 0 && !s.turn && !s.whole && !s.rest;

/* --- SFEN ---------------------------------------------------------------------------------- */

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

/* The position; undefined if the text is none (or has a ?, which the board does not show). */
export function fromSfen(text: string): Setup | undefined {
  const words = text.trim().replace(/^(position\s+)?(sfen\s+)?/, '').split(/\s+/);
  if (words[0] === 'startpos') return fromSfen(START);
  const ranks = (words[0] ?? '').split('/');
  const s = emptySetup();
  s.whole = true;
  if (ranks.length !== 9 || !ranks.every((r, i) => readRank(r, i + 1, s.pieces))) return undefined;
  s.turn = words[1] === 'w' ? 'g' : 's';
  for (const [, n, letter] of (words[2] ?? '-').matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = kindOfLetter(letter);
    if (!kind || !HAND_MAX[kind]) return undefined;
    s.hands[letter === letter.toUpperCase() ? 's' : 'g'].set(kind, { op: '=', n: n ? Number(n) : 1 });
  }
  return s;
}

function rankText(s: Setup, rank: number): string {
  let text = '';
  for (let file = 9; file >= 1; file--) {
    const mark = s.pieces.get(`${file}${rank}`);
    const letter = mark ? letterOf(mark.kind) : '';
    text += letter ? (mark!.color === 's' ? letter : letter.toLowerCase()) : '1';
  }
  return text.replace(/1+/g, (ones) => String(ones.length));
}

export function toSfen(s: Setup): string {
  const board = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => rankText(s, rank)).join('/');
  const hand = (color: Color): string =>
    HAND_KINDS.map((kind) => {
      const n = s.hands[color].get(kind)?.n ?? 0;
      const letter = color === 's' ? LETTERS[kind] : LETTERS[kind].toLowerCase();
      return n === 0 ? '' : (n > 1 ? n : '') + letter;
    }).join('');
  return `${board} ${s.turn === 'g' ? 'w' : 'b'} ${hand('s') + hand('g') || '-'}`;
}

/* --- The query language -------------------------------------------------------------------- */

function boardWords(s: Setup): string[] {
  if (s.whole) return [`${s.turn ? 'sfen' : 'board'} "${toSfen(s)}"`];
  const words: string[] = [];
  for (const [square, mark] of [...s.pieces].sort(([a], [b]) => (a < b ? -1 : 1)))
    words.push(mark.kind === 'empty' ? `empty:${square}`
      : mark.kind === 'any' ? `any:${mark.color}${square}` : `${mark.color}${square}${mark.kind}`);
  for (const color of ['s', 'g'] as const)
    for (const kind of HAND_KINDS) {
      const c = s.hands[color].get(kind);
      if (c) words.push(`${color}.hand.${kind}${c.op}${c.n}`);
    }
  if (s.turn) words.push(`turn:${s.turn}`);
  return words;
}

export function toQuery(s: Setup): string {
  const words = boardWords(s);
  if (s.rest) words.push(s.complex && words.length ? `(${s.rest})` : s.rest);
  return words.join(' ');
}

/* Words at the outermost level; what stands in quotes or brackets stays together. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word = '', depth = 0, quoted = false;
  for (const c of text) {
    if (c === '"') quoted = !quoted;
    else if (!quoted && (c === '(' || c === '{')) depth++;
    else if (!quoted && (c === ')' || c === '}')) depth--;
    if (/\s/.test(c) && !quoted && depth <= 0) {
      if (word) words.push(word);
      word = '';
    } else word += c;
  }
  if (word) words.push(word);
  return words;
}

const KIND = '(fu|ky|ke|gi|ki|ka|hi|ou|to|ny|nk|ng|um|ry)';
const PIECE = new RegExp(`^([sg])([1-9][1-9])${KIND}$`);
const HAND = /^([sg])\.hand\.(fu|ky|ke|gi|ki|ka|hi)(>=|<=|=)(\d{1,2})$/;
const SHORT_HAND = /^([sg])(fu|ky|ke|gi|ki|ka|hi)(\d{1,2})$/;
const JOINS = /^(or|then|never)$|^(then|for)[<>=]/;

function place(s: Setup, square: string, color: string, kind: string): boolean {
  if (s.pieces.has(square)) return false;
  s.pieces.set(square, { color: color as Color, kind });
  return true;
}

function setHand(s: Setup, color: string, kind: string, op: string, n: number): boolean {
  const hand = s.hands[color as Color];
  if (hand.has(kind) || n > HAND_MAX[kind]) return false;
  hand.set(kind, { op: op as Op, n });
  return true;
}

/* Puts on the board what the word says; false if it can't be shown there. */
function show(s: Setup, word: string): boolean {
  let m: RegExpMatchArray | null;
  if ((m = word.match(PIECE))) return place(s, m[2], m[1], m[3]);
  if ((m = word.match(/^empty:([1-9][1-9])$/))) return place(s, m[1], 's', 'empty');
  if ((m = word.match(/^any:([sg])([1-9][1-9])$/))) return place(s, m[2], m[1], 'any');
  if ((m = word.match(HAND))) return setHand(s, m[1], m[2], m[3], Number(m[4]));
  if ((m = word.match(SHORT_HAND))) return setHand(s, m[1], m[2], '>=', Number(m[3]));
  if ((m = word.match(/^turn:([sg])$/)) && !s.turn) {
    s.turn = m[1] as Color;
    return true;
  }
  return false;
}

/* A whole position, and nothing else that the board would show. */
function showWhole(words: string[]): Setup | undefined {
  const at = words.findIndex((w, i) => /^(sfen|board)$/.test(w) && words[i + 1]?.startsWith('"'));
  if (at < 0) return undefined;
  const sfen = words[at + 1].replace(/^"|"$/g, '');
  const s = sfen.trim().split(/\s+/).length >= 3 || sfen.trim() === 'startpos' ? fromSfen(sfen) : undefined;
  if (!s) return undefined;
  if (words[at] === 'board') s.turn = '';
  s.rest = [...words.slice(0, at), ...words.slice(at + 2)].join(' ');
  return s;
}

export function fromQuery(text: string): Setup {
  const words = splitWords(text);
  const s = emptySetup();
  if (words.some((w) => JOINS.test(w))) {
    s.rest = text.trim();
    s.complex = true;
    return s;
  }
  const whole = showWhole(words);
  if (whole) return whole;
  const rest: string[] = [];
  for (let i = 0; i < words.length; i++) {
    if (words[i] === 'not') rest.push(words[i], words[++i] ?? '');
    else if (/^(sfen|board|like|pattern)$/.test(words[i])) rest.push(words[i], words[++i] ?? '');
    else if (!show(s, words[i])) rest.push(words[i]);
  }
  s.rest = rest.join(' ').trim();
  return s;
}

/* A bare SFEN, as people paste it, becomes a question; anything else stays as it is. */
export function tidyPasted(text: string): string {
  const bare = text.trim();
  if (!/^(position\s+)?(sfen\s+)?([1-9a-zA-Z+]+\/){8}[1-9a-zA-Z+]+(\s|$)/.test(bare)) return text;
  const s = fromSfen(bare);
  return s ? toQuery(s) : text;
}

/* Makes a USI move on a whole position: whoever plays it through trusts the server's list. */
export function playMove(s: Setup, usi: string): void {
  const m = usi.match(/^(?:([PLNSGBR])\*|([1-9])([a-i]))([1-9])([a-i])(\+?)$/);
  if (!m) return;
  const color: Color = s.turn || 's';
  const square = (file: string, rank: string): string => file + (rank.charCodeAt(0) - 96);
  const to = square(m[4], m[5]);
  const change = (kind: string, by: number): void => {
    const n = (s.hands[color].get(kind)?.n ?? 0) + by;
    if (n > 0) s.hands[color].set(kind, { op: '=', n });
    else s.hands[color].delete(kind);
  };
  if (m[1]) {
    const kind = kindOfLetter(m[1])!;
    change(kind, -1);
    s.pieces.set(to, { color, kind });
  } else {
    const from = square(m[2], m[3]);
    const piece = s.pieces.get(from);
    const taken = s.pieces.get(to);
    if (!piece) return;
    if (taken && HAND_MAX[plain(taken.kind)]) change(plain(taken.kind), 1);
    s.pieces.delete(from);
    s.pieces.set(to, { color, kind: m[6] ? promote(piece.kind) : piece.kind });
  }
  s.turn = other(color);
}

/* The board given to the other player: turned round, colours exchanged. */
export function swapSides(s: Setup): Setup {
  const turned = emptySetup();
  for (const [square, mark] of s.pieces) {
    const to = `${10 - Number(square[0])}${10 - Number(square[1])}`;
    turned.pieces.set(to, { kind: mark.kind, color: mark.kind === 'empty' ? 's' : other(mark.color) });
  }
  turned.hands = { s: new Map(s.hands.g), g: new Map(s.hands.s) };
  turned.turn = s.turn && other(s.turn);
  turned.whole = s.whole;
  turned.rest = s.rest;
  turned.complex = s.complex;
  return turned;
}
