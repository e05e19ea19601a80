/* chatur_roll.ts: what a roll moves, piece by piece with every square; before the dice, which die moves what. */
import { armySign, colourName, DIE_OF, kindText, pieceIcon, type Piece } from './board_chatur';
import { die } from './dice';
import { h, replace } from './dom';
import { texts } from './i18n';

const t = texts({
  title: 'What this roll moves', second: 'What the second move may be', turns: '{0} turns, passing among them', turnsNoPass: '{0} turns', legend: 'What the dice move', takes: '{0} takes', nothing: 'Nothing can move.', several: '{0}s',
  B: 'two squares diagonally, over any piece', H: 'as a knight in chess', E: 'any distance along ranks and files', R: 'one square in any direction', P: 'one square ahead; captures diagonally', sum: 'the sum',
}, {
  title: 'この目で動かせる駒', second: '二手目に動かせる駒', turns: '全 {0} 通り（パスを含む）', turnsNoPass: '全 {0} 通り', legend: '目と駒', takes: '{0} で取る', nothing: '動かせる駒がありません。', several: '{0}',
  B: '斜めに二マス、駒を飛び越す', H: 'チェスのナイトと同じ', E: '縦横にどこまでも', R: '全方向に一マス', P: '前に一マス、取るときは斜め前', sum: '目の和',
});

/* The dice of a roll that a kind uses: one of them, or both by their sum. */
export function diceOf(kind: string, left: string): string {
  return left.includes(DIE_OF[kind]) ? DIE_OF[kind] : left;
}

/* The dice that are left after moves of these kinds. */
export function diceLeft(roll: string, kinds: string[]): string {
  let left = roll;
  for (const kind of kinds) left = left.includes(DIE_OF[kind]) ? left.replace(DIE_OF[kind], '') : '';
  return left;
}

export interface RollOptions { seat: number; roll?: string; left: string; steps: string[]; pieces: Map<string, Piece>; turns: number; pass: boolean; second: boolean; take: (step: string) => void; point: (step?: string) => void }

/* A square to go to; what is taken there is named. */
function target(step: string, several: boolean, o: RollOptions): HTMLElement {
  const from = step.slice(0, 2), to = step.slice(2), taken = o.pieces.get(to), words = several ? `${from}–${to}` : to;
  const el = h('button', { type: 'button', class: taken ? 'to takes' : 'to', 'data-step': step, onclick: () => o.take(step) },
    taken ? [t('takes', words), ' ', armySign(taken.colour, false, true), ' ', kindText(taken.kind)] : words);
  for (const event of ['pointerenter', 'focus']) el.addEventListener(event, () => o.point(step));
  for (const event of ['pointerleave', 'blur']) el.addEventListener(event, () => o.point());
  return el;
}

/* Pieces of a kind, those that take first. */
function kindRow(kind: string, steps: string[], o: RollOptions): HTMLElement {
  const froms = [...new Set(steps.map((s) => s.slice(0, 2)))], several = froms.length > 1;
  const sorted = [...steps].sort((a, b) => Number(o.pieces.has(b.slice(2))) - Number(o.pieces.has(a.slice(2))));
  return h('li', { class: 'roll-row' }, h('span', { class: 'roll-dice' }, [...diceOf(kind, o.left)].map((n) => die(n))), pieceIcon({ colour: o.seat, kind }),
    h('span', {}, h('b', {}, several ? t('several', capital(kindText(kind))) : capital(kindText(kind))), several ? '' : ` ${froms[0]}`), h('span', { class: 'square-list' }, sorted.map((s) => target(s, several, o))));
}

const capital = (word: string): string => word[0].toUpperCase() + word.slice(1);

function legend(seat: number): HTMLElement[] {
  return ['B', 'H', 'E', 'R', 'P'].map((kind) => h('li', { class: 'roll-row' }, h('span', { class: 'roll-dice' }, die(DIE_OF[kind])), pieceIcon({ colour: seat, kind }), h('b', {}, capital(kindText(kind))), h('span', { class: 'soft' }, t(kind as 'B'))));
}

export function showRoll(place: HTMLElement, o: RollOptions): void {
  const kindOf = (step: string): string => o.pieces.get(step.slice(0, 2))?.kind ?? '';
  const kinds = [...new Set(o.steps.map(kindOf))].sort((a, b) => (diceOf(a, o.left) + 'BHERP'.indexOf(a) < diceOf(b, o.left) + 'BHERP'.indexOf(b) ? -1 : 1));
  const head = (title: string, end: string): HTMLElement => h('div', { class: 'h2' }, h('h2', {}, title), h('span', { class: 'end t1 faint' }, end));
  if (!o.roll) return replace(place, head(t('legend'), colourName(o.seat)), h('ul', { class: 'list' }, legend(o.seat)));
  replace(place, head(t(o.second ? 'second' : 'title'), o.second ? '' : t(o.pass ? 'turns' : 'turnsNoPass', o.turns)),
    kinds.length ? h('ul', { class: 'list' }, kinds.map((kind) => kindRow(kind, o.steps.filter((s) => kindOf(s) === kind), o))) : h('p', { class: 'hint' }, t('nothing')));
}
