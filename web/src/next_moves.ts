/* next_moves.ts: what was played next, as a table with bars, and as arrows for a board. */
import type { MovesAnswer, NextMove } from './api';
import type { Arrow } from './board';
import { scoreBar, shareBar } from './bars';
import { colourName } from './board_chatur';
import { h } from './dom';
import { count, percent, sideMark, t as common, texts } from './i18n';
import { moveText } from './notation';
import { pointOfMove } from './setup_go';
import { squaresOf } from './setup_shogi';
import type { Mark } from './setup';

const t = texts({
  move: 'Move', games: 'Games', winRate: 'Mover’s score', last: 'Last', transposed: '{0} by another order of moves', elsewhere: 'elsewhere', passes: 'passes',
}, { move: '指し手', games: '対局', winRate: '勝率', last: '最近', transposed: '別の手順から {0}', elsewhere: '手抜き', passes: 'パス' });

export interface MoveTableOptions {
  isShogi: boolean;
  pieces: Map<string, Mark>; // of the board, which says what moves
  follow?: (m: NextMove) => void; // a move can be played on the board
  shown?: number; // rows before "more"
  hover?: (m: NextMove | undefined) => void;
}

export function nextMoveText(m: NextMove, options: MoveTableOptions): string {
  if (options.isShogi) return `${sideMark(m.seat === 1 ? 'g' : 's')}${moveText(m.move, options.pieces)}`;
  const turn = m.move.match(/^([1-6])([1-6]) (.*)/); // of chaturanga: dice, then steps
  if (turn) return `${colourName(m.seat)} ${turn[1]}-${turn[2]}: ${turn[3] === '-' ? t('passes') : turn[3].replace(/([a-h]\d)([a-h]\d)/g, '$1–$2')}`;
  const point = m.move.match(/^([BW])\[(.*)\]$/);
  return point ? `${sideMark(point[1] === 'W' ? 'g' : 's')} ${point[2]}` : m.move === 'elsewhere' ? t('elsewhere') : m.move;
}

/* Of a partial position a game may know several next moves: shares then add up to more than 1. */
function moveRow(m: NextMove, hidden: boolean, options: MoveTableOptions): HTMLTableRowElement {
  const text = nextMoveText(m, options);
  return h('tr', { hidden, onpointerenter: () => options.hover?.(m), onpointerleave: () => options.hover?.(undefined) },
    h('th', { scope: 'row' }, options.follow
      ? h('button', { type: 'button', class: 'link', 'data-move': m.move, onclick: () => options.follow!(m) }, text) : text),
    h('td', { title: m.transposed ? t('transposed', count(m.transposed)) : undefined },
      shareBar(m.share), h('span', { class: 'number' }, `${count(m.games)} `, h('small', {}, `${percent(m.share)} %${m.transposed ? ` ⇄ ${count(m.transposed)}` : ''}`))),
    h('td', {}, scoreBar(m)),
    h('td', { class: 'number' }, m.last ? String(m.last) : ''));
}

export function moveTable({ moves }: MovesAnswer, options: MoveTableOptions): HTMLElement {
  const shown = options.shown ?? 12;
  const rows = moves.map((m, i) => moveRow(m, i >= shown, options));
  const more = h('button', { type: 'button', class: 'more', onclick: () => {
    for (const row of rows) row.hidden = false;
    rows[shown]?.querySelector<HTMLElement>('button')?.focus();
    more.remove();
  } }, common('more'));
  const dated = moves.some((m) => m.last);
  return h('div', {}, h('table', { class: dated ? 'moves' : 'moves undated' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('move')), h('th', { scope: 'col' }, t('games')),
      h('th', { scope: 'col' }, t('winRate')), h('th', { scope: 'col' }, dated ? t('last') : ''))), h('tbody', {}, rows)),
    moves.length > shown && more);
}

/* The most frequent moves on the board. */
export function moveArrows(answer: MovesAnswer | undefined, isShogi: boolean, most = 6): Arrow[] {
  const arrows: Arrow[] = [];
  for (const m of answer?.moves.slice(0, most) ?? []) {
    if (m.share < 0.02 && arrows.length) break;
    const squares = isShogi ? squaresOf(m.move) : [pointOfMove(m.move)].filter((p): p is string => !!p);
    const to = squares.at(-1);
    if (!to) continue;
    arrows.push({
      from: squares.length > 1 ? squares[0] : undefined, to, weight: Math.min(1, m.share), score: surely(m),
      text: isShogi ? (m.move[1] === '*' ? m.move[0] : undefined) : percent(m.share),
    });
  }
  return arrows;
}

/* A score that is surely on one side of a half; otherwise none. */
function surely(m: NextMove): number | null {
  return m.score !== null && m.low !== null && m.high !== null ? (m.low > 0.5 || m.high < 0.5 ? m.score : 0.5) : null;
}
