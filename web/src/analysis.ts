/* analysis.ts: what the engine thinks of the position on screen, line by line as it looks deeper.  Of
 * shogi. */
import { Asking, events, messageOf } from './api';
import type { Arrow } from './board';
import { h, replace } from './dom';
import { valueOf, valueText, type Value } from './game_values';
import { lang, recall, remember, texts } from './i18n';
import { bareLine, lineTexts } from './notation';
import { icon } from './parts';
import type { Situation } from './people_moves';
import { positionAt, squaresOf, toSfen } from './setup_shogi';

const t = texts({
  engine: 'Engine', analyse: 'Let the engine think (e)', stop: 'Stop the engine (e)', lines: 'Lines', one: '1 line', some: '{0} lines', depth: 'depth {0}', speed: '{0} M/s', mateFound: 'Mate in {0}: {1}', thinking: 'Thinking…',
  off: 'Off. Start it here or with e; it then follows the moves.', quick: 'A quick look, {0} nodes. Start it here or with e to see more.', done: 'Time limit reached.', valueHelp: 'positive is good for Black', noMove: 'There is no move: mate.', try: 'Try this move',
}, {
  engine: 'エンジン', analyse: 'エンジンに読ませる（e）', stop: 'エンジンを止める（e）', lines: '候補手', one: '候補 1', some: '候補 {0}', depth: '深さ {0}', speed: '{0}万/秒', mateFound: '{0} 手詰: {1}', thinking: '読んでいます…',
  off: '停止中です。ここか e で始めると、局面を追って読みます。', quick: '{0} ノードの読みです。ここか e で始めると、さらに読みます。', done: '時間になりました。', valueHelp: '正の値は先手よし', noMove: '指せる手がありません（詰み）。', try: 'この手を試す',
});

interface EngineLine extends Value { number: number; depth: number; moves: string[]; ja: string; en: string; nodes: number; ms?: number }

const MOVES = 9; // of a line that are shown: deeper ones are guesses, and what people play would be below the screen
const SECONDS = 120; // an analysis that nobody stops

/* A line for the position on screen that was seen before. */
export interface Quick { value: Value; moves: string[]; nodes: number }

export interface EngineActions {
  arrows: (arrows: Arrow[]) => void; // shows the best moves on the board
  best: (move: string | undefined, value?: Value, words?: string) => void; // of the position on screen
  play: (move: string) => void;
}

export class Analysis {
  readonly el: HTMLElement;
  private readonly button = h('button', { type: 'button', id: 'analyse', class: 'btn small icon-only', 'aria-pressed': 'false', 'aria-keyshortcuts': 'e', onclick: () => this.toggle() });
  private readonly count = h('select', { id: 'lines', class: 'small', 'aria-label': t('lines'), onchange: () => this.running && this.start() },
    [1, 2, 3, 5].map((n) => h('option', { value: n, selected: n === 3 }, n === 1 ? t('one') : t('some', n))));
  private readonly list = h('ol', { class: 'engine-lines', 'aria-label': t('engine') });
  private readonly depth = h('span', { class: 't1 faint' });
  private readonly said = h('p', { class: 'tips', role: 'status' }, t('off'));
  private readonly thinking = new Asking();
  private running = recall('engine') === 'yes';
  private now: Situation | undefined;
  private timer = 0;
  private lines: EngineLine[] = [];
  private quick: Quick | undefined;

  constructor(private readonly on: EngineActions) {
    this.el = h('section', { class: 'engine', 'aria-labelledby': 'engine-title' },
      h('div', { class: 'h2' }, h('h2', { id: 'engine-title' }, t('engine')), this.depth, h('span', { class: 'end row' }, this.count, this.button)), this.list, this.said);
    this.showButton();
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
    this.el.classList.toggle('stale', this.lines.length > 0);
    this.on.best(undefined);
    this.timer = window.setTimeout(() => { // not while somebody runs through
      if (this.running) this.start();
      else this.showOff();
    }, 150);
  }

  /* Off, it still says what a search of the whole game saw here. */
  showQuick(quick: Quick | undefined): void {
    this.quick = quick;
    if (!this.running) this.showOff();
  }

