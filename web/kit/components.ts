/* components.ts: components of several parts on the sheet (kit.ts), made by the page's own code of made-up figures. */
import type { Game, Hit, MovesAnswer, NextMove } from '../src/api';
import { armySign } from '../src/board_chatur';
import { ShogiBoard } from '../src/board_shogi';
import { Forest } from '../src/calibrate_forest';
import type { ClassAnswer, CurveJson } from '../src/calibrate_effects';
import { showTeams } from '../src/chatur_teams';
import { Seats } from '../src/chatur_seats';
import type { QueryChip } from '../src/chips';
import { die } from '../src/dice';
import { h } from '../src/dom';
import { GameGraph } from '../src/game_graph';
import { Lines } from '../src/game_lines';
import { MoveList } from '../src/game_moves';
import { HandSlots } from '../src/hand_slots';
import { hitList } from '../src/hits';
import { matrixTable } from '../src/matrix_table';
import type { Cell } from '../src/matrix_groups';
import { sideSign, type ChipLook } from '../src/parts';
import { countedNames } from '../src/counted_names';
import { Picker } from '../src/picker';
import { QueryBar } from '../src/query_bar';
import { showShapeRows } from '../src/shape_rows';
import { site } from '../src/site';
import { Tray } from '../src/tray';
import { spark, TrendChart, type Period } from '../src/trends';
import type { HandCondition, Mark } from '../src/setup';

export type State = [name: string, el: () => HTMLElement, look?: 'wide' | 'whole'];

const nothing = (): void => {};
const put = <T extends Element>(el: T, mark: string): T => {
  (el as unknown as HTMLElement).dataset[mark] = '';
  return el;
};
const within = (...children: (Element | string)[]): HTMLElement => h('div', {}, ...children as HTMLElement[]);

Object.assign(site, { game: 'shogi', games: 2445, names: [
  { group: 'castle', name: 'mino', labels: ['美濃囲い'], query: 's28ou s38gi s49ki s58ki', games: 422 },
  { group: 'castle', name: 'anaguma', labels: ['穴熊'], query: 's19ou s29gi s18ky', games: 301 },
  { group: 'castle', name: 'yagura', labels: ['矢倉囲い'], query: 's88ou s78ki s77gi s67ki', games: 132 },
  { group: 'castle', name: 'millennium', labels: ['ミレニアム'], query: 's89ou s88ki s78gi', games: 0 },
  { group: 'opening', name: 'shiken-bisha', labels: ['四間飛車'], query: 's68hi', games: 88 },
] });

/* --- The query --------------------------------------------------------------------------------------- */

const one = (words: string, content: (Node | string)[], look: ChipLook = ''): QueryChip => ({ look, content, words, squares: [], remove: nothing, key: words });
const CHIPS = (): QueryChip[] => [one('Black mino', [sideSign('s', 'shogi'), 'mino']), one('White anaguma', [sideSign('g', 'shogi'), 'anaguma']), one('since 2020', ['since 2020'])];

let bars = 0; // each has a name of its own
function queryBar(chips: QueryChip[], act: (bar: QueryBar) => void = nothing): HTMLElement {
  const bar = new QueryBar({ onText: nothing, onEnter: nothing, add: () => Promise.resolve(true), remove: nothing, removeLast: nothing, point: nothing, paste: nothing, picker: nothing, saved: { el: h('p', {}, 'saved searches'), load: () => Promise.resolve() }, help: false });
  for (const field of [bar.text, bar.field]) field.removeAttribute('id'); // there are several on the sheet
  bar.el.setAttribute('aria-label', `The query ${++bars}`);
  bar.show(chips);
  act(bar);
  return within(bar.el);
}

