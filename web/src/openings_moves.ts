/* openings_moves.ts: the moves that were made from a position: a row each with the letter it has on the board, where it leads, how
 * it went for the side that made it, and its share through the years. */
import type { MovesAnswer, NextMove } from './api';
import type { Arrow, Disc } from './board';
import { calledPlayer } from './called';
import { h, replace } from './dom';
import { count, percent, sideName, t as common, texts } from './i18n';
import { icon, letterDisc, scoreWords, wdl, type Outcome } from './parts';
import { pointOfMove } from './setup_go';
import { squaresOf } from './setup_shogi';
import { site } from './site';
import { spark, type Period } from './trends';

const t = texts({
  move: 'move', leads: 'leads to', games: 'games', won: '{0} won', moreMoves: '{0} more moves, {1}', oneMore: '1 more move, {0}', few: '{0} of {1}', played: '{0}', beat: 'beat {0}', score: '{0} · {1}', title: 'Next moves', transposed: '{0} by another order of moves',
}, {
  move: '指し手', leads: '行き先', games: '対局', won: '{0}の勝率', moreMoves: 'ほか {0} 手、{1}', oneMore: 'ほか 1 手、{0}', few: '{1} 局中 {0} 勝', played: '{0}', beat: '{0}に勝ち', score: '{0} 局・{1}', title: '次の一手', transposed: '別の手順から {0}',
});

export const SHOWN = 7;
const THIN = 0.05; // share, below which letter and arrow are thin
/* Small beside the ranks of shogi, capital beside the columns of Go. */
export const letterOf = (i: number): string => (i < 26 ? String.fromCharCode((site.game === 'go' ? 65 : 97) + i) : '');

const sideOf = (m: NextMove): 's' | 'g' => (m.seat === 1 ? 'g' : 's');
const outcomeOf = (m: NextMove): Outcome => ({ wins: m.wins[m.seat] ?? 0, draws: m.draws, losses: m.wins[1 - m.seat] ?? 0 });

export const targetOf = (move: string): string | undefined => (site.game === 'shogi' ? squaresOf(move).at(-1) : pointOfMove(move));

/* Letters at the moves' targets; arrows of shogi from where they come. */
export function onBoard(moves: NextMove[]): { arrows: Arrow[]; discs: Disc[] } {
  const shogi = site.game === 'shogi', taken = new Set<string>(), arrows: Arrow[] = [], discs: Disc[] = [];
  moves.slice(0, SHOWN).forEach((m, i) => {
    const squares = shogi ? squaresOf(m.move) : [pointOfMove(m.move) ?? ''], to = squares.at(-1);
    if (!to) return;
    if (shogi && squares.length > 1) arrows.push({ from: squares[0], to, weight: m.share });
    const n = [...taken].filter((square) => square === to || square.startsWith(`${to}/`)).length;
    taken.add(n ? `${to}/${n}` : to);
    discs.push({ at: to, letter: letterOf(i), thin: m.share < THIN, off: shogi ? [0.3 * (n ? (n % 2 ? 1 : -1) : 0), m.seat ? 0.26 : -0.26] : undefined });
  });
  return { arrows, discs };
}

/* A column of a player's own games: his moves, or those made against him. */
export interface PlayerColumn { name: string; side: '' | 's' | 'g'; moves: Map<string, NextMove> }

export interface MoveRows {
  answer: MovesAnswer;
  text: (m: NextMove) => string;
  follow: (m: NextMove) => void;
  hover: (m: NextMove | undefined) => void;
  player?: PlayerColumn;
}

export class OpeningMoves {
  readonly el = h('section', { class: 'opening-moves', 'aria-label': t('title') });
  private leads = new Map<string, HTMLElement>();
  private sparks = new Map<string, HTMLElement>();
  private years = h('span');

