/* game_costs.ts: what the moves of each player cost, and in which part of the game. */
import type { GamePosition } from './api';
import { h } from './dom';
import type { Report } from './game_analysis';
import { costOf, isBlacks, MOST_COST, type Value } from './game_values';
import { percent, sideName, texts } from './i18n';
import { sideSign } from './parts';

const t = texts({
  byPlayer: 'By player', unit: 'cost of a move, in hundredths of a pawn', small: 'moves that cost under {0}', slips: 'slips, {0} to {1}', mistakes: 'mistakes, over {0}', mean: 'mean cost of a move', accuracy: 'accuracy',
  when: 'When it was lost', meanCost: 'mean cost', opening: 'opening, to {0}', middle: 'middle, to {0}', end: 'end', foot: 'A cost over {0} counts as {0}. Choosing a figure goes to its moves.', goTo: '{0}: {1}; go to the next of them', what: 'moves',
}, {
  byPlayer: '対局者別', unit: '一手の損、歩の百分の一', small: '損が {0} 未満の手', slips: '緩手（{0}～{1}）', mistakes: '悪手（{0} 超）', mean: '一手の平均の損', accuracy: '正確さ',
  when: 'どこで損をしたか', meanCost: '平均の損', opening: '序盤（{0} 手目まで）', middle: '中盤（{0} 手目まで）', end: '終盤', foot: '{0} を超える損は {0} と数えます。数字を選ぶとその手に移ります。', goTo: '{0}: {1}、次の手へ', what: '指し手',
});

const SMALL = 30, SLIP = 50, MISTAKE = 150, OPENING = 30, MIDDLE = 80;

interface Cost { ply: number; black: boolean; cost: number }

const mean = (costs: Cost[]): number | undefined => (costs.length ? Math.round(costs.reduce((sum, c) => sum + Math.min(MOST_COST, c.cost), 0) / costs.length) : undefined);

export function costsTables(positions: GamePosition[], values: (Value | undefined)[], report: Report, go: (ply: number) => void): HTMLElement[] {
  const all = positions.slice(1).flatMap(({ ply }): Cost[] => {
    const cost = costOf(positions, values, ply);
    return cost === undefined ? [] : [{ ply, black: isBlacks(positions, ply), cost }];
  });
  return [byPlayer(all, report, go), byPart(all)];
}

function byPlayer(all: Cost[], report: Report, go: (ply: number) => void): HTMLElement {
  const sides = [true, false], of = (black: boolean): Cost[] => all.filter((c) => c.black === black);
  let last = 0;
  /* A figure whose moves are gone through, one with each click. */
  const figure = (words: string, costs: Cost[]): HTMLElement => h('td', {}, costs.length === 0 ? '0'
    : h('button', { type: 'button', 'aria-label': t('goTo', words, costs.length), onclick: () => {
      last = (costs.find((c) => c.ply > last) ?? costs[0]).ply;
      go(last);
    } }, String(costs.length)));
  const row = (words: string, cell: (black: boolean) => HTMLElement): HTMLElement => h('tr', {}, h('th', { scope: 'row' }, words), sides.map(cell));
  const plain = (text: string): HTMLElement => h('td', {}, text);
  const accuracy = (black: boolean): number | undefined => report.players.find((p) => (p.side === 'black') === black)?.accuracy;
  return h('div', {}, h('div', { class: 'h2' }, h('h2', {}, t('byPlayer')), h('span', { class: 't1 faint end' }, t('unit'))),
    h('table', { class: 'by-player' }, h('thead', {}, h('tr', {}, h('td', {}), sides.map((black) => h('th', { scope: 'col' }, sideSign(black ? 's' : 'g'), ` ${sideName(black ? 's' : 'g')}`)))),
      h('tbody', {},
        row(t('small', SMALL), (black) => plain(of(black).length ? `${percent(of(black).filter((c) => c.cost < SMALL).length / of(black).length)} %` : '–')),
        row(t('slips', SLIP, MISTAKE), (black) => figure(t('slips', SLIP, MISTAKE), of(black).filter((c) => c.cost >= SLIP && c.cost <= MISTAKE))),
        row(t('mistakes', MISTAKE), (black) => figure(t('mistakes', MISTAKE), of(black).filter((c) => c.cost > MISTAKE))),
        row(t('mean'), (black) => plain(String(mean(of(black)) ?? '–'))),
        row(t('accuracy'), (black) => plain(accuracy(black) === undefined ? '–' : `${accuracy(black)!.toFixed(0)} %`)))));
}

function byPart(all: Cost[]): HTMLElement {
  const parts: [string, number, number][] = [[t('opening', OPENING), 1, OPENING], [t('middle', MIDDLE), OPENING + 1, MIDDLE], [t('end'), MIDDLE + 1, Infinity]];
  const figures = parts.map(([words, from, to]) => [words, [true, false].map((black) => mean(all.filter((c) => c.black === black && c.ply >= from && c.ply <= to)))] as const);
  const most = Math.max(1, ...figures.flatMap(([, both]) => both.map((n) => n ?? 0)));
  return h('div', { class: 'by-part' }, h('div', { class: 'h2' }, h('h2', {}, t('when')), h('span', { class: 't1 faint end' }, t('meanCost'))),
    h('ul', { class: 'list' }, figures.filter(([, both]) => both.some((n) => n !== undefined)).map(([words, both]) => h('li', {}, h('span', { class: 'soft' }, words), h('span', {}, both.map((n, i) =>
      h('span', { class: 'part-row' }, sideSign(i ? 'g' : 's'), h('span', { class: 'grow' }, h('i', { class: i ? 'w' : 'b', css: { width: `${(100 * (n ?? 0)) / most}%` } })), h('span', { class: 't1 number' }, n === undefined ? '–' : String(n)))))))),
    h('p', { class: 't1 faint' }, t('foot', MOST_COST)));
}
