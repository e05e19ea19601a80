/* shape_rows.ts: next moves of a search as rows: the letter that the board has, the move, games, and the score of the query's
 * side (of a whole position, the mover's). */
import type { At, MovesAnswer, NextMove } from './api';
import type { Disc } from './board';
import { h, replace } from './dom';
import { count, percent, texts } from './i18n';
import { nextMoveText, type MoveTableOptions } from './next_moves';
import { icon, letterDisc, scoreWords, sideSign, wdl, type Outcome } from './parts';
import { fromDiagram, pointOfMove } from './setup_go';
import { squaresOf } from './setup_shogi';
import type { Mark, Setup } from './setup';
import { site } from './site';

const t = texts({
  next: 'Next move', when: 'Count moves', at_first: 'when the shape first stands', at_every: 'while it stands', at_last: 'at its last move', position: 'in this position', move: 'move', games: 'games', won: '{0} won', moverWon: 'mover won', few: '{0} of {1} · too few', none: 'no result known',
  once: '{0} moves played once each', fewer: '{0} more moves', transposed: '{0} by another order of moves', places: 'Tenuki went to {0}', later: 'Later at the shape: {0}', after: '{0} ({1}, {2} moves later)', add: 'Add {0} to the position', moved: 'Next moves of {0}',
}, {
  next: '次の一手', when: '数える時', at_first: '形ができた時', at_every: '形がある間', at_last: '形の最後', position: 'この局面で', move: '指し手', games: '対局', won: '{0}の勝率', moverWon: '指した側の勝率', few: '{1} 局中 {0} 勝', none: '結果不明',
  once: '一局だけの手 {0} 種', fewer: 'ほか {0} 種', transposed: '別の手順から {0}', places: '手抜きの先: {0}', later: '後でこの形に: {0}', after: '{0}（{1}、{2} 手後）', add: '{0}を局面に加える', moved: '{0}の次の一手',
});

const SHOWN = 8, DISCS = 8, PLACES = 5;

export interface ShapeRowsOptions { at?: At; setAt: (at: At) => void; whose?: string; setup?: Setup; pieces?: Map<string, Mark>; follow?: (m: NextMove) => void; hover: (squares: string[]) => void; sample?: string; more?: (moves: NextMove[], names: Map<string, HTMLElement>, trends: Map<string, HTMLElement>, years: HTMLElement, words: (m: NextMove) => string) => void; mover?: (m: NextMove) => Promise<Mark | undefined> }

const letterOf = (i: number): string => String.fromCharCode((site.game === 'go' ? 65 : 97) + i);

/* Where a move goes on the board as it is drawn. */
function targetOf(m: NextMove, setup: Setup | undefined): string | undefined {
  if (site.game === 'shogi') return squaresOf(m.move).at(-1);
  const point = pointOfMove(m.move);
  return point && setup ? fromDiagram(setup, point) : undefined;
}

const isPlace = (m: NextMove): boolean => m.near !== false && m.move !== 'elsewhere';

/* Rows that stand by themselves: what was played more than once, or all where everything was played once. */
function rowsOf({ moves }: MovesAnswer): { shown: NextMove[]; rest: NextMove[]; tenuki: NextMove[] } {
  const near = moves.filter(isPlace), tenuki = moves.filter((m) => !isPlace(m)), often = near.filter((m) => m.games > 1);
  const n = Math.min(SHOWN, often.length >= 2 ? often.length : 4);
  return { shown: near.slice(0, n), rest: near.slice(n), tenuki };
}

/* Letters for the board: what was played often stands out. */
export function discsOf(answer: MovesAnswer | undefined, setup: Setup | undefined): Disc[] {
  if (!answer) return [];
  const discs: Disc[] = [], taken = new Map<string, Disc>();
  rowsOf(answer).shown.slice(0, DISCS).forEach((m, i) => {
    const at = targetOf(m, setup);
    if (!at || (site.game === 'shogi' && m.games < 3 && answer.moved > 3)) return;
    const there = taken.get(at), disc: Disc = { at, letter: letterOf(i), thin: isThin(m, answer) };
    if (there?.off) return; // a third one
    if (there) [there.off, disc.off] = [[-0.26, 0], [0.26, 0]]; // two pieces go there
    taken.set(at, there ?? disc);
    discs.push(disc);
  });
  return discs;
}

const isThin = (m: NextMove, answer: MovesAnswer): boolean => m.games < 3 || m.share < Math.min(0.06, 3 / Math.max(1, answer.moved) + 0.02);

function outcomeOf(m: NextMove, own: boolean): Outcome | undefined {
  if (own && m.own) return m.own;
  if (m.wins.length > 2) return undefined;
  return { wins: m.wins[m.seat], draws: m.draws, losses: m.wins[1 - m.seat] };
}

function scoreCell(m: NextMove, own: boolean): HTMLElement {
  const outcome = outcomeOf(m, own);
  const known = outcome ? outcome.wins + outcome.draws + outcome.losses : 0;
  if (!outcome || known === 0) return h('span', { class: 'score-cell t1 faint' }, t('none'));
  const { rate, interval } = scoreWords(outcome);
  if (known < 5) return h('span', { class: 'score-cell t1 faint' }, t('few', count(outcome.wins), count(known)));
  return h('span', { class: 'score-cell t1' }, h('span', {}, h('b', {}, rate), ' ', h('span', { class: 'soft' }, interval)), wdl(outcome, { height: 6, whisker: 7 }));
}

