/* next_moves.ts: what was played next, as a table with bars, and as arrows for a board. */
import type { At, MovesAnswer, NextMove, SideScore } from './api';
import type { Arrow } from './board';
import { scoreBar, shareBar } from './bars';
import { colourName } from './board_chatur';
import { h } from './dom';
import { count, gamesText, percent, sideMark, t as common, texts } from './i18n';
import { moveText } from './notation';
import { pointOfMove } from './setup_go';
import { squaresOf } from './setup_shogi';
import type { Mark } from './setup';

const t = texts({
  move: 'Move', games: 'Games', winRate: 'Mover’s score', ownRate: 'Score of {0}', mover: 'mover: {0} %', last: 'Last', transposed: '{0} by another order of moves', elsewhere: 'elsewhere', passes: 'passes',
  few: '{0} of {1} points', when: 'Count moves', at_first: 'when the shape arises', at_every: 'while it stands', at_last: 'at its last move',
  places: 'Tenuki went to {0}', later: 'Later at the shape: {0}', after: '{0} ({1}, {2} moves later on average)', placed: '{0} ({1})',
}, {
  move: '指し手', games: '対局', winRate: '勝率', ownRate: '{0}の勝率', mover: '指した側 {0} %', last: '最近', transposed: '別の手順から {0}', elsewhere: '手抜き', passes: 'パス',
  few: '{1} 局で {0} 点', when: '数える時', at_first: '形ができた時', at_every: '形がある間', at_last: '形の最後',
  places: '手抜きの先: {0}', later: '後でこの形に: {0}', after: '{0}（{1}、平均 {2} 手後）', placed: '{0}（{1}）',
});

const PLACES = 5; // of tenuki that are named
const FEW = 5; // games, below which there is no bar

/* Which plies of a partial position count. */
export function atChoice(now: At, choose: (at: At) => void): HTMLElement {
  const select = h('select', { id: 'at', class: 'small', 'aria-label': t('when'), onchange: () => choose(select.value as At) },
    (['first', 'every', 'last'] as const).map((at) => h('option', { value: at, selected: at === now }, t(`at_${at}`))));
  return select;
}

export interface MoveTableOptions {
  isShogi: boolean;
  pieces: Map<string, Mark>; // of the board, which says what moves
  follow?: (m: NextMove) => void; // a move can be played on the board
  shown?: number; // rows before "more"
  whose?: string; // the side of the query: where rows have its score, that is shown
  hover?: (m: NextMove | undefined) => void;
}

export function nextMoveText(m: NextMove, options: MoveTableOptions): string {
  if (options.isShogi) return `${sideMark(m.seat === 1 ? 'g' : 's')}${moveText(m.move, options.pieces)}`;
  const turn = m.move.match(/^([1-6])([1-6]) (.*)/); // of chaturanga: dice, then steps
  if (turn) return `${colourName(m.seat)} ${turn[1]}-${turn[2]}: ${turn[3] === '-' ? t('passes') : turn[3].replace(/([a-h]\d)([a-h]\d)/g, '$1–$2')}`;
  const point = m.move.match(/^([BW])\[(.*)\]$/);
  if (point) return `${sideMark(point[1] === 'W' ? 'g' : 's')} ${point[2]}`;
  return m.move === 'elsewhere' ? `${m.near === undefined ? '' : `${sideMark(m.seat === 1 ? 'g' : 's')} `}${t('elsewhere')}` : m.move;
}

/* Where a tenuki went, and what was played at the shape when somebody came back. */
function tenukiRow(m: NextMove, hidden: boolean): HTMLTableRowElement | undefined {
  const at = (move: string): string => pointOfMove(move) ?? move;
  const places = m.places?.slice(0, PLACES).map((p) => t('placed', at(p.move), gamesText(p.games))) ?? [];
  const later = m.later?.slice(0, PLACES).map((p) => t('after', at(p.move), gamesText(p.games), p.plies.toFixed(0))) ?? [];
  if (!places.length && !later.length) return undefined;
  return h('tr', { class: 'tenuki', hidden }, h('td', { colspan: 4 }, places.length > 0 && h('p', {}, t('places', places.join(' · '))),
    later.length > 0 && h('p', {}, t('later', later.join(' · ')))));
}

/* Of a few games a rate says nothing. */
function ownCell(own: SideScore, m: NextMove): HTMLElement {
  const known = own.wins + own.losses + own.draws;
  const cell = known === 0 || known >= FEW ? scoreBar(own) : h('span', { class: 'unknown number' }, t('few', own.wins + own.draws / 2, known));
  if (m.score !== null) cell.title = [cell.title, t('mover', percent(m.score))].filter(Boolean).join(', ');
  return cell;
}

function scoreCell(m: NextMove): HTMLElement {
  const known = m.wins.reduce((a, b) => a + b, 0) + m.draws;
  if (known === 0 || known >= FEW || m.wins.length > 2) return scoreBar(m);
  return h('span', { class: 'unknown number' }, t('few', m.wins[m.seat] + m.draws / 2, known));
}

/* Where every ply counts a game may know several next moves: shares then add up to more than 1. */
function moveRow(m: NextMove, hidden: boolean, options: MoveTableOptions): HTMLTableRowElement {
  const text = nextMoveText(m, options);
  return h('tr', { hidden, onpointerenter: () => options.hover?.(m), onpointerleave: () => options.hover?.(undefined) },
    h('th', { scope: 'row' }, options.follow
      ? h('button', { type: 'button', class: 'link', 'data-move': m.move, onclick: () => options.follow!(m) }, text) : text),
    h('td', { title: m.transposed ? t('transposed', count(m.transposed)) : undefined },
      shareBar(m.share), h('span', { class: 'number' }, `${count(m.games)} `, h('small', {}, `${percent(m.share)} %${m.transposed ? ` ⇄ ${count(m.transposed)}` : ''}`))),
    h('td', {}, options.whose && m.own ? ownCell(m.own, m) : scoreCell(m)),
    h('td', { class: 'number' }, m.last ? String(m.last) : ''));
}

export function moveTable({ moves }: MovesAnswer, options: MoveTableOptions): HTMLElement {
  const shown = options.shown ?? 12;
  const rows = moves.flatMap((m, i) => {
    const hidden = i >= shown && m.near !== false; // tenuki ends the list, and is always there
    return [moveRow(m, hidden, options), tenukiRow(m, hidden)].filter((row) => row !== undefined);
  });
  const more = h('button', { type: 'button', class: 'more', onclick: () => {
    const first = rows.find((row) => row.hidden);
    for (const row of rows) row.hidden = false;
    first?.querySelector<HTMLElement>('button')?.focus();
    more.remove();
  } }, common('more'));
  const dated = moves.some((m) => m.last);
  const owned = options.whose && moves.some((m) => m.own);
  return h('div', {}, h('table', { class: dated ? 'moves' : 'moves undated' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('move')), h('th', { scope: 'col' }, t('games')),
      h('th', { scope: 'col' }, owned ? t('ownRate', options.whose!) : t('winRate')), h('th', { scope: 'col' }, dated ? t('last') : ''))), h('tbody', {}, rows)),
    rows.some((row) => row.hidden) && more);
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
      text: isShogi ? (m.move[1] === '*' ? m.move[0] : undefined) : (100 * m.share).toFixed(0),
    });
  }
  return arrows;
}

/* A score that is surely on one side of a half; otherwise none. */
function surely(m: NextMove): number | null {
  return m.score !== null && m.low !== null && m.high !== null ? (m.low > 0.5 || m.high < 0.5 ? m.score : 0.5) : null;
}