  private showOff(): void {
    const { quick, now } = this;
    this.clear();
    this.said.textContent = quick ? t('quick', quick.nodes.toLocaleString(lang)) : t('off');
    if (!quick || !now) return;
    const { sfen, moves } = now, texts = lineTexts(toSfen(positionAt(sfen, moves, moves.length)), quick.moves, squaresOf(moves.at(-1)).at(-1));
    if (texts.length) replace(this.list, this.row(quick.value, quick.moves[0], texts));
  }

  toggle(): void {
    this.running = !this.running;
    remember('engine', this.running ? 'yes' : 'no');
    this.showButton();
    if (this.running) return this.start();
    this.thinking.end();
    this.showOff();
  }

  private showButton(): void {
    const words = t(this.running ? 'stop' : 'analyse');
    this.button.title = words;
    this.button.setAttribute('aria-label', words);
    this.button.setAttribute('aria-pressed', String(this.running));
    replace(this.button, icon(this.running ? 'stop' : 'play'));
  }

  private clear(): void {
    this.lines = [];
    replace(this.list);
    this.depth.textContent = '';
    this.el.classList.remove('stale');
    this.on.arrows([]);
  }

  private start(): void {
    void this.think(this.thinking.begin());
  }

  private async think(signal: AbortSignal): Promise<void> {
    this.said.textContent = t('thinking');
    this.el.classList.toggle('stale', this.lines.length > 0);
    this.lines = []; // those on screen stay, pale, until there are others
    const { sfen, moves } = this.now!;
    try {
      await events('analyse', { sfen, moves: moves.join(' '), lines: Number(this.count.value), seconds: SECONDS }, (name, data) => {
        if (signal.aborted) return;
        if (name === 'line') this.showLine(data as EngineLine);
        else if (name === 'mate') this.said.textContent = t('mateFound', data.length, bareLine(data[lang]));
      }, signal);
      if (signal.aborted) return;
      if (!this.lines.length) this.clear();
      this.said.textContent = this.lines.length ? t('done') : t('noMove');
      this.running = false;
      this.showButton();
    } catch (e) {
      if (signal.aborted) return;
      this.clear();
      this.said.textContent = messageOf(e);
    }
  }

  private showLine(line: EngineLine): void {
    if (this.said.textContent === t('thinking')) this.said.textContent = '';
    this.el.classList.remove('stale');
    this.lines[line.number - 1] = line;
    const lines = this.lines.filter(Boolean);
    replace(this.list, lines.map((x) => this.row(x, x.moves[0], bareLine(x[lang]).split(' '), x.depth)));
    const speed = line.ms ? (line.nodes / line.ms) * 1000 : 0, words = lang === 'ja' ? Math.round(speed / 1e4).toLocaleString('ja') : (speed / 1e6).toFixed(1);
    this.depth.textContent = [t('depth', this.lines[0]?.depth ?? line.depth), speed > 0 && t('speed', words)].filter(Boolean).join(' · ');
    this.on.arrows(lines.map((x, i) => arrowOf(x.moves[0], i)));
    if (line.number === 1) this.on.best(line.moves[0], line, bareLine(line[lang]));
  }

  private row(value: Value, move: string, [first, ...rest]: string[], depth?: number): HTMLElement {
    return h('li', { 'data-first': move, 'data-depth': depth }, valueBadge(value),
      h('span', { class: 'line' }, h('button', { type: 'button', class: 'play-move', title: t('try'), onclick: () => this.on.play(move) }, first), rest.slice(0, MOVES - 1).map((m) => [' ', h('span', { class: 'soft' }, m)]).flat()));
  }
}

/* Dark where Black is better, light where White is. */
export const valueBadge = (value: Value): HTMLElement => h('span', { class: `value ${valueOf(value) >= 0 ? 'b' : 'w'}`, title: t('valueHelp') }, valueText(value));

function arrowOf(usi: string, rank: number): Arrow {
  const squares = squaresOf(usi);
  return {
    from: squares.length > 1 ? squares[0] : undefined, to: squares.at(-1)!, weight: rank === 0 ? 0.8 : 0.25, score: undefined,
    text: usi[1] === '*' ? usi[0] : undefined,
  };
}
