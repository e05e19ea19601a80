/* setup.ts: a question as somebody sets it up on boards, and the same as words of the query language.
 *
 * Three boards, as ChessBase's users know them:
 *
 *     look     Look for: all of this         s99ou g91ou
 *     either   Or: at least one of these     (s88gi or s79gi)
 *     never    Exclude: nothing of this      not g22um
 *
 * with the side to move, or one whole position, in one or several orientations.  Whatever else the
 * text says (players, castles, then …) is kept as `rest` and goes on standing behind the boards'
 * words when they change; what it says of one side ("s.castle:mino") turns round with the boards.  What is
 * particular to a game is its dialect's. */
import { SHOGI } from './setup_shogi';
import { GO } from './setup_go';
import { alternativesOf, isPlain, isSided, joinUnits, unitsOf } from './units';

export type Color = 's' | 'g'; // who begins is s, in Go as well
export type Op = '>=' | '=' | '<=';
/* Shogi: a kind is a CSA code in lower case, 'any' or 'empty' (of nobody: color is 's').
 * Go: 'stone', 'stones' (of either colour) or 'empty'. */
export interface Mark { color: Color; kind: string }
export interface HandCondition { op: Op; n: number }
export type Hands = Record<Color, Map<string, HandCondition>>;
export interface Layer { pieces: Map<string, Mark>; hands: Hands }
export type LayerName = 'look' | 'either' | 'never';
export const LAYERS: LayerName[] = ['look', 'either', 'never'];
/* Also: the other player's, mirrored, in any orientation of the board, all of that. */
export type Symmetry = '' | 'flip' | 'mirror' | 'turn' | 'all';

export interface Setup {
  look: Layer; either: Layer; never: Layer;
  turn: Color | '';
  whole: boolean;
  symmetry: Symmetry;
  size: number; // of a board of Go
  region: string; // a part of it, by two corners (C3..K10): to be found as drawn, wherever it is; '': none
  rest: string;
  complex: boolean; // rest is a whole query that must be kept together
}

export interface Dialect {
  symmetries: Symmetry[];
  size: number; // of the usual board
  turnWord(turn: Color): string;
  word(square: string, mark: Mark): string;
  handWords(hands: Hands): string[];
  /* Puts on the layer what the word says; false if it can't be shown there. */
  show(layer: Layer, word: string): boolean;
  /* A whole position, in the notation of sfen "…". */
  position(s: Setup): string;
  /* The part of the board that is marked, as a drawn pattern; and such a pattern put on a board. */
  pattern?(s: Setup): string;
  showPattern?(s: Setup, text: string): boolean;
  fromPosition(text: string): Setup | undefined;
  /* The word that says which board is meant, if it is not the usual one; and such a word read. */
  sizeWord(size: number): string;
  readSize(word: string): number | undefined;
  image(s: Setup, square: string, mirror: boolean): string; // of a square, turned round or mirrored
}

export const dialectOf = (game: string): Dialect => (game === 'go' ? GO : SHOGI);

const emptyLayer = (): Layer => ({ pieces: new Map(), hands: { s: new Map(), g: new Map() } });

export function emptySetup(size = 9): Setup {
  return {
    look: emptyLayer(), either: emptyLayer(), never: emptyLayer(), turn: '', whole: false, symmetry: '', size, region: '', rest: '', complex: false,
  };
}

export const layerIsEmpty = (l: Layer): boolean => l.pieces.size === 0 && l.hands.s.size === 0 && l.hands.g.size === 0;
export const boardIsEmpty = (s: Setup): boolean => LAYERS.every((name) => layerIsEmpty(s[name])) && !s.turn && !s.whole && !s.region;

/* --- To text ------------------------------------------------------------------------------------ */

function layerWords(d: Dialect, layer: Layer): string[] {
  const squares = [...layer.pieces].sort(([a], [b]) => (a < b ? -1 : 1));
  return [...squares.map(([square, mark]) => d.word(square, mark)), ...d.handWords(layer.hands)];
}

