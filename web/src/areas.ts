/* areas.ts: the areas of the page.  Each is one file with one row here:
 *
 *     #/search?q=QUERY             area_search.ts
 *     #/game/DATABASE/ID/PLY       area_game.ts, reached by links
 *     #/explore?…                  area_explore.ts
 *     #/matrix?…                   area_matrix.ts
 *     #/player?name=NAME           area_player.ts
 *     #/compare?a=QUERY&b=QUERY    area_compare.ts
 *     #/joseki?…                   area_joseki.ts
 *     #/play/GAME?…                area_play.ts
 *     #/calibrate?…                area_calibrate.ts
 *     #/import                     area_import.ts, where it is allowed
 *
 * To add one, write area_NAME.ts with an `Area`, or, if not every reader needs it at once, with a `Mount` that a file
 * more_NAME.ts hands on, and put it into the table; its texts are its own (texts() of i18n.ts), its keys too (listen on
 * `document`, and stop when it is left).
 *
 * Each more_NAME.ts is a file of its own in the bundle.  It imports main.ts, so that all that is there when it is fetched
 * is in one file (shared.js): the bundler puts what the same files need together. */
import { search } from './area_search';
import { h, replace } from './dom';
import { t, type Lang } from './i18n';
import { site } from './site';

/* What stands behind the area's name in the address: parts between slashes, decoded, and what
 * follows the question mark. */
export interface Params { path: string[]; args: URLSearchParams }

/* Fills el; returns what to do when the area is left: listeners, questions that are under way.  again(): the address is another
 * one of the same area; without it the area is filled anew. */
export type Leave = (() => void) & { again?: (params: Params) => void };
export type Mount = (el: HTMLElement, params: Params) => Leave;

export interface Area {
  readonly id: string; // first part of the address
  readonly title: Record<Lang, string>;
  readonly games?: string[]; // for which games there is such an area; without it, for all
  readonly unlisted?: boolean; // not in the menu
  readonly under?: string; // the area of the menu it belongs to; it is not in the menu itself
  readonly ofGames?: boolean; // it shows games that there are; without any, how they get in
  readonly offered?: () => boolean; // false: this server has no such area
  mount: Mount;
}

/* An area that is fetched when somebody first goes there.  The server may be gone, or a newer one whose files do not fit
 * those that are here. */
function later(fetched: () => Promise<Mount>): Mount {
  return (el, params) => {
    let leave: Leave = (): void => void (left = true), left = false;
    replace(el);
    fetched().then((mount) => {
      if (!left) leave = mount(el, params);
    }, () => left || replace(el, h('main', { class: 'sorry' }, h('p', { role: 'alert' }, t('offline')),
      h('button', { type: 'button', onclick: () => location.reload() }, t('retry')))));
    const out = (): void => leave();
    return Object.defineProperty(out, 'again', { get: () => leave.again }); // of what is there by then
  };
}

/* In the order of the menu; the first is shown where the address asks for none. */
export const AREAS: readonly Area[] = [
  search, { id: 'explore', ofGames: true, title: { en: 'Openings', ja: '定跡' }, games: ['shogi', 'go'], mount: later(async () => (await import('./more_openings')).explore) },
  { id: 'matrix', ofGames: true, under: 'explore', title: { en: 'Matrix', ja: '対照表' }, games: ['shogi', 'go'], mount: later(async () => (await import('./more_openings')).matrix) },
  { id: 'player', ofGames: true, under: 'explore', title: { en: 'Players', ja: '対局者' }, mount: later(async () => (await import('./more_openings')).player) },
  { id: 'compare', ofGames: true, under: 'explore', title: { en: 'Compare', ja: '比較' }, mount: later(async () => (await import('./more_openings')).compare) },
  { id: 'joseki', ofGames: true, title: { en: 'Sequences', ja: '手順集' }, games: ['shogi', 'go'], mount: later(async () => (await import('./more_sequences')).joseki) },
  { id: 'calibrate', ofGames: true, title: { en: 'Calibration', ja: '評価の検証' }, mount: later(async () => (await import('./more_calibration')).calibrate), get unlisted() {
    return site.game !== 'shogi'; // who comes by an address is told why
  } },
  { id: 'play', title: { en: 'Play', ja: '対局する' }, mount: later(async () => (await import('./more_play')).play) },
  { id: 'import', title: { en: 'Import', ja: '取り込み' }, offered: () => !!site.import, mount: later(async () => (await import('./more_import')).importArea) },
  { id: 'game', title: { en: 'Game', ja: '対局' }, unlisted: true, mount: later(async () => (await import('./more_replay')).game) },
];
