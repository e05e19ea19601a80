/* game_analysis.ts: the whole line on screen searched by the engine: a graph of Black's win probability that
 * fills up from the end, then the accuracy of both players and a sentence on each mistake.  Of shogi. */
import { Asking, events, messageOf } from './api';
import { h, replace, svg } from './dom';
import { lang, sideMark, texts } from './i18n';

const t = texts({
  title: 'The whole game', start: 'Analyse the game', stop: 'Stop', searching: '{0} of {1} positions…', stopped: 'Stopped.', cut: 'Stopped before everything was searched; fewer nodes take less time.', nodes: 'Nodes a position',
  help: 'Searches each position once and reports mistakes with what was better. Black’s win probability is drawn.',
  graph: 'Black’s win probability through the game', player: 'Player', accuracy: 'Accuracy', inaccuracies: 'Inaccuracies', mistakes: 'Mistakes', blunders: 'Blunders', missed: 'Mates missed',
  none: 'No mistakes found.', list: 'Mistakes', black: 'Black', white: 'White',
}, {
  title: '一局の検討', start: '一局を検討', stop: '停止', searching: '{1} 局面中 {0} 局面…', stopped: '停止しました。', cut: 'すべての局面を探索する前に打ち切られました。ノード数を減らすと速くなります。', nodes: '一局面のノード数',
  help: '各局面を一度ずつ探索し、疑問手や悪手と優った手順を示します。グラフは先手の勝率です。',
  graph: '先手の勝率の推移', player: '対局者', accuracy: '正確さ', inaccuracies: '疑問手', mistakes: '悪手', blunders: '大悪手', missed: '詰み逃し',
  none: '悪手は見つかりませんでした。', list: '疑問手と悪手', black: '先手', white: '後手',
});

type Side = 'black' | 'white';
interface Player { side: Side; moves: number; accuracy?: number; inaccuracies: number; mistakes: number; blunders: number; mates_missed: number }
interface AnalysedMove { ply: number; side: Side; class?: string; en?: string; ja?: string }
interface Report { players: Player[]; moves: AnalysedMove[] }

const W = 600, H = 90, NODES = [5000, 20000, 100000], USUAL = 20000;

export class GameAnalysis {
  readonly el: HTMLElement;
  private readonly button = h('button', { type: 'button', id: 'analyse-game', 'aria-pressed': 'false', onclick: () => this.toggle() }, t('start'));
  private readonly nodes = h('select', { id: 'nodes', 'aria-label': t('nodes') }, NODES.map((n) => h('option', { value: n, selected: n === USUAL }, n.toLocaleString(lang))));
  private readonly chart = h('div', { class: 'game-graph' });
  private readonly report = h('div', { class: 'game-report' });
  private readonly said = h('p', { class: 'tips', role: 'status' }, t('help'));
  private readonly asking = new Asking();
  private readonly marker = svg('line', { class: 'now', y1: 0, y2: H });
  private wins: (number | undefined)[] = []; // Black's, by ply
  private marks: AnalysedMove[] = [];
  private sfen = '';
  private moves: string[] = [];
  private running = false;
  private drawing = 0;

  /* go: shows the board after so many moves. */
  constructor(private readonly go: (ply: number) => void) {
    this.el = h('section', { class: 'panel whole', 'aria-labelledby': 'whole-title' },
      h('div', { class: 'row spread' }, h('h2', { id: 'whole-title' }, t('title')), h('span', { class: 'row' }, this.nodes, this.button)),
      this.chart, this.report, this.said);
  }

  destroy(): void {
    cancelAnimationFrame(this.drawing);
    this.asking.end();
  }

  /* Another line is on screen: where it began and all its moves. */
  enter(sfen: string, moves: string[]): void {
    if (sfen === this.sfen && moves.join() === this.moves.join()) return;
    this.asking.end();
    [this.sfen, this.moves] = [sfen, moves];
    this.clear();
    this.end(t('help'));
  }

  show(ply: number): void {
    const x = this.x(ply);
    this.marker.setAttribute('x1', String(x));
    this.marker.setAttribute('x2', String(x));
  }

  private clear(): void {
    cancelAnimationFrame(this.drawing);
    [this.wins, this.marks] = [[], []];
    replace(this.chart);
    replace(this.report);
    delete this.el.dataset.analysed;
  }

