/* play_review.ts: a game that was played, looked back on: who stood better when, the moves that decided it (at most
 * five), what was better, and how many people would have found it. */
import { events, messageOf } from './api';
import { h, replace } from './dom';
import { count, lang, sideName, texts } from './i18n';
import { moveText } from './notation';
import { shogiDiagram, type Crop } from './piece_set';
import { MOST_POINTS, ReviewFrame } from './play_review_frame';
import type { State } from './play_shogi';
import type { PlayTable } from './play_table';
import { positionAt, squaresOf } from './setup_shogi';
import type { Color } from './setup';
import type { Turn } from './value_graph';

const t = texts({
  won: '{0} won in ', moves: '{0} moves', drawn: 'Drawn in ', stopped: 'Left after ', decided1: '; one move of yours decided it', decided: '; {0} moves of yours decided it', none: '; no single move of yours decided it',
  n2: 'two', n3: 'three', n4: 'four', n5: 'five', looking: 'The engine looks at it: {0} of {1} positions.', ahead: 'You were ahead from move {0} to {1}.', aheadFirst: 'You were ahead from the start to move {1}.', never: 'You were never far ahead.', again: 'Each turning point can be played again from there.',
  little: 'your moves that cost little', likely: 'among the three that {0} play most', accuracy: 'accuracy of your moves', ofHundred: '{0} of 100', pro: 'professionals', amateur: 'amateurs', online: 'players online',
  valueNote: 'value before and after, for you', better: 'better {0}', playBetter: '{0} find {1}', mate: 'mate', noPoint: 'Nothing you played cost much at once.',
}, {
  won: '{0}の勝ち、', moves: '{0} 手', drawn: '引き分け、', stopped: '中断、', decided1: '。あなたの一手が勝敗を分けました', decided: '。あなたの{0}手が勝敗を分けました', none: '。勝敗を分けた一手はありません',
  n2: '二', n3: '三', n4: '四', n5: '五', looking: 'エンジンが検討しています: {1} 局面中 {0} 局面。', ahead: '{0} 手目から {1} 手目まで優勢でした。', aheadFirst: '開始から {1} 手目まで優勢でした。', never: '大きく優勢になることはありませんでした。', again: '分かれ目から指し直せます。',
  little: '損の小さい指し手', likely: '{0}が最もよく指す三手に入る手', accuracy: '指し手の正確さ', ofHundred: '100 手中 {0}', pro: 'プロ', amateur: 'アマチュア', online: 'ネット対局者',
  valueNote: '前後の評価値（あなたから見て）', better: '優った手 {0}', playBetter: '{0} 人が{1}を見つけ', mate: '詰み', noPoint: '一手で大きく損をした手はありません。',
});

interface Analysed { ply: number; side: string; move: string; best?: string; class: string; loss: number; win: number; win_after: number }
interface Report { players: { side: string; accuracy?: number }[]; turning_points: { ply: number; side: string; loss: number }[]; moves: Analysed[] }
type Class = 'pro' | 'amateur' | 'online';
interface Found { ply: number; found: Record<Class, number>; nth: Record<Class, number>; likely: Record<Class, { moves: string[]; p: number }[]> }

export interface Played {
  start: string; moves: string[]; side: Color; state: State; who: string; table: PlayTable;
  playFrom: (ply: number) => void; // the game goes on before that move
  seats: () => void;
}

const NODES = 20000, AHEAD = 150; // hundredths of a pawn
const MATE = 3000; // what a mate counts as on the graph

export class PlayReview extends ReviewFrame {
  private readonly values: (number | undefined)[] = []; // by ply, for Black
  private readonly found = new Map<number, Found>();
  private report: Report | undefined;

  constructor(private readonly game: Played, ending: HTMLElement) {
    super(game.moves.length, t('valueNote'), ending);
    this.showTitle();
    this.showPoints();
    this.showPly();
    if (game.moves.length) void this.analyse();
  }

