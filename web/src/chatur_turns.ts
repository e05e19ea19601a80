/* chatur_turns.ts: what was played next in the games of chaturanga that were found: moves of the pieces on the board, whatever
 * was rolled; without pieces, whole turns with their dice. */
import type { MovesAnswer, NextMove } from './api';
import type { Disc } from './board';
import { armySign, colourName, DIE_OF, kindText, stepsOf, type Piece } from './board_chatur';
import { die } from './dice';
import { h, replace } from './dom';
import { count, texts } from './i18n';
import { turned, type Asked } from './editor_chatur';
import { letterDisc } from './parts';

const t = texts({
  next: 'Next turn', whatever: 'whatever was rolled', ofSeat: '{0}’s moves, whatever was rolled', turn: 'turn', games: '{0} turns', one: '1 turn', rest: 'another piece, or a pass', noPiece: 'no {0}', none: 'none of these', passes: 'pass', home: 'back home', throne: 'to the throne of {0}', middle: 'to the middle', note: 'A turn of a game counts once, however often it was repeated there with the same dice.',
}, {
  next: '次の手番', whatever: '目によらず', ofSeat: '{0}の手（目によらず）', turn: '手', games: '{0} 手', one: '1 手', rest: '別の駒かパス', noPiece: '{0}以外', none: 'これら以外', passes: 'パス', home: '元のマスへ', throne: '{0}の王座へ', middle: '中央へ', note: '同じ対局で同じ目の同じ手が繰り返されても一度だけ数えます。',
});

const SHOWN = 8;
const HOMES: Record<string, string> = { B: 'a1', H: 'b1', E: 'c1', R: 'd1' };
const THRONES = ['d1', 'a5', 'e8', 'h4'];

interface Move { step: string; piece: Piece; turns: number }
export interface Turns { moves: Move[]; rest: number; restRow: boolean }

/* Moves of the pieces that were asked for, turned back where the query holds in any quarter. */
export function turnsOf(answer: MovesAnswer, asked: Asked): Turns {
  const moves = new Map<string, Move>();
  let rest = 0;
  const seats = new Set([...asked.pieces.values()].map((p) => p.colour));
  for (const m of answer.moves) {
    const found = (asked.quarters ? [0, 1, 2, 3] : [0]).flatMap((k) => stepsFrom(m, asked, k));
    for (const [step, piece] of found) {
      const there = moves.get(step);
      if (there) there.turns += m.games;
      else moves.set(step, { step, piece, turns: m.games });
    }
    if (found.length === 0 && (asked.quarters || seats.has(m.seat))) rest += m.games;
  }
  return { moves: [...moves.values()].sort((a, b) => b.turns - a.turns), rest, restRow: rest > 0 };
}

/* The first move of each piece of the board in that turn, if the position had been turned by so many quarters. */
function stepsFrom(m: NextMove, asked: Asked, quarters: number): [string, Piece][] {
  const seat = (m.seat - quarters + 4) % 4;
  return stepsOf(m.move).map((step) => turned(step.slice(0, 2), 4 - quarters) + turned(step.slice(2), 4 - quarters))
    .flatMap((step): [string, Piece][] => {
      const piece = asked.pieces.get(step.slice(0, 2));
      return piece && piece.colour === seat && fits(piece.kind, step, m.move) ? [[step, piece]] : [];
    }).slice(0, 2);
}

/* Whether a piece of that kind moves so with that roll: another one may have stood there in a game that has the position in
 * another quarter. */
function fits(kind: string, step: string, move: string): boolean {
  const dx = Math.abs(step.charCodeAt(0) - step.charCodeAt(2)), dy = Math.abs(step.charCodeAt(1) - step.charCodeAt(3));
  const ways: Record<string, boolean> = { B: dx === 2 && dy === 2, H: dx * dy === 2, E: dx === 0 || dy === 0, R: dx <= 1 && dy <= 1, P: dx <= 1 && dy <= 1, '?': true };
  const sums: Record<string, string> = { E: '22', R: '23 32', P: '23 32' };
  return ways[kind] && (kind === '?' || move.slice(0, 2).includes(DIE_OF[kind]) || !!sums[kind]?.includes(move.slice(0, 2)));
}

