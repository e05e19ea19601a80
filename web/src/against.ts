/* against.ts: the castle of a query beside the same query against other castles: how its side does with each. */
import { ask, type SearchAnswer, type SideScore } from './api';
import { h, replace } from './dom';
import { count, texts } from './i18n';
import { scoreWords, wdl } from './parts';
import { fromQuery, toQuery, type Dialect, type Setup } from './setup';
import { countedNames } from './counted_names';
import { site } from './site';
import { nameIn, titleOfName } from './unit_words';
import { joinUnits, unitsOf } from './units';
import type { Name } from './api';

const t = texts({ against: '{0} against …', won: 'its side won', at: 'at the same time, whoever is Black' }, { against: '{0} 対 …', won: 'その側の勝率', at: '同時に、先後どちらでも' });

const TRIED = 14, SHOWN = 4; // castles that are looked for, and rows
const FEW = 5;

interface Pair { own: Name; theirs?: Name; rest: string[] }

/* The own castle and the other side's; what else is said stays. */
function pairOf(setup: Setup): Pair | undefined {
  if (setup.complex || setup.whole || setup.look.pieces.size || setup.either.pieces.size || setup.never.pieces.size) return undefined;
  const units = unitsOf(setup.rest), castles = units.map((u) => ({ u, found: nameIn(u) })).filter(({ found, u }) => found?.name.group === 'castle' && !u.startsWith('game.'));
  const own = castles.find(({ found }) => found!.side === 's') ?? castles.find(({ found }) => !found!.side), theirs = castles.find((c) => c !== own && c.found!.side !== 's');
  if (!own || castles.length > 2 || (castles.length === 2 && !theirs)) return undefined;
  return { own: own.found!.name, theirs: theirs?.found!.name, rest: units.filter((u) => u !== own.u && u !== theirs?.u) };
}

/* Fills the place by and by; choose gets the query of a row. */
export async function showAgainst(place: HTMLElement, d: Dialect, setup: Setup, signal: AbortSignal, choose: (query: string) => void): Promise<void> {
  const pair = site.game === 'shogi' ? pairOf(setup) : undefined;
  if (!pair) return replace(place);
  const others = (await countedNames()).filter((n) => n.group === 'castle' && n.name !== pair.theirs?.name && n.name !== 'igyoku').sort((a, b) => (b.games ?? 0) - (a.games ?? 0)).slice(0, TRIED);
  const rows: { name: Name; query: string; own: SideScore; games: number }[] = [];
  const queryOf = (name: Name): string => toQuery(d, { ...fromQuery(d, ''), symmetry: 'flip', rest: joinUnits([`s.castle:${pair.own.name}`, `g.castle:${name.name}`, ...pair.rest]) });
  for (const name of [...(pair.theirs ? [pair.theirs] : []), ...others]) {
    const query = queryOf(name), found = await ask<SearchAnswer>('search', { query, limit: 0 }, signal);
    if (signal.aborted) return;
    if (found.own && (found.games >= FEW || name === pair.theirs)) rows.push({ name, query, own: found.own, games: found.games });
  }
  const shown = rows.filter((r) => r.name !== pair.theirs).sort((a, b) => b.games - a.games).slice(0, pair.theirs ? SHOWN - 1 : SHOWN);
  const all = [...shown, ...rows.filter((r) => r.name === pair.theirs)];
  if (shown.length === 0) return replace(place);
  replace(place, h('div', { class: 'h2', title: t('at') }, h('h2', {}, t('against', capital(titleOfName(pair.own)))), h('span', { class: 'end t1 faint' }, t('won'))), h('ul', { class: 'list' }, all.map(({ name, query, own, games }) => {
    const { rate, interval } = scoreWords(own), here = name === pair.theirs;
    return h('li', {}, h('button', { type: 'button', class: 'vs', 'data-query': query, 'aria-current': here ? 'true' : undefined, onclick: () => choose(query) }, h('span', { class: 'cut' }, titleOfName(name)), h('span', { class: 'number soft' }, count(games)),
      wdl(own, { height: 6, whisker: 7 }), h('span', { class: 't1 number' }, h('b', {}, rate), ' ', h('span', { class: 'soft' }, interval))));
  })));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