const QUERY_BAR: State[] = [
  ['empty', () => queryBar([]), 'whole'], ['chips', () => queryBar(CHIPS()), 'whole'],
  ['typing', () => queryBar(CHIPS(), (bar) => (bar.field.value = 'habu')), 'whole'],
  ['one part to blame', () => queryBar(CHIPS(), (bar) => bar.blame('since 2020')), 'whole'],
  ['text', () => queryBar(CHIPS(), (bar) => {
    bar.text.value = 's.castle:mino g.castle:anaguma date:2020..';
    bar.showText(true);
  }), 'whole'],
  ['a fault', () => {
    const el = queryBar([], (bar) => {
      bar.text.value = 's.castle:mino g.castle:anagma';
      bar.text.setAttribute('aria-invalid', 'true');
      bar.showText(true);
    });
    el.append(h('div', { class: 'answer-head' }, h('div', { class: 'mistake' }, h('code', {}, 's.castle:mino ', h('mark', {}, 'g.castle:anagma')), h('span', {}, 'no castle is called anagma'), h('span', { class: 'meant' }, 'Did you mean ', h('button', { class: 'btn small' }, 'anaguma'), '?'))));
    return el;
  }, 'whole'],
];

const PICKER: State[] = [['castles', () => {
  const picker = new Picker(nothing, nothing);
  picker.el.hidden = false;
  void countedNames().then(() => put(picker.el.querySelectorAll('.card')[1], 'focus')); // after they were put in order
  return within(picker.el);
}, 'whole'], ['nothing has the name', () => {
  const picker = new Picker(nothing, nothing), filter = picker.el.querySelector<HTMLInputElement>('.pick-filter')!;
  picker.el.hidden = false;
  filter.value = 'xyzzy';
  filter.dispatchEvent(new Event('input'));
  for (const el of picker.el.querySelectorAll('[id]')) el.id = `other-${el.id}`;
  for (const el of picker.el.querySelectorAll('[aria-controls]')) el.setAttribute('aria-controls', `other-${el.getAttribute('aria-controls')}`);
  for (const el of picker.el.querySelectorAll('[aria-labelledby]')) el.setAttribute('aria-labelledby', `other-${el.getAttribute('aria-labelledby')}`);
  return within(picker.el);
}, 'whole']];

/* --- The board --------------------------------------------------------------------------------------- */

const MINO = new Map<string, Mark>([['28', 'ou'], ['38', 'gi'], ['49', 'ki'], ['58', 'ki']].map(([at, kind]) => [at, { color: 's', kind }]));
const BEAR = new Map<string, Mark>([['11', 'ou'], ['21', 'gi'], ['12', 'ky']].map(([at, kind]) => [at, { color: 'g', kind }]));

function board(marks: Map<string, Mark>, act: (b: ShogiBoard) => void): HTMLElement {
  const b = new ShogiBoard({ editable: false, label: 'Board', flipped: false });
  b.marks = marks;
  act(b);
  return h('div', { class: 'small-board' }, b.el);
}

const BOARD: State[] = [
  ['must be there', () => board(new Map([...MINO, ...BEAR]), (b) => b.showOver({ groups: [{ squares: [...MINO.keys()], label: 'mino' }, { squares: [...BEAR.keys()], label: 'anaguma' }] })), 'wide'],
  ['another piece may stand there', () => board(MINO, (b) => b.showOver({ groups: [{ squares: [...MINO.keys()], label: 'mino' }], badges: [{ at: '58', mark: { color: 's', kind: 'gi' } }] })), 'wide'],
  ['or, must not', () => board(MINO, (b) => b.showOver({ groups: [{ squares: [...MINO.keys()], label: 'mino', look: 'or' }], either: new Map([['68', { color: 's', kind: 'hi' }], ['78', { color: 's', kind: 'hi' }]]), never: new Map([['84', { color: 'g', kind: 'fu' }]]) })), 'wide'],
  ['pointed at; letters of next moves', () => board(MINO, (b) => b.showOver({ groups: [{ squares: [...MINO.keys()], label: 'mino' }], lit: ['38'], discs: [{ at: '46', letter: 'a' }, { at: '16', letter: 'b', thin: true }] })), 'wide'],
];

