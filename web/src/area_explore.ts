/* area_explore.ts: the opening tree: from position to position, with what was played, how it went and
 * how that changed over the years.  Positions are looked up by what they are, so every order of moves
 * that leads to one counts. */
import { address, searchAddress, showAddress } from './address';
import { ApiError, ask, Asking, messageOf, type MovesAnswer, type NextMove, type SearchAnswer } from './api';
import type { Area } from './areas';
import { scoreBar, wilson } from './bars';
import { trendChart } from './chart';
import { Completion } from './complete';
import { h, isTyping, replace } from './dom';
import { hitList } from './hits';
import { count, gamesText, resultText, t as common, texts } from './i18n';
import { moveArrows, moveTable, nextMoveText } from './next_moves';
import { PeopleMoves } from './people_moves';
import { imagesOf, pointOfMove } from './setup_go';
import { squaresOf } from './setup_shogi';
import { ShownBoard } from './shown_board';
import type { EndlessList } from './scroll';
import type { Hit } from './api';
import { site } from './site';

const t = texts({
  tree: 'Opening tree', start: 'Start', back: 'Back', filter: 'Only games with', filterPlaceholder: 'player:… date:2000.. rating>=2000',
  next: 'Next moves', nothing: 'No game continues from here.', results: 'Results', trend: 'Shares by year', trendBy: 'Shares by {0} years', way: 'Moves so far',
  search: 'Search this position', keys: 'Digits choose a move, ← or Backspace takes one back, Home all.',
  size: 'Board',
}, {
  tree: '定跡ツリー', start: '開始局面', back: '戻る', filter: '対局の条件', filterPlaceholder: 'player:… date:2000.. rating>=2000',
  next: '次の一手', nothing: 'この先に進んだ対局はありません。', results: '結果', trend: '年ごとの割合', trendBy: '{0} 年ごとの割合', way: 'ここまでの手順',
  search: 'この局面で検索', keys: '数字キーで手を選び、← か Backspace で一手戻り、Home で最初に戻ります。',
  size: '路盤',
});

interface Position { sfen: string; turn: number; query: string }
interface Step { move: string; text: string }

class ExploreView {
  readonly el: HTMLElement;
  private readonly isShogi = site.game === 'shogi';
  private readonly board = new ShownBoard((square) => this.choose(square));
  private readonly way = h('p', { class: 'way', 'aria-label': t('way') });
  private readonly headline = h('p', { class: 'headline', role: 'status' });
  private readonly movesPlace = h('section', { class: 'panel', 'aria-labelledby': 'next-title' });
  private readonly trendPlace = h('section', { class: 'panel', 'aria-labelledby': 'trend-title' });
  private readonly hitsPlace = h('section', { class: 'panel', 'aria-labelledby': 'games-title' });
  private readonly filter: HTMLInputElement;
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly people = this.isShogi ? undefined : new PeopleMoves();
  private readonly asking = new Asking();
  private steps: Step[];
  private answer: MovesAnswer | undefined;
  private list: EndlessList<Hit> | undefined;
  private timer = 0;

