/* game_analysis.ts: the whole game searched by the engine: values for the graph, a sentence on how it went, the moves that
 * turned it, and what the moves of each player cost.  Of shogi. */
import { ask, Asking, events, type GamePosition } from './api';
import { download, h, replace } from './dom';
import { costsTables } from './game_costs';
import { valueText, type Value } from './game_values';
import { decider, story } from './game_story';
import { lang, percent, recall, remember, texts } from './i18n';
import { LongWork } from './long_work';
import { lineTexts } from './notation';
import { button, sideSign } from './parts';
import { squaresOf } from './setup_shogi';

const t = texts({
  analyse: 'Analyse the game', deeper: 'Look deeper', stop: 'Stop', searching: '{0} of {1} positions…', cut: 'Stopped before everything was searched; fewer nodes take less time.',
  nodes: 'Nodes a position', took: 'whole game, {0} nodes a position, {1} s', none: 'No move lost much.', list: 'Turning points', better: 'better {0}', chances: 'Winning chances of the mover {0} % → {1} %.',
  best: 'Better was {0}.', people: '{0} of 100 professionals play {1}.', fewPeople: 'Hardly any professional plays {0}.', playOn: 'Play on from {0}',
}, {
  analyse: '一局を解析', deeper: '深く読む', stop: '停止', searching: '{1} 局面中 {0} 局面…', cut: 'すべての局面を探索する前に打ち切られました。ノード数を減らすと速くなります。',
  nodes: '一局面のノード数', took: '全局面、一局面 {0} ノード、{1} 秒', none: '大きな損の手はありません。', list: '分岐点', better: '最善 {0}', chances: '指した側の勝率 {0} % → {1} %。',
  best: '最善は {0}。', people: 'プロの 100 人中 {0} 人が {1} を指します。', fewPeople: 'プロでも {0} はほとんど指しません。', playOn: '{0} 手目から指す',
});

export type Side = 'black' | 'white';
export interface AnalysedMove { ply: number; side: Side; move: string; loss: number; win: number; win_after: number; best?: string; line?: string[]; class?: string; en?: string; ja?: string }
export interface Report { players: { side: Side; accuracy?: number }[]; moves: AnalysedMove[]; turning_points: { ply: number; side: Side; loss: number }[] }
interface Natural { moves: { moves: string[]; p: number }[] }

const FIRST = 5000, NODES = [20000, 100000, 500000];
const MOST = 5; // turning points
const LINE = 6; // moves of the better line
const LEAST = 0.05; // of the chances to win that one loses

export interface AnalysisActions {
  values: (values: (Value | undefined)[], whole: boolean) => void;
  turning: (points: { ply: number; words: string }[], decided?: number) => void;
  go: (ply: number) => void;
  playOn: (ply: number) => string; // an address
}

export class GameAnalysis {
  readonly el = h('div', { class: 'panes' });
  private readonly left = h('section', { class: 'whole' });
  private readonly right = h('section', { class: 'costs' });
  private readonly nodes = h('select', { id: 'nodes', class: 'small', 'aria-label': t('nodes') }, NODES.map((n) => h('option', { value: n, selected: n === Number(recall('analyse-nodes') ?? NODES[0]) }, n.toLocaleString(lang))));
  private readonly body = h('div');
  private readonly table = button('CSV', () => this.saveTable(), { bare: true });
  private readonly work = new LongWork({
    id: 'analyse-game', look: 'btn', words: (running) => t(running ? 'stop' : this.report ? 'deeper' : 'analyse'), run: (signal) => this.analyse(signal),
    changed: (running) => this.left.classList.toggle('stale', running && !!this.report),
    chosen: (running) => running && this.choose(),
  });
  private readonly people = new Asking();
  private values: (Value | undefined)[] = [];
  private report: Report | undefined;
  private perPosition = FIRST; // nodes
  private searched = 0; // nodes a position of what is shown
  private timer = 0;

  constructor(private readonly positions: GamePosition[], private readonly winner: Side | undefined, private readonly moveText: (ply: number) => string, private readonly on: AnalysisActions) {
    this.table.hidden = true;
    replace(this.left, this.body, h('div', { class: 'row whole-work' }, this.work.button, this.nodes, this.table, this.work.said));
    replace(this.el, this.left, this.right);
    // a first look is taken by itself: it costs as much as a second of thinking about one move
    if (positions.length > 1) this.timer = window.setTimeout(() => this.work.start(), 300);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.work.destroy();
    this.people.end();
  }

  private choose(): void {
    clearTimeout(this.timer);
    remember('analyse-nodes', this.nodes.value);
    this.perPosition = Number(this.nodes.value);
  }

  private async analyse(signal: AbortSignal): Promise<string> {
    const sfen = this.positions[0].sfen, moves = this.positions.slice(1).map((p) => p.move!), nodes = this.perPosition, began = performance.now();
    let count = 0, whole = false;
    this.values = [];
    await events('analyse/game', { sfen, moves: moves.join(' '), nodes }, (name, data) => {
      if (signal.aborted) return;
      if (name === 'position') {
        const { ply, ...value } = data as { ply: number } & Value;
        this.values[ply] = value;
        this.work.said.textContent = t('searching', ++count, this.positions.length);
        if (!this.report) this.on.values(this.values, false);
      } else if (name === 'game') {
        whole = true;
        this.report = data as Report;
        this.searched = nodes;
      }
    }, signal);
    if (whole && !signal.aborted) this.showReport(signal);
    return whole ? t('took', nodes.toLocaleString(lang), ((performance.now() - began) / 1000).toFixed(1)) : t('cut');
  }

