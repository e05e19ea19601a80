/* play_go_review.ts: a game of Go that was played, looked back on by the network of people's moves: whom it expects to win after
 * each move, the reader's moves that cost most of that (at most five), and what people play there.  It does not read ahead:
 * what it says is an expectation, and the page says whose. */
import { ask, ApiError, messageOf } from './api';
import { h, replace } from './dom';
import { count, percent, sideName, texts } from './i18n';
import { pointOfMove } from './setup_go';
import type { State } from './play_go';
import type { GoTable, Stones } from './play_go_table';
import type { People } from './play_go_terms';
import { MOST_POINTS, ReviewFrame } from './play_review_frame';
import type { Color } from './setup';
import { CHANCES, type Turn } from './value_graph';

const t = texts({
  won: '{0} won in ', moves: '{0} moves', drawn: 'Drawn in ', one: '; one move of yours cost most', some: '; {0} moves of yours cost most', none: '; no move of yours cost much',
  n2: 'two', n3: 'three', n4: 'four', n5: 'five', looking: 'The network looks at it: {0} of {1} positions.', network: 'What the network of people’s moves expects; it does not read ahead. Each of these moves can be played again.', noNetwork: 'The network of people’s moves is not installed: there is nothing to judge the moves by.',
  little: 'your moves that cost little', likely: 'among the three that {0} play most', mean: 'mean cost of a move of yours', ofHundred: '{0} of 100', pro: 'professionals', strong: 'strong amateurs', amateur: 'amateurs', of100: '{0} % of the chances',
  note: 'your chances before and after, by the network', better: 'better {0}', noPoint: 'Nothing you played cost much at once.', passes: 'pass', noBetter: 'nothing that people play is clearly better',
}, {
  won: '{0}の勝ち、', moves: '{0} 手', drawn: '引き分け、', one: '。損の大きい手は一手', some: '。損の大きい手は{0}手', none: '。損の大きい手はありません',
  n2: '二', n3: '三', n4: '四', n5: '五', looking: 'ネットワークが検討しています: {1} 局面中 {0} 局面。', network: '人の着手のネットワークの予想です（先は読みません）。それぞれの手から打ち直せます。', noNetwork: '人の着手のネットワークがインストールされていないため、着手を検討できません。',
  little: '損の小さい着手', likely: '{0}が最もよく打つ三手に入る手', mean: '一手の平均の損', ofHundred: '100 手中 {0}', pro: 'プロ', strong: '強いアマチュア', amateur: 'アマチュア', of100: '勝率 {0} %',
  note: '前後の予想勝率（あなたから見て）', better: '優った手 {0}', noPoint: '一手で大きく損をした手はありません。', passes: 'パス', noBetter: '人が打つ手に、はっきり優るものはありません',
});

interface Natural { win: number; moves: { moves: string[]; p: number }[] }
interface Seen { win: number; likely: { point: string; p: number }[] } // win: of Black; before a move
interface Point { ply: number; loss: number; better?: { point: string; win: number } }

const COSTS = 0.08, LITTLE = 0.03; // of the chances to win
const TRIED = 3, ASKED = 40; // moves of people that are tried at a turning point; that are asked for

export interface Played {
  handicap: number; moves: string[]; side: Color; state: State; who: People; table: GoTable;
  playFrom: (ply: number) => void;
  seats: () => void;
}

export class GoReview extends ReviewFrame {
  private readonly seen: (Seen | undefined)[] = []; // by ply
  private readonly stones = new Map<number, Stones>();
  private turns: Point[] = [];
  private start = '19x19 b';
  private done = false;

  constructor(private readonly game: Played, ending: HTMLElement) {
    super(game.moves.length, t('note'), ending, CHANCES);
    this.showWords();
    this.showPly();
    void this.look();
  }

  /* --- What the network says ---------------------------------------------------------------------- */

  private async look(): Promise<void> {
    const signal = this.asking.begin(), { moves, handicap } = this.game;
    try {
      if (handicap) this.start = `19x19 w b:${(await ask<State>('play/go', { handicap }, signal)).black.join(',')}`;
      for (let ply = 0; ply <= moves.length; ply++) {
        this.seen[ply] = await this.ask(moves.slice(0, ply), signal);
        this.about.textContent = t('looking', ply + 1, moves.length + 1);
        this.draw();
      }
      await this.findTurns(signal);
      this.done = true;
      this.draw();
    } catch (e) {
      if (!signal.aborted) this.about.textContent = e instanceof ApiError && e.code === 'not-found' ? t('noNetwork') : messageOf(e);
    }
  }

  private async ask(moves: string[], signal: AbortSignal): Promise<Seen> {
    const answer = await ask<Natural>('natural', { sfen: this.start, moves: moves.join(' '), class: this.game.who, limit: ASKED }, signal);
    const blacks = (moves.length % 2 === 0) === (this.game.handicap === 0);
    return { win: blacks ? answer.win : 1 - answer.win, likely: answer.moves.map((m) => ({ point: pointOfMove(m.moves[0]) ?? 'pass', p: m.p })) };
  }

  private mine(ply: number): boolean {
    const blacks = (ply % 2 === 1) === (this.game.handicap === 0);
    return blacks === (this.game.side === 's');
  }

  private chance(ply: number): number {
    return this.game.side === 's' ? this.seen[ply]!.win : 1 - this.seen[ply]!.win;
  }