function hand(entries: [string, HandCondition][], whole = false, open = false): HTMLElement {
  const slots = new HandSlots('s', { hand: () => new Map(entries), whole: () => whole, set: nothing, bare: nothing, tool: () => undefined });
  slots.show();
  if (open) put(slots.el.querySelector('.slot')!, 'focus');
  return within(slots.el);
}
const HANDS: State[] = [
  ['any', () => hand([]), 'wide'], ['at least one', () => hand([['fu', { op: '>=', n: 1 }]]), 'wide'],
  ['several', () => hand([['hi', { op: '=', n: 1 }], ['fu', { op: '<=', n: 3 }]]), 'wide'], ['of a whole position', () => hand([['ka', { op: '=', n: 1 }]], true), 'wide'],
  ['none at all', () => hand(['fu', 'ky', 'ke', 'gi', 'ki', 'ka', 'hi'].map((kind) => [kind, { op: '=', n: 0 }])), 'wide'], ['focused', () => hand([], false, true), 'wide'],
];

function tray(isShogi: boolean, tool?: Mark, act: (el: HTMLElement) => void = nothing): HTMLElement {
  const made = new Tray({ isShogi, take: nothing, choose: nothing, start: nothing });
  made.show(tool);
  act(made.el);
  return h('div', { class: 'editor' }, made.el);
}
const TRAY: State[] = [
  ['nothing chosen', () => tray(true), 'whole'], ['a piece chosen', () => tray(true, { color: 's', kind: 'gi' }), 'whole'],
  ['promoted', () => tray(true, undefined, (el) => el.querySelector<HTMLElement>('.promoted')!.click()), 'whole'],
  ['stones', () => tray(false, { color: 'g', kind: 'stone' }), 'whole'],
];

/* --- The answer -------------------------------------------------------------------------------------- */

const next = (move: string, games: number, own: [number, number], more: Partial<NextMove> = {}): NextMove => ({
  move, seat: 0, games, share: games / 26, wins: own, draws: games - own[0] - own[1], unknown: 0, score: own[0] / games, low: 0.1, high: 0.9, transposed: 0, ...more,
});
const ANSWER: MovesAnswer = { games: 26, moved: 26, total: 5, seconds: 0, whole: true, moves: [
  next('4g4f', 14, [5, 9], { seat: 1 }), next('1g1f', 6, [4, 2], { transposed: 2 }), next('2g2f', 4, [1, 3]), next('9g9f', 2, [0, 0], { unknown: 2, draws: 0, score: null }), next('P*5e', 1, [1, 0]),
] };
function nextMoves(act: (place: HTMLElement) => void = nothing): HTMLElement {
  const place = h('div', { class: 'next' });
  showShapeRows(place, ANSWER, { at: 'first', setAt: nothing, whose: 'the mino side', follow: nothing, hover: nothing, pieces: new Map([...MINO, ...['47', '17', '27', '97'].map((at): [string, Mark] => [at, { color: 's', kind: 'fu' }])]) });
  for (const el of place.querySelectorAll('[id]')) el.removeAttribute('id');
  act(place);
  return within(place);
}
const NEXT: State[] = [['often, rare, too few, unknown', () => nextMoves(), 'wide'], ['focused', () => nextMoves((place) => put(place.querySelector('.next-row')!, 'focus')), 'wide']];

const PERIODS: Period[] = [[1980, 1989, false], [1990, 1999, false], [2010, 2019, true], [2020, 2026, false]].map(([from, to, gap]) => ({ from: Number(from), to: Number(to), games: 80, step: 10, gap: !!gap }));
const TREND: State[] = [
  ['of a row', () => within(spark(PERIODS, [0.1, 0.3, 0.6, 0.55], 0.6, 'P-7f') as SVGElement)], ['falling', () => within(spark(PERIODS, [0.5, 0.3, 0.1, 0.02], 0.6, 'P-2f') as SVGElement)],
  ['one period only: no line', () => within(spark(PERIODS.slice(0, 1), [0.5], 0.6, 'P-2f') || h('span', { class: 't1 faint' }, '(nothing)'))],
  ['of the table', () => within(new TrendChart(PERIODS, [{ label: 'P-7f', shares: [0.1, 0.3, 0.6, 0.55] }, { label: 'P-2f', shares: [0.5, 0.3, 0.1, 0.12] }], 'Shares', 2026).el), 'wide'],
];

