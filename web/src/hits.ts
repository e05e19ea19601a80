/* hits.ts: games that were found, each with a small board at the matching ply. */
import { gameAddress } from './address';
import { armySign, armyWon, COLOURS } from './board_chatur';
import { ask, type Hit, type SearchAnswer } from './api';
import { h } from './dom';
import { dateText, resultText, t as common, texts } from './i18n';
import { sideSign } from './parts';
import { EndlessList } from './scroll';
import { site } from './site';
import { thumbnail } from './thumbs';

const t = texts({ plies: 'moves {0}–{1} of {2}', ply: 'move {0} of {1}', won: '{0} won', lost: '{0} lost' }, { plies: '{2} 手中 {0}～{1} 手目', ply: '{1} 手中 {0} 手目', won: '{0}の勝ち', lost: '{0}の負け' });

export const HITS_PAGE = 30;
export const HITS_MOST = 600; // at once, for those who come back

const name = (text: string | undefined): string => text || common('unknownPlayer');

/* Each on a line, the winner bold. */
function players(hit: Hit): Node[] {
  if (site.game === 'chaturanga')
    return COLOURS.map((c, seat) => h('span', { class: hit.points?.[seat] === 1 ? 'seat-name won' : 'seat-name' }, armySign(seat), ' ', name(hit[c]), ' '));
  const side = (seat: 's' | 'g', letter: string, who: string): HTMLElement =>
    h('span', { class: hit.result === letter ? 'seat-name won' : 'seat-name' }, sideSign(seat), ' ', h('span', { class: 'cut' }, name(who)));
  return [side('s', 'b', hit.black), side('g', 'w', hit.white)];
}

/* Whether the side that plays the part of the query won; whose: that side, in words. */
function outcome({ own, result }: Hit, whose: string): (Node | string)[] {
  if (site.game === 'chaturanga') return [armyWon(result)];
  if (!whose || (own !== 'black' && own !== 'white') || (result !== 'b' && result !== 'w')) return [resultText(result)];
  const won = own[0] === result;
  return [h('span', { class: `key ${won ? 'w' : 'l'}` }), t(won ? 'won' : 'lost', whose)];
}

/* everything: no query was asked, so no ply of a game is better than another; alike: all have the position
 * that is on screen anyway. */
type Show = 'boards' | 'everything' | 'alike';

/* whose: the side of the query, in words; found: squares that the query names, as they are in that game. */
export interface HitOptions { whose?: string; found?: (hit: Hit) => string[] }

function hitRow(hit: Hit, show: Show, o: HitOptions): HTMLElement {
  const everything = show === 'everything';
  const last = hit.to - 1;
  const place = everything ? common('length', hit.length) : hit.from === last ? t('ply', hit.from, hit.length) : t('plies', hit.from, last, hit.length);
  return h('li', {}, h('a', { href: gameAddress(hit, everything ? 0 : hit.first, everything ? undefined : [hit.from, last]) },
    show === 'boards' && thumbnail(hit.sfen, o.found?.(hit)),
    h('span', { class: 'told' }, h('span', { class: 'who' }, players(hit)),
      h('span', { class: 'what' }, [hit.date && dateText(hit.date), hit.event].filter(Boolean).join(' · ')),
      h('span', { class: `result result-${hit.result}` }, outcome(hit, o.whose ?? ''), ' ', h('span', { class: 'where' }, place)))));
}

export function hitList(query: string, found: SearchAnswer, show: Show, sort?: string, o: HitOptions = {}): EndlessList<Hit> {
  return new EndlessList('hits', { items: found.hits, more: found.more }, (hit) => hitRow(hit, show, o), async (n) => {
    const next = await ask<SearchAnswer>('search', { query, limit: HITS_PAGE, offset: n, boards: show === 'boards', sort });
    return { items: next.hits, more: next.more };
  });
}
