/* openings_games.ts: a few games in one line each: both players, who won in bold, and when. */
import { gameAddress } from './address';
import type { Hit } from './api';
import { calledPlayer } from './called';
import { h } from './dom';
import { dateText, t as common } from './i18n';
import { sideSign } from './parts';

const who = (name: string): string => name || common('unknownPlayer');

/* event: beside the date. */
export function shortGames(hits: Hit[], event = false): HTMLElement {
  return h('ul', { class: 'list short-games' }, hits.map((hit) => h('li', {}, h('a', { href: gameAddress(hit, hit.first, [hit.from, hit.to - 1]) },
    h('span', { class: 'two-players' }, sideSign('s'), calledPlayer(hit.black, who(hit.black), hit.result === 'b' ? 'b' : 'span', 'cut'), ' ', sideSign('g'), calledPlayer(hit.white, who(hit.white), hit.result === 'w' ? 'b' : 'span', 'cut')),
    h('span', { class: 't1 soft cut' }, [event ? dateText(hit.date) : hit.date.slice(0, 4), event && hit.event].filter(Boolean).join(' · '))))));
}