  /* --- What the server says ---------------------------------------------------------------------- */

  private async analyse(): Promise<void> {
    const signal = this.asking.begin(), { start, moves } = this.game, game = { sfen: start || 'startpos', moves: moves.join(' ') };
    let looked = 0;
    const whole = events('analyse/game', { ...game, nodes: NODES }, (name, data) => {
      if (name === 'position') {
        const { ply, centipawns, mate } = data as { ply: number; centipawns?: number; mate?: number };
        this.values[ply] = mate !== undefined ? Math.sign(mate || (this.loser === 's' ? -1 : 1)) * MATE : centipawns;
        this.about.textContent = t('looking', ++looked, moves.length + 1);
      } else if (name === 'game') this.report = data as Report;
      this.draw();
    }, signal);
    const people = events('found', game, (name, data) => {
      if (name === 'move') this.found.set((data as Found).ply, data as Found);
    }, signal).then(() => this.draw(), () => {}); // without the network the rest is still worth reading
    try {
      await whole;
      await people;
    } catch (e) {
      if (!signal.aborted) this.about.textContent = messageOf(e);
    }
  }

  private get loser(): Color | undefined {
    const { result } = this.game.state.over!;
    return result === 'b' ? 'g' : result === 'w' ? 's' : undefined;
  }

  private get me(): string {
    return this.game.side === 's' ? 'black' : 'white';
  }

  private turningPoints(): Analysed[] {
    const { report } = this;
    if (!report) return [];
    const mine = report.turning_points.filter((p) => p.side === this.me).sort((a, b) => b.loss - a.loss).slice(0, MOST_POINTS).map((p) => p.ply);
    return report.moves.filter((m) => mine.includes(m.ply) && m.best && m.best !== m.move);
  }

  /* --- Drawing ------------------------------------------------------------------------------------- */

  protected graphed(): { values: (number | undefined)[]; turns: Turn[] } {
    return { values: this.values, turns: this.turningPoints().map((m, i) => ({ ply: m.ply, number: i + 1 })) };
  }

  protected showWords(): void {
    if (!this.report) return;
    this.showTitle();
    this.showAbout();
    this.showThree();
    this.showPoints();
    this.el.dataset.reviewed = this.found.size ? 'people' : 'engine';
  }

  private showTitle(): void {
    const { state, moves } = this.game, { result } = state.over!, n = this.turningPoints().length;
    const begin = result === 'b' || result === 'w' ? t('won', sideName(result === 'b' ? 's' : 'g')) : t(result === 'd' ? 'drawn' : 'stopped');
    const number = ['', '', t('n2'), t('n3'), t('n4'), t('n5')][n];
    replace(this.title, begin, h('b', {}, t('moves', count(moves.length))), !this.report ? '' : n === 0 ? t('none') : n === 1 ? t('decided1') : t('decided', number));
    if (!this.report) this.about.textContent = state.resigns ?? state.over![lang];
  }

  private showAbout(): void {
    const sign = this.game.side === 's' ? 1 : -1;
    let best: [number, number] = [0, -1], from = -1;
    for (let ply = 0; ply <= this.values.length; ply++) {
      const on = ply < this.values.length && sign * (this.values[ply] ?? 0) >= AHEAD;
      if (on && from < 0) from = ply;
      if (!on && from >= 0) {
        if (ply - 1 - from > best[1] - best[0]) best = [from, ply - 1];
        from = -1;
      }
    }
    this.about.textContent = `${best[1] >= best[0] ? t(best[0] === 0 ? 'aheadFirst' : 'ahead', best[0], best[1]) : t('never')}${this.turningPoints().length ? ` ${t('again')}` : ''}`;
  }