const letterOf = (i: number): string => String.fromCharCode(97 + i);

export function chaturDiscs({ moves }: Turns): Disc[] {
  const discs: Disc[] = [];
  moves.slice(0, SHOWN).forEach(({ step }, i) => {
    if (!discs.some((d) => d.at === step.slice(2))) discs.push({ at: step.slice(2), letter: letterOf(i) });
  });
  return discs;
}

/* Where it goes, if that place has a name. */
function placeWords({ step, piece }: Move): string {
  const to = step.slice(2), throne = THRONES.indexOf(to);
  if (HOMES[piece.kind] && turned(HOMES[piece.kind], piece.colour) === to) return t('home');
  if (throne >= 0) return t('throne', colourName(throne));
  return /^[de][45]$/.test(to) ? t('middle') : '';
}

const turnsText = (n: number): string => (n === 1 ? t('one') : t('games', count(n)));

function moveRow(m: Move, i: number, several: boolean, hover: (squares: string[]) => void): HTMLElement {
  const row = h('li', { class: 'turn-move', 'data-move': m.step }, letterDisc(letterOf(i)), h('span', {}, several && armySign(m.piece.colour, false, true), several && ' ', h('b', {}, `${m.step.slice(0, 2)}–${m.step.slice(2)}`)), h('span', { class: 'soft cut' }, placeWords(m)), h('span', { class: 'number' }, turnsText(m.turns)));
  row.addEventListener('pointerenter', () => hover([m.step.slice(0, 2), m.step.slice(2)]));
  row.addEventListener('pointerleave', () => hover([]));
  return row;
}

function wholeRow(m: NextMove): HTMLElement {
  const words = stepsOf(m.move).map((s) => `${s.slice(0, 2)}–${s.slice(2)}`).join(', ') || t('passes');
  return h('li', { class: 'turn-move whole', 'data-move': m.move }, armySign(m.seat, false, true), h('span', { class: 'small-dice' }, die(m.move[0]), die(m.move[1])), h('b', { class: 'cut' }, words), h('span', { class: 'number' }, turnsText(m.games)));
}

/* Fills the place; returns the letters for the board. */
export function showTurns(place: HTMLElement, answer: MovesAnswer, asked: Asked, hover: (squares: string[]) => void): Disc[] {
  const seats = [...new Set([...asked.pieces.values()].map((p) => p.colour))];
  const head = h('div', { class: 'h2' }, h('h2', { id: 'moves-title', title: t('note') }, t('next')), h('span', { class: 'end t1 faint' }, asked.pieces.size === 0 ? '' : seats.length === 1 && !asked.quarters ? t('ofSeat', colourName(seats[0])) : t('whatever')));
  if (asked.pieces.size === 0) {
    replace(place, head, h('ol', { class: 'list' }, answer.moves.slice(0, SHOWN).map(wholeRow)));
    return [];
  }
  const turns = turnsOf(answer, asked), kinds = [...new Set([...asked.pieces.values()].map((p) => p.kind))];
  const rest = turns.restRow && h('li', { class: 'turn-move' }, h('span'), h('b', {}, kinds.length === 1 && kinds[0] !== '?' ? t('noPiece', kindText(kinds[0])) : t('none')), h('span', { class: 'soft cut' }, t('rest')), h('span', { class: 'number' }, turnsText(turns.rest)));
  replace(place, head, h('ol', { class: 'list' }, turns.moves.slice(0, SHOWN).map((m, i) => moveRow(m, i, seats.length > 1, hover)), rest));
  return chaturDiscs(turns);
}
