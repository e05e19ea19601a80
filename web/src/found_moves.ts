/* found_moves.ts: how likely people were to find each move of the line on screen: bars along the game
 * as the network of people's moves judges them, and for the move shown what each class of player would
 * have done.  Of shogi. */
import { events } from './api';
import { shareBar } from './bars';
import { h, replace, svg } from './dom';
import { lang, percent, recall, remember, texts } from './i18n';
import { LongWork } from './long_work';

const t = texts({
  title: 'Who finds this move?', start: 'Judge all moves', stop: 'Stop', judging: '{0} of {1} moves…',
  help: 'How likely professionals (bars), amateurs and players online (lines) are to play each move of this game, by a network of people’s moves. About three seconds.',
  pro: 'professionals', amateur: 'club players', online: 'players online', finds: '{0}: {1}', of: '{0} {1} %', less: '{0} under 1 %',
  graph: 'How likely people were to find each move', likely: 'What they play most', step: 'Go to a move to see who finds it.', surprise: 'surprise {0} (professionals, nats)',
}, {
  title: 'この手は誰が見つけるか', start: '全手を調べる', stop: '停止', judging: '{1} 手中 {0} 手…',
  help: 'この棋譜の各手を、プロ（棒）、アマチュアとネット対局者（線）がどのくらい指すかの推定です。3 秒ほどかかります。',
  pro: 'プロ', amateur: 'アマチュア', online: 'ネット対局', finds: '{0}: {1}', of: '{0} {1} %', less: '{0} 1 % 未満',
  graph: '各手を人が見つける確率の推移', likely: 'よく指す手', step: '手を選ぶと、誰が見つけるかが出ます。', surprise: '意外さ {0}（プロ、nat）',
});

const CLASSES = ['pro', 'amateur', 'online'] as const;
type Class = (typeof CLASSES)[number];
interface Words { moves: string[]; ja: string; en: string }
interface Found extends Words {
  ply: number; found: Record<Class, number>; nth: Record<Class, number>; surprise: number;
  likely: Record<Class, (Words & { p: number })[]>;
}

const W = 600, H = 60;
const shown = (who: string, p: number): string => (p < 0.01 ? t('less', who) : t('of', who, percent(p)));

export class FoundMoves {
  readonly el: HTMLElement;
  private readonly work = new LongWork({
    id: 'judge', look: 'btn small', words: (running) => t(running ? 'stop' : 'start'), run: (signal) => this.judge(signal), chosen: (running) => remember('found', running ? 'yes' : 'no'),
  });
  private readonly chart = h('div', { class: 'game-graph' });
  private readonly now = h('div', { class: 'found-now' });
  private readonly marker = svg('line', { class: 'now', y1: 0, y2: H });
  private found: (Found | undefined)[] = []; // by ply
  private moves: string[] = [];
  private sfen = '';
  private ply = 0;
  private drawing = 0;

  /* go: shows the board after so many moves. */
  constructor(private readonly go: (ply: number) => void) {
    this.el = h('section', { class: 'panel found', 'aria-labelledby': 'found-title' },
      h('div', { class: 'row spread' }, h('h2', { id: 'found-title' }, t('title')), this.work.button), this.chart, this.now, this.work.said);
    this.work.said.textContent = t('help');
  }

  destroy(): void {
    cancelAnimationFrame(this.drawing);
    this.work.destroy();
  }

  /* Another line is on screen: where it began and all its moves. */
  enter(sfen: string, moves: string[]): void {
    if (sfen === this.sfen && moves.join() === this.moves.join()) return;
    [this.sfen, this.moves, this.found] = [sfen, moves, []];
    replace(this.chart);
    replace(this.now);
    this.work.end(t('help'));
    if (recall('found') === 'yes' && moves.length) this.work.start();
  }

  show(ply: number): void {
    this.ply = ply;
    const x = this.x(ply);
    this.marker.setAttribute('x1', String(x));
    this.marker.setAttribute('x2', String(x));
    this.showMove();
  }

  private async judge(signal: AbortSignal): Promise<string> {
    let count = 0;
    this.found = [];
    await events('found', { sfen: this.sfen, moves: this.moves.join(' ') }, (name, data) => {
      if (signal.aborted || name !== 'move') return;
      const move = data as Found;
      this.found[move.ply] = move;
      this.work.said.textContent = t('judging', ++count, this.moves.length);
      this.draw();
      if (move.ply === this.ply || count === 1) this.showMove();
    }, signal);
    return t('help');
  }

  /* --- Drawing ----------------------------------------------------------------------------------- */

  private x(ply: number): number {
    return this.moves.length ? (W * ply) / this.moves.length : 0;
  }

  /* Several moves come at a time: drawn once. */
  private draw(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    const width = Math.min(12, Math.max(0.8, W / Math.max(1, this.moves.length) - 0.6));
    const y = (p: number): number => H - (H - 2) * p;
    const moves = this.found.filter((m): m is Found => m !== undefined);
    const line = (who: Class): SVGElement =>
      svg('path', { class: who, d: moves.map((m, i) => `${i ? 'L' : 'M'}${(this.x(m.ply) - width / 2).toFixed(1)} ${y(m.found[who]).toFixed(1)}`).join('') });
    const picture = svg('svg', { class: 'graph found-graph', viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('graph') },
      svg('g', { class: 'times' }, moves.map((m) =>
        svg('rect', { x: this.x(m.ply) - width, y: y(m.found.pro), width, height: H - y(m.found.pro), class: m.ply % 2 ? 'first' : 'second' }))),
      line('amateur'), line('online'), this.marker);
    picture.style.height = `${H}px`;
    picture.addEventListener('click', (e) => {
      const box = picture.getBoundingClientRect();
      this.go(Math.ceil(((e.clientX - box.left) / box.width) * this.moves.length));
    });
    replace(this.chart, picture);
    this.el.dataset.judged = String(moves.length);
  }

  private showMove(): void {
    const move = this.found[this.ply];
    if (!move) return replace(this.now, this.found.length > 0 && this.ply === 0 && h('p', { class: 'hint' }, t('step')));
    replace(this.now,
      h('p', { class: 'finds' }, t('finds', move[lang], CLASSES.map((c) => shown(t(c), move.found[c])).join(lang === 'ja' ? '、' : ', ')),
        ' ', h('small', {}, t('surprise', move.surprise.toFixed(1)))),
      h('div', { class: 'likely' }, CLASSES.map((c) => h('div', {}, h('h3', {}, t(c)),
        h('ol', { class: 'people', 'aria-label': `${t('likely')}: ${t(c)}` }, move.likely[c].map((m) =>
          h('li', m.moves[0] === move.moves[0] ? { class: 'played', 'aria-current': 'true' } : {}, h('span', {}, m[lang]), shareBar(m.p), h('span', { class: 'number' }, `${percent(m.p)} %`))))))));
  }
}