const wordsOf = (m: NextMove, text: MoveTableOptions): string => nextMoveText(m, text).replace(/^[☗☖●○]\s*/, '');

/* Names and trends of moves, which come later, by move and side; where there is width for them. */
interface Later { names: Map<string, HTMLElement>; trends: Map<string, HTMLElement> }

function moveRow(m: NextMove, i: number | undefined, answer: MovesAnswer, o: ShapeRowsOptions, text: MoveTableOptions, later?: Later): HTMLElement {
  const key = m.move + m.seat, called = h('span', { class: 'leads cut soft' }), trend = h('span', { class: 'trend-cell' });
  later?.names.set(key, called);
  later?.trends.set(key, trend);
  const words = wordsOf(m, text), name = h('b', {}, words), at = targetOf(m, o.setup);
  const squares = site.game === 'shogi' ? squaresOf(m.move) : at ? [at] : [];
  const cells = [i === undefined ? h('span') : letterDisc(letterOf(i), isThin(m, answer)),
    h('span', { class: 'move' }, site.game !== 'chaturanga' && sideSign(m.seat === 1 ? 'g' : 's'), ' ', name),
    called,
    h('span', { class: 'number', title: m.transposed ? t('transposed', count(m.transposed)) : undefined }, count(m.games), ' ', h('small', { class: 'faint' }, `${percent(m.share)} %`)),
    scoreCell(m, !!o.whose), trend];
  const row = o.follow && (o.setup?.whole || squares.length) ? h('button', { type: 'button', class: 'next-row', 'data-move': m.move, title: t('add', words), onclick: () => o.follow!(m) }, cells)
    : h('div', { class: 'next-row', 'data-move': m.move }, cells);
  const from = squares.length > 1 ? squares[0] : undefined;
  if (from && o.mover && text.isShogi && !text.pieces.has(from)) void o.mover(m).then((mark) => {
    if (!mark) return;
    const now = wordsOf(m, { ...text, pieces: new Map(text.pieces).set(from, mark) });
    name.textContent = now;
    if (row.title) row.title = t('add', now);
  }, () => {});
  row.addEventListener('pointerenter', () => o.hover(squares));
  row.addEventListener('pointerleave', () => o.hover([]));
  return h('li', {}, row);
}

/* Where a tenuki went, and what was played at the shape when somebody came back. */
function tenukiWords(m: NextMove): HTMLElement | false {
  const at = (move: string): string => `${move.startsWith('W') ? '○' : '●'}${pointOfMove(move) ?? move}`;
  const places = m.places?.slice(0, PLACES).map((p) => `${pointOfMove(p.move) ?? p.move} (${count(p.games)})`) ?? [];
  const later = m.later?.slice(0, PLACES).map((p) => t('after', at(p.move), count(p.games), p.plies.toFixed(0))) ?? [];
  return places.length + later.length > 0 && h('li', { class: 'tips tenuki' }, places.length > 0 && h('p', {}, t('places', places.join(' · '))), later.length > 0 && h('p', {}, t('later', later.join(' · '))));
}

function atChoice(now: At, choose: (at: At) => void): HTMLElement {
  const select = h('select', { id: 'at', class: 'bare-select', 'aria-label': t('when'), onchange: () => choose(select.value as At) },
    (['first', 'every', 'last'] as const).map((at) => h('option', { value: at, selected: at === now }, t(`at_${at}`))));
  return select;
}

/* Fills the place; without an answer it is empty. */
export function showShapeRows(place: HTMLElement, answer: MovesAnswer, o: ShapeRowsOptions): void {
  const { shown, rest, tenuki } = rowsOf(answer), text: MoveTableOptions = { isShogi: site.game === 'shogi', pieces: o.pieces ?? new Map() };
  const later: Later = { names: new Map(), trends: new Map() }, years = h('span', { class: 'trend-cell' });
  const list = h('ol', { class: 'list next-list' }, shown.map((m, i) => moveRow(m, site.game === 'chaturanga' ? undefined : i, answer, o, text, later)), tenuki.flatMap((m) => [moveRow(m, undefined, answer, o, text), tenukiWords(m)]));
  const once = rest.every((m) => m.games === 1);
  const more = rest.length > 0 && h('button', { type: 'button', class: 'btn bare small more-moves', onclick: () => {
    const rows = rest.map((m) => moveRow(m, undefined, answer, o, text));
    list.append(...rows);
    (more as HTMLElement).remove();
    (rows[0].querySelector<HTMLElement>('button') ?? list).focus();
  } }, t(once ? 'once' : 'fewer', count(rest.length)), icon('down'));
  replace(place, h('div', { class: 'h2' }, h('h2', { id: 'moves-title' }, t('next')), h('span', { class: 'end t1 faint' }, o.at ? atChoice(o.at, o.setAt) : t('position'))),
    o.sample && h('p', { class: 'remark' }, o.sample),
    h('div', { class: 'next-head t1 faint', 'aria-hidden': 'true' }, h('span'), h('span', {}, t('move')), h('span', { class: 'leads' }), h('span', { class: 'number' }, t('games')), h('span', {}, o.whose ? t('won', o.whose) : t('moverWon')), years),
    list, more);
  o.more?.(shown, later.names, later.trends, years, (m) => wordsOf(m, text));
}