  /* --- What was found --------------------------------------------------------------------------- */

  /* The moves that turned the game, and those that lost most: at most five, in their order. */
  private points(): AnalysedMove[] {
    const { turning_points } = this.report!, moves = this.report!.moves.filter((m) => !this.wonBy(m)), turned = new Set(turning_points.filter((p) => p.loss >= LEAST).map((p) => p.ply));
    const decided = decider(this.report!, this.winner);
    const weight = (m: AnalysedMove): number => m.loss + (turned.has(m.ply) ? 1 : 0) + (m.ply === decided ? 2 : 0);
    return moves.filter((m) => m.loss >= LEAST).sort((a, b) => weight(b) - weight(a)).slice(0, MOST).sort((a, b) => a.ply - b.ply);
  }

  /* The winner's last move, after which the other gave up: who thinks that it cost anything has not seen why. */
  private wonBy(m: AnalysedMove): boolean {
    return m.side === this.winner && m.ply === this.positions.length - 1;
  }

  /* The best move of a position of the game, and how it goes on, as that search saw it; undefined while it is not known. */
  best(ply: number): { value: Value; moves: string[]; nodes: number } | undefined {
    const line = this.report?.moves[ply]?.line, value = this.values[ply];
    return line?.length && value ? { value, moves: line, nodes: this.searched } : undefined;
  }

  private showReport(signal: AbortSignal): void {
    const points = this.points(), decided = decider(this.report!, this.winner);
    this.on.values(this.values, true);
    this.on.turning(points.map((m) => ({ ply: m.ply, words: `${m.ply} ${this.moveText(m.ply)}` })), decided);
    const rows = points.map((m, i) => this.point(m, i));
    this.table.hidden = false;
    replace(this.body, h('p', { class: 'story' }, story(this.report!, this.winner, (ply) => h('b', {}, `${ply} ${this.moveText(ply)}`))),
    points.length === 0 ? h('p', { class: 'hint' }, t('none')) : h('ol', { class: 'faults list', 'aria-label': t('list') }, rows.map((r) => r.el)),
    decided !== undefined && h('a', { class: 'btn', id: 'play-on', href: this.on.playOn(decided) }, t('playOn', decided)));
    replace(this.right, costsTables(this.positions, this.values, this.report!, this.on.go));
    this.left.dataset.analysed = String(this.report!.moves.length);
    void this.askPeople(points, rows.map((r) => r.people), signal);
  }

  private point(m: AnalysedMove, i: number): { el: HTMLElement; people: HTMLElement } {
    const people = h('span'), value = (ply: number): string => (this.values[ply] ? valueText(this.values[ply]!) : '');
    const line = this.lineOf(m), best = line.split(' ')[0], [before, after] = t('best', '\u0001').split('\u0001');
    const better = line.includes(' ') && [before, line.split(' ').flatMap((x, n) => [n > 0 && ' ', h('span', { class: 'm' }, x)]), after].flat();
    const el = h('li', { class: m.class ?? '' }, h('button', { type: 'button', 'data-ply': m.ply, onclick: () => this.on.go(m.ply) },
      h('span', { class: 'letter turn-number' }, String(i + 1)), sideSign(m.side === 'black' ? 's' : 'g'), h('b', {}, `${m.ply} ${this.moveText(m.ply)}`),
      h('span', { class: 'soft' }, best && t('better', best)), h('span', { class: 'grow' }), h('span', { class: 't1 soft number' }, `${value(m.ply - 1)} → ${value(m.ply)}`)),
    h('p', { class: 'soft' }, t('chances', percent(m.win), percent(m.win_after)), ' ', better, ' ', people));
    return { el, people };
  }

  /* The better line, in words. */
  private lineOf(m: AnalysedMove): string {
    const before = this.positions[m.ply - 1];
    return lineTexts(before.sfen, m.line?.slice(0, LINE) ?? [], squaresOf(before.move).at(-1)).join(' ');
  }

  /* How many find what was better. */
  private async askPeople(points: AnalysedMove[], places: HTMLElement[], signal: AbortSignal): Promise<void> {
    const ours = this.people.begin();
    for (const [i, m] of points.entries()) {
      if (!m.best || signal.aborted || ours.aborted) return;
      const moves = this.positions.slice(1, m.ply).map((p) => p.move!);
      const answer = await ask<Natural>('natural', { sfen: this.positions[0].sfen, moves: moves.join(' '), class: 'pro', limit: 200 }, ours).catch(() => undefined);
      if (!answer) return;
      const p = answer.moves.find((x) => x.moves[0] === m.best)?.p ?? 0, best = this.lineOf(m).split(' ')[0];
      if (best) places[i].textContent = p < 0.005 ? t('fewPeople', best) : t('people', Math.round(100 * p), best);
    }
  }

  private saveTable(): void {
    const win = new Map(this.report!.moves.map((m) => [m.ply, m]));
    const rows = this.positions.map((p) => [p.ply, p.move ?? '', this.values[p.ply]?.centipawns ?? '', this.values[p.ply]?.mate ?? '', win.get(p.ply)?.loss ?? '', win.get(p.ply)?.best ?? '']);
    download('kifu-values.csv', `${[['ply', 'move', 'centipawns', 'mate', 'loss', 'best'], ...rows].map((r) => r.join(',')).join('\n')}\n`);
  }
}

