/* hits.ts: games that were found, each with a small board at the matching ply. */
import { gameAddress } from './address';
import { armySign, armyWon, COLOURS } from './board_chatur';
import { ask, type Hit, type SearchAnswer } from './api';
import { h } from './dom';
import { resultText, sideMark, t as common, texts } from './i18n';
import { EndlessList } from './scroll';
import { site } from './site';
import { thumbnail } from './thumbs';

const t = texts({ plies: 'moves {0}–{1}', ownWon: 'the side of the query won', ownLost: 'the side of the query lost' }, { plies: '{0}～{1} 手目', ownWon: '条件の側の勝ち', ownLost: '条件の側の負け' });

export const HITS_PAGE = 30;
export const HITS_MOST = 600; // at once, for those who come back

const name = (text: string | undefined): string => text || common('unknownPlayer');

function players(hit: Hit): Node[] {
  if (site.game === 'chaturanga')
    return COLOURS.map((c, seat) => h('span', { class: hit.points?.[seat] === 1 ? 'won' : '' }, armySign(seat), ' ', name(hit[c]), ' '));
  const side = (seat: 's' | 'g', letter: string, who: string): HTMLElement =>
    h('span', { class: hit.result === letter ? 'won' : '' }, `${sideMark(seat)} ${name(who)} `);
  return [side('s', 'b', hit.black), side('g', 'w', hit.white)];
}

/* Whether the side that plays the part of the query won. */
function ownMark({ own, result }: Hit): HTMLElement | false {
  if ((own !== 'black' && own !== 'white') || (result !== 'b' && result !== 'w')) return false;
  const won = own[0] === result;
  return h('span', { class: `swatch ${won ? 'mine' : 'theirs'}`, role: 'img', 'aria-label': t(won ? 'ownWon' : 'ownLost'), title: t(won ? 'ownWon' : 'ownLost') });
}

/* everything: no question was asked, so no ply of a game is better than another; alike: all have the position
 * that is on screen anyway. */
type Show = 'boards' | 'everything' | 'alike';

function hitRow(hit: Hit, show: Show): HTMLElement {
  const everything = show === 'everything';
  const last = hit.to - 1;
  const place = everything ? common('length', hit.length) : hit.from === last ? common('ply', hit.from) : t('plies', hit.from, last);
  return h('li', {}, h('a', { href: gameAddress(hit, everything ? 0 : hit.first, everything ? undefined : [hit.from, last]) },
    show === 'boards' && thumbnail(hit.sfen),
    h('span', { class: 'who' }, players(hit)),
    h('span', { class: 'what' }, [hit.date, hit.event].filter(Boolean).join(' · ')),
    h('span', { class: `result result-${hit.result}` }, ownMark(hit), site.game === 'chaturanga' ? armyWon(hit.result) : resultText(hit.result)),
    h('span', { class: 'where' }, place)));
}

export function hitList(query: string, found: SearchAnswer, show: Show, sort?: string): EndlessList<Hit> {
  return new EndlessList('hits', { items: found.hits, more: found.more }, (hit) => hitRow(hit, show), async (n) => {
    const next = await ask<SearchAnswer>('search', { query, limit: HITS_PAGE, offset: n, boards: show === 'boards', sort });
    return { items: next.hits, more: next.more };
  });
}