  show({ answer, text, follow, hover, player }: MoveRows): void {
    this.leads = new Map();
    this.sparks = new Map();
    const { moves } = answer, side = moves[0] ? sideName(sideOf(moves[0])) : '';
    const rows = moves.map((m, i) => this.row(m, i, text(m), follow, hover, player));
    rows.forEach((row, i) => void (row.hidden = i >= SHOWN && rows.length > SHOWN + 1));
    const rest = moves.slice(SHOWN), games = rest.reduce((n, m) => n + m.games, 0);
    const gamesWords = games === 1 ? common('countGame') : common('countGames', count(games));
    const more = rows.some((row) => row.hidden) && h('button', { type: 'button', class: 'btn bare small more-moves', onclick: () => {
      for (const row of rows) row.hidden = false;
      rows[SHOWN].querySelector('button')?.focus();
      (more as HTMLElement).remove();
    } }, rest.length === 1 ? t('oneMore', gamesWords) : t('moreMoves', count(rest.length), gamesWords), icon('down'));
    this.years = h('span', { class: 'trend-head' });
    const whose = player && (player.side === '' || !moves[0] || player.side === sideOf(moves[0]) ? 'played' : 'beat'), [before, after] = whose ? t(whose, '\n').split('\n') : [];
    this.el.classList.toggle('with-player', !!player);
    replace(this.el, moves.length > 0 && [h('div', { class: 'opening-row head', 'aria-hidden': 'true' }, h('span'), h('span', {}, t('move')), h('span', { class: 'leads' }, t('leads')), h('span', { class: 'num' }, t('games')), h('span', {}, t('won', side)), this.years, player && h('span', { class: 'cut' }, before, calledPlayer(player.name), after)),
      h('ul', { class: 'list' }, rows), more]);
  }

  private row(m: NextMove, i: number, text: string, follow: MoveRows['follow'], hover: MoveRows['hover'], player?: PlayerColumn): HTMLElement {
    const { rate, interval } = scoreWords(outcomeOf(m)), leads = h('span', { class: 'leads cut soft' }), trend = h('span', { class: 'trend-cell' });
    this.leads.set(m.move, leads);
    this.sparks.set(m.move, trend);
    return h('li', { onpointerenter: () => hover(m), onpointerleave: () => hover(undefined) }, h('button', { type: 'button', class: 'opening-row', 'data-move': m.move, onclick: () => follow(m), onfocus: () => hover(m), onblur: () => hover(undefined) },
      letterOf(i) ? letterDisc(letterOf(i), m.share < THIN) : h('span'), h('b', {}, text), leads,
      h('span', { class: 'num', title: m.transposed ? t('transposed', count(m.transposed)) : undefined }, count(m.games), h('span', { class: 't1 soft' }, ` ${percent(m.share)} %`)),
      h('span', { class: 'mover' }, h('span', { class: 't1' }, h('b', {}, rate), h('span', { class: 'soft' }, ` ${interval}`)), wdl(outcomeOf(m), { height: 6 })),
      trend, player && h('span', { class: 'soft' }, playerWords(player, m))));
  }

  /* What the games of a move become: one after the other, as they are known. */
  showLead(move: string, words: string): void {
    const el = this.leads.get(move);
    if (el) replace(el, words);
    if (el) el.title = words;
  }

  showTrends(periods: Period[], last: number, shares: Map<string, number[]>, words: (move: string) => string): void {
    if (periods.length < 2) return;
    this.years.textContent = `${periods[0].from}–${last}`;
    for (const [move, el] of this.sparks) {
      const own = shares.get(move);
      if (own) replace(el, spark(periods, own, Math.max(0.12, ...own), words(move)));
    }
  }
}

/* "12 · 58 %" of his own moves; "1 of 19" of what was tried against him: who made it won. */
function playerWords({ side, moves }: PlayerColumn, m: NextMove): string {
  const own = moves.get(m.move);
  if (!own) return '–';
  if (side !== '' && side !== sideOf(m)) return t('few', count(own.wins[m.seat] ?? 0), count(own.games));
  const score = own.player ?? { wins: own.wins[m.seat] ?? 0, losses: own.wins[1 - m.seat] ?? 0, draws: own.draws };
  const { rate } = scoreWords(score);
  return score.wins + score.draws + score.losses < 5 ? rate : t('score', count(own.games), rate.replace(' ', '\u00a0'));
}