function boardWords(d: Dialect, s: Setup): string[] {
  const words = s.whole ? [`${s.turn ? 'sfen' : 'board'} "${d.position(s)}"`]
    : s.region && d.pattern ? [`pattern "${d.pattern(s)}"`] : layerWords(d, s.look);
  const either = layerWords(d, s.either);
  if (either.length === 1) words.push(either[0]);
  else if (either.length) words.push(`(${either.join(' or ')})`);
  words.push(...layerWords(d, s.never).map((w) => `not ${w}`));
  if (s.turn && !s.whole) words.push(d.turnWord(s.turn));
  return words;
}

function wrap(words: string, symmetry: Symmetry, d: Dialect): string {
  switch (symmetry) {
    case 'flip': return `either(${words})`;
    case 'mirror': return `(${words} or mirror(${words}))`;
    case 'turn': return `sym(${words})`;
    case 'all': return d.symmetries.includes('turn') ? `either(sym(${words}))` : `sym(${words})`;
    default: return words;
  }
}

export function toQuery(d: Dialect, s: Setup): string {
  const units = s.complex ? [s.rest].filter(Boolean) : unitsOf(s.rest);
  const turned = s.symmetry && !s.complex ? units.filter((u) => isSided(u) && isPlain(u)) : [];
  const board = [...boardWords(d, s), ...turned].join(' ');
  const words: string[] = [];
  if (board && !s.whole && s.size !== d.size) words.push(d.sizeWord(s.size));
  if (board) words.push(wrap(board, s.symmetry, d));
  if (s.complex && s.rest) words.push(words.length ? `(${s.rest})` : s.rest);
  else words.push(joinUnits(units.filter((u) => !turned.includes(u))));
  return words.filter(Boolean).join(' ');
}

/* --- From text ---------------------------------------------------------------------------------- */

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

export const JOINS = /^(or|then|never)$|^(then|for)[<>=]/;

/* The inside of "name(…)" if the word is just that. */
export function inside(word: string, name: string): string | undefined {
  return word.startsWith(`${name}(`) && word.endsWith(')') ? word.slice(name.length + 1, -1).trim() : undefined;
}

/* "(a or b or c)", "{a,b,c}" of simple words: the Or board. */
function showEither(d: Dialect, s: Setup, word: string): boolean {
  const words = alternativesOf(word);
  if (!words || !layerIsEmpty(s.either)) return false;
  const layer = emptyLayer();
  if (!words.every((w) => d.show(layer, w))) return false;
  s.either = layer;
  return true;
}

/* sfen "…" or board "…", with all its fields. */
function showWhole(d: Dialect, s: Setup, kind: string, quoted: string | undefined): boolean {
  if (!quoted?.startsWith('"') || !layerIsEmpty(s.look) || s.whole) return false;
  const found = d.fromPosition(quoted.slice(1, -1));
  if (!found) return false;
  s.look = found.look;
  s.turn = kind === 'sfen' ? found.turn : '';
  s.size = found.size;
  s.whole = true;
  return true;
}

/* pattern "…", if nothing else is on the board. */
function showDrawn(d: Dialect, s: Setup, quoted: string | undefined): boolean {
  if (!d.showPattern || !quoted?.startsWith('"') || !layerIsEmpty(s.look) || s.whole || s.region) return false;
  return d.showPattern(s, quoted.slice(1, -1));
}

/* Shows words on the boards; returns those that can't be. */
function showWords(d: Dialect, s: Setup, words: string[]): string[] {
  const rest: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const size = d.readSize(word);
    if (word === 'not') {
      if (!d.show(s.never, words[++i] ?? '')) rest.push(word, words[i] ?? '');
    } else if (/^(sfen|board|like|pattern)$/.test(word)) {
      const shown = word === 'pattern' ? showDrawn(d, s, words[i + 1]) : word !== 'like' && showWhole(d, s, word, words[i + 1]);
      if (!shown) rest.push(word, words[i + 1] ?? '');
      i++;
    } else if (size !== undefined && !s.whole) {
      s.size = size;
    } else if ((word === d.turnWord('s') || word === d.turnWord('g')) && !s.turn && !s.whole) {
      s.turn = word === d.turnWord('s') ? 's' : 'g';
    } else if (s.whole || s.region || !d.show(s.look, word)) {
      if (!showEither(d, s, word)) rest.push(word);
    }
  }
  return rest;
}

