/* analysis.ts: what the engine thinks of the position on screen, line by line as it looks deeper.  Of
 * shogi. */
import { Asking, events, messageOf } from './api';
import type { Arrow } from './board';
import { h, replace } from './dom';
import { lang, texts } from './i18n';
import type { Situation } from './people_moves';
import { squaresOf } from './setup_shogi';

const t = texts({
  engine: 'Engine', analyse: 'Analyse', stop: 'Stop', lines: 'Lines', depth: 'depth {0}', nodes: '{0} k nodes', mateIn: 'mate in {0}',
  mateFound: 'Mate in {0}: {1}', thinking: 'Thinking…', stopped: 'Stopped.', done: 'Time limit reached.',
  valueHelp: 'positive is good for Black', noMove: 'There is no move: mate.',
}, {
  engine: 'エンジン', analyse: '検討', stop: '停止', lines: '候補手', depth: '深さ {0}', nodes: '{0} 千局面', mateIn: '{0} 手詰',
  mateFound: '{0} 手詰: {1}', thinking: '読んでいます…', stopped: '停止しました。', done: '時間になりました。',
  valueHelp: '正の値は先手よし', noMove: '指せる手がありません（詰み）。',
});

interface EngineLine { number: number; depth: number; centipawns?: number; mate?: number; moves: string[]; ja: string; en: string; nodes: number }

const SECONDS = 120; // an analysis that nobody stops

export class Analysis {
  readonly el: HTMLElement;
  private readonly button = h('button', { type: 'button', id: 'analyse', 'aria-pressed': 'false', onclick: () => this.toggle() }, t('analyse'));
  private readonly count = h('select', { id: 'lines', onchange: () => this.running && this.start() }, [1, 2, 3, 5].map((n) => h('option', { value: n, selected: n === 3 }, String(n))));
  private readonly list = h('ol', { class: 'engine-lines', 'aria-label': t('engine') });
  private readonly said = h('p', { class: 'tips', role: 'status' });
  private readonly thinking = new Asking();
  private running = false;
  private now: Situation | undefined;
  private timer = 0;
  private rows: HTMLElement[] = [];

  /* arrows: shows the best moves on the board. */
  constructor(private readonly arrows: (arrows: Arrow[]) => void) {
    this.el = h('section', { class: 'panel', 'aria-labelledby': 'engine-title' },
      h('div', { class: 'row spread' }, h('h2', { id: 'engine-title' }, t('engine')),
        h('span', { class: 'row' }, h('label', { for: 'lines' }, t('lines')), this.count, this.button)), this.list, this.said);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.thinking.end();
  }

  /* Another position is on screen. */
  show(now: Situation): void {
    this.now = now;
    this.thinking.end();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { // not while somebody runs through
      if (this.running) this.start();
    }, 150);
  }

  private toggle(): void {
    this.running = !this.running;
    this.button.textContent = t(this.running ? 'stop' : 'analyse');
    this.button.setAttribute('aria-pressed', String(this.running));
    if (this.running) return this.start();
    this.thinking.end();
    this.said.textContent = t('stopped');
    this.arrows([]);
  }

  private start(): void {
    void this.think(this.thinking.begin());
  }

  private async think(signal: AbortSignal): Promise<void> {
    this.rows = [];
    replace(this.list);
    this.said.textContent = t('thinking');
    const { sfen, moves } = this.now!;
    try {
      await events('analyse', { sfen, moves: moves.join(' '), lines: Number(this.count.value), seconds: SECONDS }, (name, data) => {
        if (signal.aborted) return;
        if (name === 'line') this.showLine(data as EngineLine);
        else if (name === 'mate') this.said.textContent = t('mateFound', data.length, data[lang]);
      }, signal);
      if (signal.aborted) return;
      this.said.textContent = this.rows.length ? t('done') : t('noMove');
      this.running = false;
      this.button.textContent = t('analyse');
      this.button.setAttribute('aria-pressed', 'false');
    } catch (e) {
      if (!signal.aborted) this.said.textContent = messageOf(e);
    }
  }

  private showLine(line: EngineLine): void {
    const value = line.mate !== undefined ? `${line.mate < 0 ? '−' : ''}${t('mateIn', Math.abs(line.mate))}` : signed(line.centipawns ?? 0);
    const row = h('li', { 'data-first': line.moves[0], 'data-depth': line.depth },
      h('span', { class: `value ${(line.mate ?? line.centipawns ?? 0) >= 0 ? 'plus' : 'minus'}`, title: t('valueHelp') }, value),
      h('span', { class: 'line' }, line[lang]),
      h('small', { class: 'number' }, `${t('depth', line.depth)} · ${t('nodes', Math.round(line.nodes / 1000))}`));
    this.rows[line.number - 1] = row;
    replace(this.list, this.rows.filter(Boolean));
    this.arrows(this.rows.filter(Boolean).map((r, i) => arrowOf(r.dataset.first!, i)));
  }
}

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

function arrowOf(usi: string, rank: number): Arrow {
  const squares = squaresOf(usi);
  return {
    from: squares.length > 1 ? squares[0] : undefined, to: squares.at(-1)!, weight: rank === 0 ? 0.8 : 0.25, score: rank === 0 ? 1 : undefined,
    text: usi[1] === '*' ? usi[0] : undefined,
  };
}
