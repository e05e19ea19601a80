/* play_games.ts: which games can be played here, and links from one to the others. */
import { address } from './address';
import { h } from './dom';
import { texts } from './i18n';
import { site } from './site';

const t = texts({ games: 'Games', shogi: 'Shogi', go: 'Go', chaturanga: 'Chaturanga for four' }, { games: 'ゲーム', shogi: '将棋', go: '囲碁', chaturanga: '四人チャトランガ' });

export type Game = 'shogi' | 'go' | 'chaturanga';

export const offered = (): Game[] => (['shogi', 'go', 'chaturanga'] as const).filter((name) => name === 'chaturanga' || name === site.game);

export const otherGames = (now: Game): HTMLElement[] => offered().filter((name) => name !== now).map((name) => h('a', { class: 'other-game', href: address('play', [name]) }, `${t(name)} ›`));

export const gamesWord = (): string => t('games');