  constructor(moves: string[], filter: string, private size: number) {
    this.steps = moves.map((move) => ({ move, text: '' }));
    this.filter = h('input', {
      type: 'search', id: 'filter', value: filter, spellcheck: 'false', autocapitalize: 'off', placeholder: t('filterPlaceholder'), oninput: () => {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.run(), 200);
      },
    });
    const button = (text: string, run: () => void): HTMLElement => h('button', { type: 'button', onclick: run }, text);
    const sizes = h('select', { id: 'size', onchange: () => {
      this.size = Number(sizes.value);
      this.goTo(0);
    } }, [19, 13, 9].map((n) => h('option', { value: n, selected: n === size }, `${n}×${n}`)));
    this.el = h('main', { class: 'explore' },
      h('div', { class: 'left' }, h('h1', { class: 'hidden' }, t('tree')), this.board.el,
        h('div', { class: 'row' }, button(`|◀ ${t('start')}`, () => this.goTo(0)), button(`◀ ${t('back')}`, () => this.goTo(this.steps.length - 1)),
          button(common('flip'), () => this.board.flip()), !this.isShogi && [h('label', { for: 'size' }, t('size')), sizes]),
        h('p', { class: 'tips keys' }, t('keys'))),
      h('div', { class: 'right' }, this.way,
        h('div', { class: 'question' }, h('label', { for: 'filter' }, t('filter')), new Completion(this.filter, () => void this.run()).el, this.mistake), this.headline,
        h('div', { class: 'answers' }, h('div', { class: 'column' }, this.movesPlace, this.people?.el, this.trendPlace), this.hitsPlace)));
    document.addEventListener('keydown', this.onKey);
    void this.run();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    clearTimeout(this.timer);
    this.asking.end();
    this.people?.destroy();
    this.list?.destroy();
    this.board.destroy();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e) || (e.target as HTMLElement).closest('[role="grid"]')) return;
    const nth = /^[1-9]$/.test(e.key) ? this.answer?.moves[Number(e.key) - 1] : undefined;
    if (nth) this.follow(nth);
    else if (e.key === 'ArrowLeft' || e.key === 'Backspace') this.goTo(this.steps.length - 1);
    else if (e.key === 'Home') this.goTo(0);
    else return;
    e.preventDefault();
  };

  /* --- Moving about -------------------------------------------------------------------------------- */

  private follow(m: NextMove): void {
    this.steps.push({ move: m.move, text: nextMoveText(m, { isShogi: this.isShogi, pieces: this.board.pieces }) });
    void this.run();
  }

  private goTo(n: number): void {
    this.steps.length = Math.max(0, Math.min(n, this.steps.length));
    void this.run();
  }

  /* The most frequent move that ends on a square. */
  private choose(square: string): boolean {
    const target = (m: NextMove): string | undefined => (this.isShogi ? squaresOf(m.move).at(-1) : pointOfMove(m.move));
    const alike = this.isShogi ? [square] : imagesOf(square, this.board.pieces, this.size); // one row stands for all of them
    const move = this.answer?.moves.find((m) => target(m) === square) ?? this.answer?.moves.find((m) => alike.includes(target(m) ?? ''));
    if (move) this.follow(move);
    return !!move;
  }

  private async run(): Promise<void> {
    const signal = this.asking.begin();
    const moves = this.steps.map((s) => s.move), filter = this.filter.value.trim();
    showAddress(address('explore', [], { moves: moves.join(','), filter, size: this.isShogi || this.size === 19 ? undefined : this.size }));
    this.el.classList.add('busy');
    delete this.el.dataset.answered;
    try {
      const start = this.isShogi || this.size === 19 ? 'startpos' : `${this.size}x${this.size} b`;
      const here = await ask<Position>('position', { sfen: start, moves: moves.join(' ') }, signal);
      const position = this.isShogi ? here.query : `sym(${here.query})`; // a board of Go is the same from every side
      const query = filter ? `${position} (${filter})` : position;
      const read = await ask<{ error?: { message: string } }>('parse', { query }, signal);
      if (read.error) throw new ApiError(read.error.message, 'syntax');
      this.mistake.textContent = '';
      this.board.show(here.sfen, moves.at(-1));
      this.people?.show({ sfen: start, moves });
      const answer = await ask<MovesAnswer>('moves', { query, limit: 200 }, signal);
      this.show(answer, query);
      this.el.classList.remove('busy'); // the rest comes by and by
      await this.showTrend(answer, query, signal);
      await this.showGames(query, signal);
      if (!signal.aborted) this.el.dataset.answered = moves.join(',');
    } catch (e) {
      if (!signal.aborted) this.showMistake(e instanceof ApiError && e.code === 'syntax' ? e.message : common('failed', messageOf(e)));
    } finally {
      if (!signal.aborted) this.el.classList.remove('busy');
    }
  }

  /* --- Showing ------------------------------------------------------------------------------------- */

  /* Figures of an older query do not stand beside an error. */
  private showMistake(message: string): void {
    this.mistake.textContent = message;
    this.answer = undefined;
    this.board.showArrows([]);
    this.headline.textContent = '';
    for (const place of [this.movesPlace, this.trendPlace, this.hitsPlace]) replace(place);
  }

  private show(answer: MovesAnswer, query: string): void {
    this.answer = answer;
    this.board.showArrows(moveArrows(answer, this.isShogi, 8));
    const crumb = (n: number, text: string): HTMLElement => h('button', {
      type: 'button', class: 'link', 'aria-current': n === this.steps.length ? 'step' : undefined, onclick: () => this.goTo(n),
    }, text);
    replace(this.way, crumb(0, t('start')), this.steps.flatMap((s, i) => [' ', crumb(i + 1, s.text || s.move)]));
    replace(this.headline, h('strong', {}, gamesText(answer.games)), ` ${common('countOf', count(site.games))}`,
      ' ', h('a', { href: searchAddress(query) }, t('search')));
    replace(this.movesPlace, h('h2', { id: 'next-title' }, t('next')), outcome(answer),
      answer.moves.length ? moveTable(answer, { isShogi: this.isShogi, pieces: this.board.pieces, follow: (m) => this.follow(m), shown: 14 })
        : h('p', { class: 'hint' }, t('nothing')));
  }

  private async showTrend(answer: MovesAnswer, query: string, signal: AbortSignal): Promise<void> {
    const dated = answer.moves.some((m) => m.last);
    const step = answer.games > 5000 ? 1 : answer.games > 600 ? 2 : 5;
    const found = dated ? await ask<MovesAnswer>('moves', { query, limit: 10000, years: step }, signal) : undefined;
    const periods = (found?.periods ?? []).filter((p) => p.year > 0 && p.moved > 0).sort((a, b) => a.year - b.year);
    if (signal.aborted) return;
    if (periods.length < 2) return replace(this.trendPlace);
    const series = answer.moves.slice(0, 5).map((m) => ({
      label: nextMoveText(m, { isShogi: this.isShogi, pieces: this.board.pieces }),
      values: periods.map((p) => (found!.moves.find((row) => row.year === p.year && row.move === m.move && row.seat === m.seat)?.games ?? 0) / p.moved),
    }));
    const title = step === 1 ? t('trend') : t('trendBy', step);
    replace(this.trendPlace, h('h2', { id: 'trend-title' }, title), trendChart(periods.map((p) => p.year), series, title));
  }

  private async showGames(query: string, signal: AbortSignal): Promise<void> {
    const found = await ask<SearchAnswer>('search', { query, limit: 12, boards: true }, signal);
    if (signal.aborted) return;
    this.list?.destroy();
    this.list = hitList(query, found, 'alike');
    replace(this.hitsPlace, found.games > 0 && h('h2', { id: 'games-title' }, common('games')), found.games > 0 && this.list.el);
  }
}

/* How the games went on which all this rests. */
function outcome({ moves }: MovesAnswer): HTMLElement | false {
  const sum = (f: (m: NextMove) => number): number => moves.reduce((n, m) => n + f(m), 0);
  const [black, white, draws] = [sum((m) => m.wins[0]), sum((m) => m.wins[1]), sum((m) => m.draws)];
  const known = black + white + draws;
  if (known === 0) return false;
  return h('div', { class: 'outcome-row' }, h('span', {}, `${resultText('b')} `), scoreBar(wilson(black + draws / 2, known)),
    h('small', {}, `${resultText('b')} ${count(black)} · ${resultText('w')} ${count(white)}${draws ? ` · ${resultText('d')} ${count(draws)}` : ''}`));
}

export const explore: Area = {
  id: 'explore',
  title: { en: 'Openings', ja: '定跡' },
  games: ['shogi', 'go'],
  mount(el, { args }) {
    const view = new ExploreView((args.get('moves') ?? '').split(',').filter(Boolean), args.get('filter') ?? '', Number(args.get('size') ?? 19) || 19);
    replace(el, view.el);
    return () => view.destroy();
  },
};