  private showThree(): void {
    const who = this.game.who as Class, mine = this.report!.moves.filter((m) => m.side === this.me);
    const known = mine.filter((m) => this.found.has(m.ply)), accuracy = this.report!.players.find((p) => p.side === this.me)?.accuracy;
    const share = (some: number, all: number): string => (all ? t('ofHundred', Math.round((100 * some) / all)) : '–');
    replace(this.three, this.fact(share(mine.filter((m) => m.class === 'good').length, mine.length), t('little')),
      this.fact(known.length ? share(known.filter((m) => this.found.get(m.ply)!.nth[who] <= 3).length, known.length) : '–', t('likely', t(who))),
      this.fact(accuracy === undefined ? '–' : `${Math.round(accuracy)} %`, t('accuracy')));
  }

  private showPoints(): void {
    const points = this.turningPoints();
    if (!points.length) return replace(this.points, this.report ? h('li', { class: 'hint' }, t('noPoint')) : h('li', { class: 'hint' }, '…'));
    replace(this.points, points.map((m, i) => this.point(m, i + 1)));
  }

  private point(m: Analysed, number: number): HTMLElement {
    const before = positionAt(this.game.start, this.game.moves, m.ply - 1), last = squaresOf(this.game.moves[m.ply - 2]).at(-1);
    const text = (usi: string): string => moveText(usi, before.look.pieces, before.turn || 's', last);
    const sign = this.game.side === 's' ? 1 : -1;
    const value = (ply: number): string => {
      const v = this.values[ply] === undefined ? undefined : sign * this.values[ply];
      return v === undefined ? '?' : Math.abs(v) >= MATE ? `${v > 0 ? '+' : '−'}${t('mate')}` : `${v > 0 ? '+' : v < 0 ? '−' : ''}${count(Math.abs(v))}`;
    };
    return h('li', { class: 'tp' }, shogiDiagram(before.look.pieces, cropOf([m.move, m.best!])),
      this.pointRow({
        number, move: `${m.ply} ${text(m.move)}`, better: t('better', text(m.best!)), values: `${value(m.ply - 1)} → ${value(m.ply)}`, people: this.findWords(m, text),
        playOn: () => this.game.playFrom(m.ply - 1), show: () => this.showPoint(m),
      }));
  }

  private findWords(m: Analysed, text: (usi: string) => string): string {
    const who = this.game.who as Class, f = this.found.get(m.ply);
    if (!f) return '';
    const likely = f.likely[who], best = likely.find((l) => l.moves[0] === m.best);
    const others = likely.filter((l) => l !== best && l.moves[0] !== m.move && l.p >= 0.02).slice(0, best ? 1 : 2).map((l) => ({ p: l.p, text: text(l.moves[0]) }));
    return this.peopleWords(t(who), best ? [t('playBetter', this.ofHundred(best.p), text(m.best!))] : [], others, f.found[who]);
  }

  /* --- Stepping -------------------------------------------------------------------------------------- */

  protected showPosition(): void {
    const { game } = this, setup = positionAt(game.start, game.moves, this.ply);
    game.table.show(setup, squaresOf(game.moves[this.ply - 1]));
    game.table.showHands(setup);
    game.table.showArrows([]);
    game.seats();
  }

  /* The position before the move, with what was played and what was better. */
  private showPoint(m: Analysed): void {
    this.go(m.ply - 1);
    const arrow = (usi: string, score?: number) => {
      const [a, b] = squaresOf(usi);
      return { ...(b ? { from: a, to: b } : { to: a }), weight: 0.5, score };
    };
    this.game.table.showArrows([arrow(m.best!), arrow(m.move, 0)]);
  }
}

/* Five files by four ranks around the squares of the moves. */
function cropOf(moves: string[]): Crop {
  const squares = moves.flatMap((m) => squaresOf(m)), files = squares.map((s) => Number(s[0])), ranks = squares.map((s) => Number(s[1]));
  const middle = (all: number[], span: number): number => Math.max(1, Math.min(10 - span, Math.round((Math.min(...all) + Math.max(...all)) / 2 - (span - 1) / 2)));
  const right = middle(files, 5), top = middle(ranks, 4);
  return [right + 4, right, top, top + 3];
}