/* "sym(…)" and the like around words that all can be shown. */
function unwrap(d: Dialect, word: string): { symmetry: Symmetry; words: string } | undefined {
  const either = inside(word, 'either'), sym = inside(word, 'sym'), plain = inside(word, '');
  const orientations = d.symmetries.includes('turn');
  if (either !== undefined) {
    const both = orientations ? inside(either, 'sym') : undefined;
    return both !== undefined ? { symmetry: 'all', words: both } : { symmetry: 'flip', words: either };
  }
  if (sym !== undefined) return { symmetry: orientations ? 'turn' : 'all', words: sym };
  const half = plain?.match(/^(.*) or mirror\((.*)\)$/);
  return half && half[1] === half[2] ? { symmetry: 'mirror', words: half[1] } : undefined;
}

export function fromQuery(d: Dialect, text: string): Setup {
  const words = splitWords(text);
  const s = emptySetup(d.size);
  if (words.some((w) => JOINS.test(w))) {
    s.rest = text.trim();
    s.complex = true;
    return s;
  }
  const at = words.findIndex((w) => unwrap(d, w));
  const wrapped = at < 0 ? undefined : unwrap(d, words[at]);
  if (wrapped && d.symmetries.includes(wrapped.symmetry)) {
    const around = [...words.slice(0, at), ...words.slice(at + 1)];
    const size = around.map((w) => d.readSize(w)).find((n) => n !== undefined);
    const others = around.filter((w) => d.readSize(w) === undefined);
    const probe = emptySetup(d.size);
    if (size) s.size = size;
    const left = showWords(d, probe, others), outer = unitsOf(others.join(' '));
    const alone = left.length === others.length && !outer.some((u) => isSided(u) && isPlain(u)); // nothing else for the boards
    const insideWords = splitWords(wrapped.words), inner = alone ? unitsOf(showWords(d, s, insideWords).join(' ')) : [];
    if (alone && !insideWords.some((w) => JOINS.test(w)) && inner.every((u) => isSided(u) && isPlain(u))) {
      s.symmetry = wrapped.symmetry;
      s.rest = joinUnits([...inner, ...outer]);
      return s;
    }
  }
  const plain = emptySetup(d.size);
  plain.rest = showWords(d, plain, words).join(' ').trim();
  return plain;
}

/* A bare position, as people paste it, becomes a question; undefined: it is none. */
export function pastedPosition(d: Dialect, text: string): Setup | undefined {
  return d.fromPosition(text.trim());
}

/* --- Changes ------------------------------------------------------------------------------------ */

export const other = (c: Color): Color => (c === 's' ? 'g' : 's');

function changeLayer(s: Setup, d: Dialect, layer: Layer, mirror: boolean): Layer {
  const changed = emptyLayer();
  for (const [square, mark] of layer.pieces) {
    const color = mirror || mark.kind === 'empty' || mark.kind === 'stones' ? mark.color : other(mark.color);
    changed.pieces.set(d.image(s, square, mirror), { kind: mark.kind, color });
  }
  changed.hands = mirror ? { s: new Map(layer.hands.s), g: new Map(layer.hands.g) } : { s: new Map(layer.hands.g), g: new Map(layer.hands.s) };
  return changed;
}

/* The boards given to the other player (in shogi turned round, too), or mirrored left to right. */
export function changeSides(d: Dialect, s: Setup, mirror: boolean): Setup {
  const changed: Setup = { ...s, region: mirror ? s.region.split('..').filter(Boolean).map((p) => d.image(s, p, true)).join('..') : s.region, turn: mirror || !s.turn ? s.turn : other(s.turn) };
  for (const name of LAYERS) changed[name] = changeLayer(s, d, s[name], mirror);
  return changed;
}