  private losses(): Point[] {
    return this.game.moves.map((_, i) => i + 1).filter((ply) => this.mine(ply)).map((ply) => ({ ply, loss: Math.max(0, this.chance(ply - 1) - this.chance(ply)) }));
  }

  /* The dearest moves, each with the best of those that people play there. */
  private async findTurns(signal: AbortSignal): Promise<void> {
    this.turns = this.losses().filter((p) => p.loss >= COSTS).sort((a, b) => b.loss - a.loss).slice(0, MOST_POINTS).sort((a, b) => a.ply - b.ply);
    for (const point of this.turns) {
      const before = this.game.moves.slice(0, point.ply - 1), played = this.game.moves[point.ply - 1];
      for (const { point: to } of this.seen[point.ply - 1]!.likely.filter((m) => m.point !== played).slice(0, TRIED)) {
        const { win } = await this.ask([...before, to], signal), mine = this.game.side === 's' ? win : 1 - win;
        if (mine > this.chance(point.ply) + LITTLE && mine > (point.better?.win ?? 0)) point.better = { point: to, win: mine };
      }
    }
  }

  /* --- Drawing -------------------------------------------------------------------------------------- */

  protected graphed(): { values: (number | undefined)[]; turns: Turn[] } {
    return { values: this.seen.map((s) => s && s.win - 0.5), turns: this.turns.map((p, i) => ({ ply: p.ply, number: i + 1 })) };
  }

  protected showWords(): void {
    const { state, moves } = this.game, { result } = state.over!, n = this.turns.length;
    replace(this.title, result === 'd' ? t('drawn') : t('won', sideName(result === 'b' ? 's' : 'g')), h('b', {}, t('moves', count(moves.length))),
      this.done && (n === 0 ? t('none') : n === 1 ? t('one') : t('some', ['', '', t('n2'), t('n3'), t('n4'), t('n5')][n])));
    if (!this.done) return replace(this.points, h('li', { class: 'hint' }, '…'));
    this.about.textContent = t('network');
    this.showThree();
    replace(this.points, n ? this.turns.map((p, i) => this.row(p, i + 1)) : h('li', { class: 'hint' }, t('noPoint')));
    this.el.dataset.reviewed = 'people';
  }

  private showThree(): void {
    const all = this.losses(), share = (some: number): string => (all.length ? t('ofHundred', Math.round((100 * some) / all.length)) : '–');
    const known = (ply: number): boolean => this.seen[ply - 1]!.likely.slice(0, TRIED).some((m) => m.point === this.game.moves[ply - 1]);
    replace(this.three, this.fact(share(all.filter((p) => p.loss < LITTLE).length), t('little')), this.fact(share(all.filter((p) => known(p.ply)).length), t('likely', t(this.game.who))),
      this.fact(all.length ? t('of100', ((100 * all.reduce((sum, p) => sum + p.loss, 0)) / all.length).toFixed(1)) : '–', t('mean')));
  }

  private row(p: Point, number: number): HTMLElement {
    const { likely } = this.seen[p.ply - 1]!, played = this.game.moves[p.ply - 1], text = (m: string): string => (m === 'pass' ? t('passes') : m);
    const others = likely.filter((m) => m.point !== played && (m.p >= 0.02 || m.point === p.better?.point)).slice(0, TRIED).map((m) => ({ p: m.p, text: text(m.point) }));
    return h('li', { class: 'tp bare' }, this.pointRow({
      number, move: `${p.ply} ${text(played)}`, better: p.better ? t('better', `${text(p.better.point)} (${percent(p.better.win)} %)`) : t('noBetter'), values: `${percent(this.chance(p.ply - 1))} % → ${percent(this.chance(p.ply))} %`,
      people: this.peopleWords(t(this.game.who), [], others, likely.find((m) => m.point === played)?.p ?? 0), isGo: true, playOn: () => this.game.playFrom(p.ply - 1), show: () => this.showPoint(p),
    }));
  }

  /* --- Stepping --------------------------------------------------------------------------------------- */

  protected showPosition(): void {
    const { ply, game } = this, shown = this.stones.get(ply);
    game.seats();
    if (shown) return game.table.show(shown);
    void this.fetch(ply);
  }

  private async fetch(ply: number): Promise<void> {
    const { state, moves, handicap, table } = this.game;
    const here = ply === moves.length ? state : await ask<State>('play/go', { handicap, moves: moves.slice(0, ply).join(' ') }).catch(() => undefined);
    if (!here) return;
    const over = ply === moves.length ? state.over : undefined;
    this.stones.set(ply, { black: here.black, white: here.white, captured: here.captured, last: moves[ply - 1], blackArea: over?.black_area, whiteArea: over?.white_area, dead: over?.dead });
    if (this.ply === ply) table.show(this.stones.get(ply)!);
  }

  /* The position before the move, with what was played and what was better. */
  private async showPoint(p: Point): Promise<void> {
    this.go(p.ply - 1);
    await this.fetch(p.ply - 1);
    if (this.ply !== p.ply - 1) return;
    const played = this.game.moves[p.ply - 1];
    this.game.table.showArrows([...(p.better && p.better.point !== 'pass' ? [{ to: p.better.point, weight: 0.6 }] : []), ...(played !== 'pass' ? [{ to: played, weight: 0.6, score: 0 }] : [])]);
  }
}
