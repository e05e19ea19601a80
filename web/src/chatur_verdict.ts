/* chatur_verdict.ts: who won the games of chaturanga that were found: a bar for each of the four, where the tick is at 25 %. */
import { ask, type SearchAnswer } from './api';
import { wilson } from './bars';
import { armySign, COLOURS, colourName } from './board_chatur';
import { h, replace } from './dom';
import { count, gamesText, percent, texts } from './i18n';
import { read, write } from './editor_chatur';
import { teamName } from './chatur_teams';
import type { FacetsAnswer } from './when_chart';

const t = texts({
  won: '{0} won', rate: '{0} %', few: '{0} of {1}', interval: '[{0}–{1}]', tick: 'Of four equal players each wins 25 %: the tick.', together: '{0} together {1} %.', drawn: '{0} drawn.', unknown: '{0} without a result.',
  bar: '{0} won {1} of {2} games, {3} % [{4}–{5}]', barFew: '{0} won {1} of {2} games', quarters: 'In any quarter of the board: {0}', drawnBoard: 'Only as drawn: {0}',
}, {
  won: '{0}の勝率', rate: '{0} %', few: '{1} 局中 {0} 勝', interval: '[{0}–{1}]', tick: '四人が互角なら 25 %（目印）。', together: '{0}を合わせて {1} %。', drawn: '引き分け {0}。', unknown: '結果不明 {0}。',
  bar: '{0} {2} 局中 {1} 勝、{3} %［{4}～{5}］', barFew: '{0} {2} 局中 {1} 勝', quarters: 'どの向きでも: {0}', drawnBoard: '置いた向きだけ: {0}',
});

const FEW = 10, FEW_IN_ROW = 5;

interface Won { seat: number; wins: number; all: number }

/* Most wins first; nobody where no result is known. */
function winsOf(found: FacetsAnswer): Won[] {
  const of = (result: string): number => found.results.find((r) => r.result === result)?.games ?? 0, all = found.games - of('?');
  return all > 0 ? COLOURS.map((c, seat) => ({ seat, wins: of(c[0]), all })).sort((a, b) => b.wins - a.wins) : [];
}

/* For the headline: " · Red won 40 % [30–51]". */
export function chaturHeadline(found: FacetsAnswer | undefined): (Node | string)[] {
  const best = found && winsOf(found)[0];
  if (!best) return [];
  const w = wilson(best.wins, best.all), few = best.all < FEW;
  return [' · ', `${t('won', colourName(best.seat))} `, h('b', {}, few ? t('few', best.wins, best.all) : t('rate', percent(w.score!))), few ? '' : h('span', { class: 'ci' }, ` ${t('interval', percent(w.low!), percent(w.high!))}`)];
}

function row({ seat, wins, all }: Won): HTMLElement {
  const w = wilson(wins, all), [score, low, high] = [w.score!, w.low!, w.high!], few = all < FEW_IN_ROW;
  const label = few ? t('barFew', colourName(seat), wins, all) : t('bar', colourName(seat), wins, all, percent(score), percent(low), percent(high));
  return h('div', { class: 'four-row' }, h('span', { class: 'seat' }, armySign(seat), h('b', {}, colourName(seat))), h('span', { class: 'number' }, count(wins)),
    h('span', { class: few ? 'four-bar few' : 'four-bar', role: 'img', 'aria-label': label }, !few && [h('span', { class: 'track' }), h('span', { class: 'fill', css: { width: `${100 * score}%` } }), h('span', { class: 'tick' }),
      h('i', { css: { left: `${100 * low}%`, width: `${100 * (high - low)}%` } }), h('u', { css: { left: `${100 * score}%` } })]),
    h('span', { class: 'number' }, h('b', {}, few ? t('few', wins, all) : t('rate', percent(score))), few ? '' : h('span', { class: 't1 soft' }, ` ${t('interval', percent(low), percent(high))}`)));
}

/* Four bars below a sentence; other: the same question in other quarters. */
export function chaturVerdict(found: FacetsAnswer | undefined, other: HTMLElement): HTMLElement[] {
  const all = found ? winsOf(found) : [], of = (result: string): number => found?.results.find((r) => r.result === result)?.games ?? 0;
  if (all.length === 0) return [h('p', { class: 'soft' }, other)];
  const [best] = all, team = all.filter((w) => w.seat % 2 === best.seat % 2).reduce((sum, w) => sum + w.wins, 0);
  const together = best.all >= FEW && team <= best.all ? t('together', teamName(best.seat), percent(team / best.all)) : '';
  return [h('p', { class: 'soft' }, h('span', { class: 'tick-words' }, [t('tick'), together, of('d') > 0 ? t('drawn', count(of('d'))) : '', of('?') > 0 ? t('unknown', count(of('?'))) : ''].filter(Boolean).join(' '), ' '), other), h('div', { class: 'four' }, all.map(row))];
}

/* A link to the same question in any quarter, or only as drawn, with its games; nothing without a board. */
export async function askQuarters(place: HTMLElement, query: string, choose: (query: string) => void, signal: AbortSignal): Promise<void> {
  const asked = read(query);
  replace(place);
  if (asked.complex || (!asked.pieces.size && !asked.lost.size && !asked.turn) || /\b(sfen|board) "/.test(query)) return;
  const { quarters } = asked, text = write({ ...asked, quarters: !quarters });
  const found = await ask<SearchAnswer>('search', { query: text, limit: 1 }, signal);
  if (!signal.aborted) replace(place, h('button', { type: 'button', class: 'link', id: 'other-quarters', onclick: () => choose(text) }, t(quarters ? 'drawnBoard' : 'quarters', gamesText(found.games))));
}
