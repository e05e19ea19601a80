/* hits.ts: games that were found, each with a small board at the matching ply. */
import { gameAddress } from './address';
import { calledPlayer } from './called';
import { armySign, armyWon, COLOURS, frozenOf } from './board_chatur';
import { ask, type Hit, type SearchAnswer } from './api';
import { h } from './dom';
import { count, dateText, resultText, t as common, texts } from './i18n';
import { sideSign } from './parts';
import { EndlessList } from './scroll';
import { site } from './site';
import { thumbnail, type GoPart } from './thumbs';

const t = texts({ plies: 'moves {0}–{1} of {2}', ply: 'move {0} of {1}', and: '{0}, {1} of {2}', one: 'moves {0}', more: '{0} and {1} more of {2}', won: '{0} won', lost: '{0} lost', turns: 'in {0} turns', stands: 'game {0} · stands from turn {1}', game: 'game {0}' }, { plies: '{2} 手中 {0}～{1} 手目', ply: '{1} 手中 {0} 手目', and: '{2} 手中 {0}、{1} 手目', one: '{0}', more: '{2} 手中 {0} 手目ほか {1} か所', won: '{0}の勝ち', lost: '{0}の負け', turns: '{0} 手', stands: '対局 {0}・{1} 手目から', game: '対局 {0}' });

export const HITS_PAGE = 30;
export const HITS_MOST = 600; // at once, for those who come back

const name = (text: string | undefined): string => text || common('unknownPlayer');

/* Each on a line, the winner bold. */
function players(hit: Hit, o: HitOptions): Node[] {
  const side = (seat: 's' | 'g', letter: string, who: string): HTMLElement =>
    h('span', { class: hit.result === letter ? 'seat-name won' : 'seat-name' }, sideSign(seat), ' ', calledPlayer(who, name(who), 'span', 'cut'), o.named && (hit.own === 'both' || hit.own?.[0] === letter) && h('span', { class: 't1 faint part-of' }, o.whose!.replace(/側$/, '')));
  return [side('s', 'b', hit.black), side('g', 'w', hit.white)];
}

/* Whether the side that plays the part of the query won; whose: that side, in words. */
function outcome({ own, result }: Hit, whose: string): (Node | string)[] {
  if (!whose || (own !== 'black' && own !== 'white') || (result !== 'b' && result !== 'w')) return [resultText(result)];
  const won = own[0] === result;
  return [h('span', { class: `key ${won ? 'w' : 'l'}` }), t(won ? 'won' : 'lost', whose)];
}

/* everything: no query was asked, so no ply of a game is better than another; alike: all have the position
 * that is on screen anyway. */
type Show = 'boards' | 'everything' | 'alike';

/* whose: the side of the query, in words; named: it is that of a name, not Black; part: of Go, draws what was asked for; found: squares that the query names, as they are in that game. */
export interface HitOptions { whose?: string; named?: boolean; found?: (hit: Hit) => string[]; part?: GoPart }

/* Four players on a line, hollow who had no raja there; who won, and from when it stands. */
function chaturRow(hit: Hit, everything: boolean, boards: boolean): HTMLElement {
  const frozen = hit.sfen === undefined ? [] : frozenOf(hit.sfen), where = everything ? t('game', hit.game) : t('stands', hit.game, hit.first);
  return h('li', {}, h('a', { href: gameAddress(hit, everything ? 0 : hit.first, everything ? undefined : [hit.from, hit.to - 1]) }, boards && thumbnail(hit.sfen),
    h('span', { class: 'told chatur-told' },
      h('span', { class: 'who seats' }, COLOURS.map((c, seat) => h('span', { class: hit.points?.[seat] === 1 ? 'seat-name won' : 'seat-name' }, armySign(seat, frozen[seat], true), h('span', { class: 'cut' }, name(hit[c]))))),
      h('span', { class: `result result-${hit.result}` }, h('b', {}, armyWon(hit.result)), h('span', { class: 'in' }, t('turns', hit.length)), h('span', { class: 'where' }, [where, hit.date && dateText(hit.date), hit.event].filter(Boolean).join(' · '))))));
}

const rangeText = (hit: Hit): string => (hit.from === hit.to - 1 ? String(hit.from) : `${hit.from}–${hit.to - 1}`);

/* Where it holds in one game, which may be in several places. */
function placeText(hits: Hit[]): string {
  const [{ from, to, length }] = hits;
  if (hits.length === 1) return from === to - 1 ? t('ply', from, length) : t('plies', from, to - 1, length);
  return hits.length === 2 ? t('and', t('one', rangeText(hits[0])), rangeText(hits[1]), length) : t('more', t('one', rangeText(hits[0])), count(hits.length - 1), length);
}

function hitRow(hit: Hit, show: Show, o: HitOptions): HTMLElement {
  const everything = show === 'everything';
  if (site.game === 'chaturanga') return chaturRow(hit, everything, show === 'boards');
  const last = hit.to - 1;
  const place = everything ? common('length', hit.length) : placeText([hit]);
  return h('li', {}, h('a', { href: gameAddress(hit, everything ? 0 : hit.first, everything ? undefined : [hit.from, last]) },
    show === 'boards' && thumbnail(hit.sfen, o.found?.(hit), o.part),
    h('span', { class: 'told' }, h('span', { class: 'who' }, players(hit, o)),
      h('span', { class: 'what' }, [hit.date && dateText(hit.date), hit.event].filter(Boolean).join(' · ')),
      h('span', { class: `result result-${hit.result}` }, outcome(hit, o.whose ?? ''), ' ', h('span', { class: 'where' }, place)))));
}

export function hitList(query: string, found: SearchAnswer, show: Show, sort?: string, o: HitOptions = {}): EndlessList<Hit> {
  let game: Hit[] = [], row: HTMLElement | undefined; // the last one's
  const rowOf = (hit: Hit): HTMLElement | undefined => {
    if (row && show === 'boards' && site.game !== 'chaturanga' && game[0].db === hit.db && game[0].game === hit.game) { // a game is one row
      game.push(hit);
      row.querySelector('.where')!.textContent = placeText(game);
      return undefined;
    }
    game = [hit];
    return (row = hitRow(hit, show, o));
  };
  return new EndlessList('hits', { items: found.hits, more: found.more }, rowOf, async (n) => {
    const next = await ask<SearchAnswer>('search', { query, limit: HITS_PAGE, offset: n, boards: show === 'boards', sort });
    return { items: next.hits, more: next.more };
  });
}