  private toggle(): void {
    if (!this.running) return this.start();
    this.asking.end();
    this.end(t('stopped'));
  }

  private start(): void {
    this.clear();
    this.running = true;
    this.button.textContent = t('stop');
    this.button.setAttribute('aria-pressed', 'true');
    void this.analyse(this.asking.begin());
  }

  private end(words: string): void {
    this.running = false;
    this.button.textContent = t('start');
    this.button.setAttribute('aria-pressed', 'false');
    this.said.textContent = words;
  }

  private async analyse(signal: AbortSignal): Promise<void> {
    let count = 0, whole = false;
    try {
      await events('analyse/game', { sfen: this.sfen, moves: this.moves.join(' '), nodes: Number(this.nodes.value) }, (name, data) => {
        if (signal.aborted) return;
        if (name === 'position') {
          const { ply, win } = data as { ply: number; win?: number };
          this.wins[ply] = win;
          this.said.textContent = t('searching', ++count, this.moves.length + 1);
          this.draw();
        } else if (name === 'game') {
          whole = true;
          this.showReport(data as Report);
        }
      }, signal);
      if (!signal.aborted) this.end(t(whole ? 'help' : 'cut'));
    } catch (e) {
      if (!signal.aborted) this.end(messageOf(e));
    }
  }

  /* --- Drawing ----------------------------------------------------------------------------------- */

  private x(ply: number): number {
    return this.moves.length ? (W * ply) / this.moves.length : 0;
  }

  /* Several positions come at a time: drawn once. */
  private draw(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    const y = (win: number): number => 3 + (H - 6) * (1 - win);
    const plies = [...this.wins.keys()].filter((ply) => this.wins[ply] !== undefined);
    const line = plies.map((ply) => `${this.x(ply).toFixed(1)} ${y(this.wins[ply]!).toFixed(1)}`);
    const area = line.length ? `M${this.x(plies[0])} ${H / 2}L${line.join('L')}L${this.x(plies.at(-1)!)} ${H / 2}Z` : '';
    const picture = svg('svg', { class: 'graph whole-graph', viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('graph') },
      svg('path', { class: 'area', d: area }), svg('line', { class: 'zero', x1: 0, x2: W, y1: H / 2, y2: H / 2 }),
      svg('path', { class: 'line', d: line.length ? `M${line.join('L')}` : '' }),
      this.marks.filter((m) => m.class !== 'good' && this.wins[m.ply] !== undefined).map((m) =>
        svg('line', { class: `mark ${m.class} ${m.side}`, x1: this.x(m.ply), x2: this.x(m.ply), y1: y(this.wins[m.ply]!), y2: m.side === 'black' ? H : 0 })),
      this.marker);
    picture.style.height = `${H}px`;
    picture.addEventListener('click', (e) => {
      const box = picture.getBoundingClientRect();
      this.go(Math.round(((e.clientX - box.left) / box.width) * this.moves.length));
    });
    replace(this.chart, picture);
  }

  private showReport(report: Report): void {
    this.marks = report.moves.filter((m) => m[lang] !== undefined);
    this.draw();
    replace(this.report,
      h('table', { class: 'totals' }, h('thead', {}, h('tr', {}, ['player', 'accuracy', 'inaccuracies', 'mistakes', 'blunders', 'missed'].map((key) => h('th', { scope: 'col' }, t(key as 'player'))))),
        h('tbody', {}, report.players.map((p) => h('tr', { 'data-side': p.side }, h('th', { scope: 'row' }, `${sideMark(p.side === 'black' ? 's' : 'g')} ${t(p.side)}`),
          h('td', { class: 'number' }, p.accuracy === undefined ? '–' : `${p.accuracy.toFixed(1)}%`),
          [p.inaccuracies, p.mistakes, p.blunders, p.mates_missed].map((n) => h('td', { class: 'number' }, String(n))))))),
      this.marks.length === 0 ? h('p', { class: 'hint' }, t('none')) : h('ol', { class: 'faults', 'aria-label': t('list') }, this.marks.map((m) =>
        h('li', { class: m.class ?? '' }, h('button', { type: 'button', 'data-ply': m.ply, onclick: () => this.go(m.ply) }, m[lang]!)))));
    this.el.dataset.analysed = String(report.moves.length);
  }
}
