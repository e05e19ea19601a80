/* long_answer.ts: words that the answers of long requests about games share (player, comparison). */
import { texts } from './i18n';
import { moveText } from './notation';
import { dialectOf, type Mark } from './setup';
import { pointOfMove } from './setup_go';
import { playMove, START } from './setup_shogi';
import { site } from './site';

const t = texts({ waiting: 'Waiting for another one to end…', share: '{0}… {1} %' }, { waiting: 'ほかの集計が終わるのを待っています…', share: '{0}… {1} %' });

export function progressWords(what: string, progress: { stage: string; share?: number }): string {
  return progress.stage === 'waiting' ? t('waiting') : t('share', what, Math.floor(100 * (progress.share ?? 0)));
}

/* One move, in a position where that is known. */
export function moveInWords(move: string, position?: string): string {
  if (site.game !== 'shogi') return pointOfMove(move) ?? move;
  return moveText(move, (position && dialectOf('shogi').fromPosition(position)?.look.pieces) || new Map<string, Mark>());
}

/* Moves in a row; pieces are named as long as the moves can be made from the start of a game. */
export function movesInWords(moves: string[]): string {
  if (site.game !== 'shogi') return moves.map((m) => pointOfMove(m) ?? m).join(' ');
  const setup = dialectOf('shogi').fromPosition(START);
  return moves.map((m) => {
    const pieces = setup?.look.pieces ?? new Map<string, Mark>();
    const words = moveText(m, pieces);
    if (setup) playMove(setup, m);
    return words;
  }).join(' ');
}