const SFEN = 'ln1g1g1nk/1r5sl/p1pp1pbpp/4psp2/1pP6/3PS3P/PPB1PPPP1/2R1G1SK1/LN3G1NL b - 1';
const hit = (more: Partial<Hit>): Hit => ({ db: 'kit', game: 1, from: 28, to: 33, plies: 5, first: 28, own: 'black', black: 'Kenji Aoki', white: 'Haruto Ito', result: 'b', date: '2026-01-15', event: 'Junisen', length: 116, sfen: SFEN, ...more });
const rows = (hits: Hit[], show: 'boards' | 'everything' | 'alike' = 'boards', whose = 'mino'): HTMLElement => within(hitList('', { hits, more: false } as never, show, undefined, { whose, found: () => ['28', '38', '49', '58'] }).el);
const GAME_ROW: State[] = [
  ['won by the side asked about', () => rows([hit({})]), 'wide'], ['lost', () => rows([hit({ result: 'w', date: '2025', event: '' })]), 'wide'], ['drawn, names unknown', () => rows([hit({ result: 'd', black: '', white: '', date: '' })]), 'wide'],
  ['nothing was asked', () => rows([hit({})], 'everything', ''), 'wide'], ['a long name', () => rows([hit({ black: 'W'.repeat(60), event: 'An event with a name that does not end where others do' })]), 'wide'],
];

/* --- A game ------------------------------------------------------------------------------------------ */

const MOVES = ['P-7f', 'P-3d', 'P-2f', 'P-8d', 'P-2e', 'P-8e', 'G-7h', 'G-3b', 'P-2d', 'Px2d'];
const VALUES = [0, 20, -10, 60, 40, 350, 300, 800, 1400, -600, -900].map((centipawns) => ({ centipawns }));
function graph(data: Parameters<GameGraph['set']>[0], ply = 4): HTMLElement {
  const g = new GameGraph(nothing);
  g.set({ plies: MOVES.length, valued: true, ...data });
  g.show(ply);
  return within(g.el);
}
const SPANS = [{ side: 's' as const, label: 'mino', from: 3, to: 8, searched: true }, { side: 'g' as const, label: 'anaguma', from: 5, to: 10, searched: false }];
const GRAPH: State[] = [
  ['values, names, what was found', () => graph({ values: VALUES, spans: SPANS, found: [[4, 6]] }), 'whole'], ['turning points', () => graph({ values: VALUES, turning: [{ ply: 5, text: '2' }, { ply: 9, text: '1' }] }, 9), 'whole'],
  ['not analysed', () => graph({ values: [], spans: SPANS }), 'whole'],
];

function moveList(act: (list: MoveList, lines: Lines) => void): HTMLElement {
  const positions = ['', ...MOVES].map((move, ply) => ({ ply, sfen: SFEN, turn: ply % 2, ...(move ? { move, en: move, ja: move } : {}), ...(ply === 3 ? { comment: 'A comment' } : {}) }));
  const game: Game = { db: 'kit', game: 1, headers: [], result: 'b', end: '', plies: MOVES.length, nodes: 0, summary: { en: '', ja: '' }, positions, tags: [], variations: [{ line: 0, ply: 2, positions: positions.slice(3, 5) }] };
  const lines = new Lines(game), list = new MoveList({ lines, hit: [4, 6], go: nothing, remove: nothing });
  act(list, lines);
  return within(list.el);
}
const MOVE_LIST: State[] = [
  ['present, found, a variation', () => moveList((list) => {
    list.showValues(VALUES);
    list.mark(0, 5);
  }), 'wide'],
  ['your line', () => moveList((list, lines) => {
    lines.all.push({ parent: 0, ply: 6, positions: [{ ply: 7, sfen: SFEN, turn: 1, move: 'S-6h', en: 'S-6h', ja: 'S-6h' }], own: true });
    list.fill();
    list.mark(2, 7);
  }), 'wide'],
];

/* --- Figures ----------------------------------------------------------------------------------------- */

