/* area_play.ts: playing: shogi against the engine (play_shogi.ts), Go against a human-like player (play_go.ts), and
 * chaturanga at one screen (play_chatur.ts).  Which of them is the first part of the address. */
import { address } from './address';
import type { Mount } from './areas';
import { h, replace } from './dom';
import { lang } from './i18n';
import { ChaturPlay } from './play_chatur';
import { GoPlay } from './play_go';
import { ShogiPlay } from './play_shogi';
import { site } from './site';

const GAMES = { shogi: { en: 'Shogi against the engine', ja: 'エンジンと将棋' }, go: { en: 'Go against a human-like player', ja: '人のように打つ相手と囲碁' }, chaturanga: { en: 'Chaturanga for four', ja: '四人チャトランガ' } };

export const play: Mount = (el, { path, args }) => {
  const offered = (['shogi', 'go', 'chaturanga'] as const).filter((name) => name === 'chaturanga' || name === site.game);
  const chosen = offered.find((name) => name === path[0]) ?? offered[0];
  const view = chosen === 'shogi' ? new ShogiPlay(args) : chosen === 'go' ? new GoPlay(args) : new ChaturPlay();
  const tabs = offered.length > 1 && h('nav', { class: 'row games', 'aria-label': lang === 'ja' ? 'ゲーム' : 'Games' },
    offered.map((name) => h('a', { class: 'button', href: address('play', [name]), 'aria-current': name === chosen ? 'page' : undefined }, GAMES[name][lang])));
  replace(el, tabs, view.el);
  return () => view.destroy();
};
