/* area_play.ts: playing: shogi against the engine (play_shogi.ts), and chaturanga at one screen
 * (play_chatur.ts).  Which of them is the first part of the address. */
import { address } from './address';
import type { Mount } from './areas';
import { h, replace } from './dom';
import { lang } from './i18n';
import { ChaturPlay } from './play_chatur';
import { ShogiPlay } from './play_shogi';
import { site } from './site';

const GAMES = { shogi: { en: 'Shogi against the engine', ja: 'エンジンと将棋' }, chaturanga: { en: 'Chaturanga for four', ja: '四人チャトランガ' } };

export const play: Mount = (el, { path, args }) => {
  const offered = (['shogi', 'chaturanga'] as const).filter((name) => name !== 'shogi' || site.game === 'shogi');
  const chosen = offered.find((name) => name === path[0]) ?? offered[0];
  const view = chosen === 'shogi' ? new ShogiPlay(args) : new ChaturPlay();
  const tabs = offered.length > 1 && h('nav', { class: 'row games', 'aria-label': lang === 'ja' ? 'ゲーム' : 'Games' },
    offered.map((name) => h('a', { class: 'button', href: address('play', [name]), 'aria-current': name === chosen ? 'page' : undefined }, GAMES[name][lang])));
  replace(el, tabs, view.el);
  return () => view.destroy();
};
