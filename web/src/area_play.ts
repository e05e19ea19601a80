/* area_play.ts: playing: shogi against persons or the engine (play_shogi.ts), Go against a human-like player (play_go.ts),
 * and chaturanga at one screen (play_chatur.ts).  Which of them is the first part of the address. */
import type { Mount } from './areas';
import { h, replace } from './dom';
import { ChaturPlay } from './play_chatur';
import { gamesWord, offered, otherGames } from './play_games';
import { GoPlay } from './play_go';
import { ShogiPlay } from './play_shogi';

export const play: Mount = (el, { path, args }) => {
  const chosen = offered().find((name) => name === path[0]) ?? offered()[0];
  const view = chosen === 'shogi' ? new ShogiPlay(args) : chosen === 'go' ? new GoPlay(args) : new ChaturPlay();
  const others = chosen === 'chaturanga' && otherGames(chosen).length > 0 && h('nav', { class: 'games', 'aria-label': gamesWord() }, otherGames(chosen));
  replace(el, others, view.el);
  return () => view.destroy();
};