const curve = (condition: string, of: Partial<CurveJson>): { curve: CurveJson } => ({ curve: { condition, positions: 900, games: 90, distortion: null, low: null, high: null, bins: [], rate: 0.5, mean_value: 0, mates: 0, shift: null, shift_low: null, shift_high: null, effect_positions: 900, effect_games: 90, ...of } });
const effect = (x: number, low: number, high: number): Partial<CurveJson> => ({ effect_share: x, effect_share_low: low, effect_share_high: high });
const FORESTS: ClassAnswer[] = [{ name: 'people', judged: { positions: 9000, games: 900, twins: 0, min_positions: 0 }, rows: [
  curve('castle:mino', effect(0.08, 0.04, 0.12)), curve('castle:yagura', effect(-0.03, -0.09, 0.03)), curve('progress.diff>=0.25', effect(0.7, 0.5, 0.9)), curve('castle:anaguma', { effect_games: 12 }),
] } as ClassAnswer];
const FOREST: State[] = [['sure and chosen, not sure, beyond the axis, too few', () => {
  const forest = new Forest(() => null);
  forest.show({ answers: FORESTS, order: FORESTS[0].rows.map((r) => r.curve.condition), chosen: 'castle:mino', choose: nothing, remove: nothing });
  return h('div', { class: 'calibration' }, h('div', { class: 'calibration-grid one-class' }, forest.el));
}, 'whole']];

const cell = (row: string, column: string, wins: number, losses: number, low: number, high: number): Cell => ({ row, column, games: wins + losses, wins, losses, draws: 0, score: wins / (wins + losses), low, high, query: '' });
const HEAT: State[] = [['sure, not sure, too few, none, chosen', () => {
  const all = [cell('mino', 'a', 70, 30, 0.6, 0.79), cell('mino', 'b', 54, 46, 0.44, 0.63), cell('mino', 'c', 1, 1, 0.1, 0.9), cell('yagura', 'a', 30, 70, 0.21, 0.4), cell('yagura', 'b', 43, 57, 0.34, 0.49), cell('yagura', 'd', 50, 50, 0.4, 0.6)];
  const groups = (names: string[]): { name: string; games: number }[] => names.map((name) => ({ name, games: 100 }));
  return h('div', { class: 'matrix' }, matrixTable({ rows: groups(['mino', 'yagura']), columns: groups(['a', 'b', 'c', 'd']), rowKind: 'castle', columnKind: 'opening', cells: new Map(all.map((c) => [`${c.row}\n${c.column}`, c])), against: true, chosen: all[0], choose: nothing, open: nothing }));
}, 'whole']];

const SEAT: State[] = [
  ['signs', () => within(...[0, 1, 2, 3].map((n) => armySign(n)))], ['frozen', () => within(...[0, 1, 2, 3].map((n) => armySign(n, true)))], ['in lists', () => within(...[0, 1, 2, 3].map((n) => armySign(n, false, true)))],
  ['to move, frozen, waiting', () => {
    const place = h('section', { class: 'teams' }), pieces = new Map([['d1', { colour: 0, kind: 'R' }], ['e8', { colour: 2, kind: 'R' }], ['h4', { colour: 3, kind: 'R' }], ['a7', { colour: 1, kind: 'P' }]]);
    showTeams(place, { seats: new Seats(), table: { colour: 'red', phase: 'teams', states: ['playing', 'frozen', 'waiting', 'playing'], captors: [null, 'red', null, null], chances: { seats: [0.42, 0, 0.2, 0.38], teams: [0.62, 0.38] } }, pieces, won: [2, 0, 1, 1], reached: new Set(['h4']), over: false });
    return within(place);
  }, 'whole'],
];
const DIE: State[] = [['under the board', () => h('div', { class: 'under' }, ...['2', '3', '4', '5'].map((n) => die(n)) as never[])], ['used', () => h('div', { class: 'under' }, die('3', true) as never, die('5') as never)], ['in lists', () => h('span', { class: 'small-dice' }, die('2') as never, die('4') as never)]];

export const COMPONENTS: [string, State[]][] = [
  ['query bar', QUERY_BAR], ['picker', PICKER], ['name on the board', BOARD], ['hands', HANDS], ['tray', TRAY], ['next move', NEXT], ['trend', TREND], ['game row', GAME_ROW],
  ['value graph', GRAPH], ['move list', MOVE_LIST], ['forest row', FOREST], ['heat cell', HEAT], ['seat', SEAT], ['die', DIE],
];
