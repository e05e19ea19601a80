/* area_corner.ts: what is played in a corner of Go: a tree to walk, the corner with the next moves, when they were played and how
 * they went.  All corners count alike: the eight orientations, both colours.  The path stands in the address, each step is one
 * of the browser's history. */
import { address, searchAddress, showAddress } from './address';
import { ask, Asking, messageOf } from './api';
import type { Leave, Params } from './areas';
import { CornerBoard } from './corner_board';
import type { CornerAnswer, CornerMove, CornerStep } from './corner_api';
import { cornerNames, ownWords, pathTitle } from './corner_names';
import { CornerTree } from './corner_tree';
import { announce, download, h, isTyping, replace } from './dom';
import { count, gamesText, lang, percent, sideName, t as common, texts } from './i18n';
import { conditionWords, FilterBar, NO_CONDITIONS, playerWord, type Conditions } from './openings_filter';
import { shortGames } from './openings_games';
import { button, icon, letterDisc, scoreWords, wdl } from './parts';
import { sequencesViews } from './sequences_bar';
import { periodsOf, TrendChart } from './trends';

const t = texts({
  title: 'What is played in a corner', start: 'To the empty corner', back: 'Take a move back', forth: 'The commonest move', search: 'Search this corner', games: 'Some of its games', newest: 'newest first', when: 'When',
  share: '{0}’s move {1}, by decade (corners)', next: '{0}’s next move here', mover: 'mover won', again: 'In {0} of {1} corners {2} played here twice in a row; they are not followed further.', rest: '{0} other moves, {1} corners.',
  seen: 'Seen {0} times in {1}{2}. The eight orientations and both colours count as one: Black is whoever began.', period: ', {0}–{1}', empty: '{0} corners of {1}: the order in which stones came, up to where one side plays twice. The eight orientations and both colours count as one.',
  never: 'No corner of these games went this way.', unnamed: 'A corner without a name', won: '{0} won {1} {2} with {3}', ended: 'Nobody played on here.', moves: 'moves', tree: 'Tree', left: '{0} corners stopped here.', sgf: 'SGF',
}, {
  title: '隅の定石', start: '何もない隅へ', back: '一手戻す', forth: '最も多い手', search: 'この隅を検索', games: '実戦例', newest: '新しい順', when: '年代',
  share: '{0}の {1} 手目、割合（隅の数）', next: '{0}の次の一手', mover: '着手側の勝率', again: '{1} 隅のうち {0} 隅では{2}が続けて打ちました。その先は数えません。', rest: 'ほか {0} 手、{1} 隅。',
  seen: '{1}に {0} 回{2}。八つの向きと両方の色を同じものとして数え、先に打った側を黒とします。', period: '、{0}～{1} 年', empty: '{1}の {0} 隅: 石が打たれた順に、一方が続けて打つまで。八つの向きと両方の色を同じものとして数えます。',
  never: 'こう進んだ隅はありません。', unnamed: '名前のない形', won: '{3}で{0}の勝率 {1} {2}', ended: 'この先は打たれていません。', moves: '手順', tree: '木', left: '{0} 隅はここまで。', sgf: 'SGF',
});

const COLUMNS = 8; // of the tree at least
const SHOWN = 5, RARE = 0.01; // next moves, and the share of the rarest
const LETTERS = 'ABCDEFGHIJKL', THIN = 0.1;

class CornerView {
  readonly el: HTMLElement;
  private readonly asking = new Asking();
  private readonly names = cornerNames();
  private readonly filter: FilterBar;
  private readonly board = new CornerBoard((point) => this.tap(point));
  private readonly tree = new CornerTree((path) => this.goTo(path));
  private readonly title = h('h1', { class: 'title' }, t('title'));
  private readonly under = h('p', { class: 'soft', role: 'status' });
  private readonly when = h('section', { class: 'when' });
  private readonly next = h('section', { class: 'corner-next' });
  private readonly games = h('section', {});
  private readonly links = h('span', { class: 'row' });
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private path: string[] = [];
  private answer: CornerAnswer | undefined;
  private chart: TrendChart | undefined;

  constructor(params: Params) {
    this.filter = new FilterBar(NO_CONDITIONS, () => {
      this.keep(true);
      void this.run();
    });
    const tool = (words: string, name: 'first' | 'left' | 'right', run: () => void): HTMLElement => button(words, run, { name });
    this.el = h('main', { class: 'corner' }, h('div', { class: 'area-bar' }, sequencesViews('tree'), this.filter.el),
      h('section', { class: 'board-side', 'aria-label': common('board') }, this.board.el,
        h('div', { class: 'steps' }, tool(t('start'), 'first', () => this.goTo([])), tool(t('back'), 'left', () => this.goTo(this.path.slice(0, -1))), tool(t('forth'), 'right', () => this.follow(0)), h('span', { class: 'grow' }), this.links), this.games),
      h('div', { class: 'corner-answers' }, this.title, this.under, this.mistake, this.tree.el, h('div', { class: 'low' }, this.when, this.next)));
    this.read(params);
    document.addEventListener('keydown', this.onKey);
    void this.run();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    this.asking.end();
    this.filter.destroy();
    this.chart?.destroy();
  }

  again(params: Params): void {
    this.read(params);
    void this.run();
  }

  private read({ args }: Params): void {
    this.path = (args.get('path') ?? '').split('.').filter(Boolean);
    this.filter.set(Object.fromEntries(Object.keys(NO_CONDITIONS).map((key) => [key, args.get(key) ?? ''])) as unknown as Conditions);
  }

  private keep(step: boolean): void {
    showAddress(address('joseki', [], { path: this.path.join('.'), ...this.filter.conditions }), step);
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e) || (e.target as HTMLElement).closest('[role="radiogroup"]')) return;
    const nth = e.key.length === 1 ? LETTERS.indexOf(e.key.toUpperCase()) : -1;
    if (nth >= 0 && nth < Math.min(SHOWN, this.nextMoves().length)) this.follow(nth);
    else if (e.key === 'ArrowLeft' || e.key === 'Backspace') this.goTo(this.path.slice(0, -1));
    else if (e.key === 'ArrowRight') this.follow(0);
    else if (e.key === 'Home') this.goTo([]);
    else return;
    e.preventDefault();
  };

  /* --- Walking ------------------------------------------------------------------------------------- */

  private step(): CornerStep | undefined {
    return this.answer?.steps[this.path.length];
  }

  private nextMoves(): CornerMove[] {
    return this.step()?.moves ?? [];
  }

  private follow(nth: number): void {
    const move = this.nextMoves()[nth];
    if (move) this.goTo([...this.path, move.move]);
  }

  private goTo(path: string[]): void {
    if (path.join() === this.path.join()) return;
    this.path = path;
    this.keep(true);
    void this.run();
  }

  /* A stone: back to it; any other point: played there. */
  private tap(point: string): void {
    const at = this.path.indexOf(point);
    this.goTo(at >= 0 ? this.path.slice(0, at + 1) : [...this.path, point]);
  }

  private query(): string {
    return [playerWord(this.filter.conditions), conditionWords(this.filter.conditions)].filter(Boolean).join(' ');
  }

  private async run(): Promise<void> {
    const signal = this.asking.begin(), path = this.path;
    this.el.classList.add('busy');
    delete this.el.dataset.answered;
    try {
      const answer = await ask<CornerAnswer>('joseki/tree', { path: path.join(' '), query: this.query(), ahead: Math.max(1, COLUMNS - 1 - path.length) }, signal);
      this.mistake.textContent = '';
      if (answer.path.join() !== path.join()) {
        this.path = answer.path; // the orientation of the server
        this.keep(false);
      }
      this.answer = answer;
      this.show(answer);
      this.el.dataset.answered = answer.path.join('.');
    } catch (e) {
      if (!signal.aborted) this.showMistake(common('failed', messageOf(e)));
    } finally {
      if (!signal.aborted) this.el.classList.remove('busy');
    }
  }

  /* --- Showing ------------------------------------------------------------------------------------- */

  /* Figures of an older query do not stand beside an error. */
  private showMistake(message: string): void {
    this.mistake.textContent = message;
    this.answer = undefined;
    for (const place of [this.under, this.tree.el, this.when, this.next, this.games]) replace(place);
  }

  private show(answer: CornerAnswer): void {
    const { path } = this, moves = this.nextMoves().filter((m, i) => i < 2 || (i < SHOWN && m.share >= RARE));
    this.showTitle(answer);
    this.board.show(path, moves.map((m, i) => ({ point: m.move, letter: LETTERS[i], thin: m.share < THIN })));
    this.tree.show(path, answer.steps);
    this.showNext(moves);
    this.showWhen(answer);
    replace(this.games, answer.examples.length > 0 && path.length > 0 && [h('div', { class: 'h2' }, h('h2', {}, t('games')), h('span', { class: 't1 faint end' }, t('newest'))), shortGames(answer.examples, true)]);
    replace(this.links, path.length > 0 && [button(t('sgf'), () => download('corner.sgf', sgf(path)), { icon: 'out' }),
      h('a', { class: 'btn main', href: searchAddress([cornerQuery(path), this.query()].filter(Boolean).join(' ')) }, icon('find'), t('search'))]);
  }

  private showTitle({ times, games, from, to, read }: CornerAnswer): void {
    const { main, part, before } = pathTitle(this.names, this.path), empty = this.path.length === 0;
    const words = (n: typeof main): string => (n ? ownWords(n) : ''), own = words(main), first = own && own[0].toUpperCase() + own.slice(1);
    const other = lang === 'ja' ? '' : [main, part].filter((n) => n).map((n) => n!.ja).join('・');
    replace(this.title, empty ? t('title') : main ? [h('b', {}, first), part ? `${lang === 'ja' ? '・' : ', '}${words(part)}` : '', other ? h('span', { class: 'ci', lang: 'ja' }, ` ${other}`) : ''] : t('unnamed'));
    const way = before.map(words).join(lang === 'ja' ? '、' : ', ');
    const seen = times === 0 ? t('never') : empty ? t('empty', count(times), gamesText(read)) : t('seen', count(times), gamesText(games), from ? t('period', from, to) : '');
    this.under.textContent = way ? `${way[0].toUpperCase()}${way.slice(1)}${lang === 'ja' ? '。' : '. '}${seen}` : seen;
    document.title = `${this.title.textContent} · Kifu`;
    announce(`${this.title.textContent}. ${this.under.textContent}`);
  }

  private side(n: number): string {
    return sideName(n % 2 ? 'g' : 's');
  }

  private showNext(moves: CornerMove[]): void {
    const step = this.step(), n = this.path.length, rest = (step?.total ?? 0) - moves.length;
    const others = step ? step.moved - moves.reduce((sum, m) => sum + m.times, 0) : 0;
    const again = step?.again ?? 0, stopped = step ? step.times - step.moved - again : 0;
    replace(this.next, h('div', { class: 'h2' }, h('h2', {}, t('next', this.side(n))), h('span', { class: 't1 faint end' }, t('mover'))),
      moves.length === 0 ? h('p', { class: 'hint' }, t('ended')) : h('ul', { class: 'list' }, moves.map((m, i) => this.nextRow(m, i))),
      h('p', { class: 't1 soft' }, [rest > 0 && others > 0 ? t('rest', count(rest), count(others)) : '', again ? t('again', count(again), count(step!.times), this.side(n + 1)) : '', stopped > 0 ? t('left', count(stopped)) : ''].filter(Boolean).join(' ')));
  }

  private nextRow(m: CornerMove, i: number): HTMLElement {
    const name = this.names.get([...this.path, m.move].join(' ')), outcome = { wins: m.wins, draws: m.draws, losses: m.losses }, { rate, interval } = scoreWords(outcome);
    return h('li', {}, h('button', { type: 'button', class: 'next-row', 'data-move': m.move, onclick: () => this.follow(i) }, letterDisc(LETTERS[i], m.share < THIN), h('b', {}, m.move), h('span', { class: 'soft next-name' }, name ? ownWords(name) : ''),
      h('span', { class: 'num' }, count(m.times), h('br'), h('span', { class: 't1 soft' }, `${percent(m.share)} %`)), h('span', { class: 'mover' }, h('span', { class: 't1' }, h('b', {}, rate), h('span', { class: 'soft' }, ` ${interval}`)), wdl(outcome, { height: 6 }))));
  }

  /* The last move against what else was played there, by decade. */
  private showWhen(answer: CornerAnswer): void {
    this.chart?.destroy();
    this.chart = undefined;
    replace(this.when);
    const n = this.path.length, at = Math.max(0, n - 1), moves = answer.steps[at]?.moves ?? [], own = n ? moves.find((m) => m.move === this.path[at]) : moves[0];
    const lines = own ? [own, ...moves.filter((m) => m !== own && m.share >= 0.03).slice(0, 2)] : [], all = new Map<number, number>();
    for (const m of moves) for (const [year, times] of m.decades) all.set(year, (all.get(year) ?? 0) + times);
    const periods = periodsOf([...all].map(([year, games]) => ({ year, games })), 10, 10);
    if (lines.length === 0 || periods.length < 2) return;
    const label = (m: CornerMove): string => {
      const name = this.names.get([...this.path.slice(0, at), m.move].join(' '));
      return name ? `${m.move} ${ownWords(name)}` : m.move;
    };
    const within = (m: CornerMove, from: number, to: number): number => m.decades.filter(([year]) => year >= from && year <= to).reduce((sum, [, times]) => sum + times, 0);
    const words = t('share', this.side(at), at + 1);
    this.chart = new TrendChart(periods, lines.map((m) => ({ label: m.move, shares: periods.map((p) => within(m, p.from, p.to) / p.games) })), words, answer.to || Infinity);
    const scores = lines.slice(0, 2).filter((m) => m.score !== null).map((m) => {
      const { rate, interval } = scoreWords({ wins: m.wins, draws: m.draws, losses: m.losses });
      return t('won', this.side(at), rate, interval, label(m));
    });
    replace(this.when, h('div', { class: 'h2' }, h('h2', {}, t('when')), h('span', { class: 't1 faint end' }, words)), this.chart.el, h('p', { class: 't1 soft' }, `${scores.join(lang === 'ja' ? '、' : '; ')}${lang === 'ja' ? '。' : '.'}`));
  }
}

const ORDER = '123456789abcdefghijklmnpqrstuvw'; // of moves in a pattern of the query language, which has no o
const QUARTER = 10; // points on a side

/* The corner with these stones in this order and nothing else in its quarter of the board. */
function cornerQuery(path: string[]): string {
  const at = new Map(path.slice(0, ORDER.length).map((point, i) => [point, ORDER[i]]));
  const rows = Array.from({ length: QUARTER }, (_, r) => `${[...'KLMNOPQRST'].map((column) => at.get(`${column}${19 - r}`) ?? '.').join('')}|`);
  return `either(sym(pattern "${['-'.repeat(QUARTER) + '+', ...rows].join('/')}"))`;
}

function sgf(path: string[]): string {
  const letter = (n: number): string => String.fromCharCode(97 + n);
  const moves = path.map((point, i) => `;${i % 2 ? 'W' : 'B'}[${letter('ABCDEFGHJKLMNOPQRST'.indexOf(point[0]))}${letter(19 - Number(point.slice(1)))}]`);
  return `(;GM[1]FF[4]CA[UTF-8]SZ[19]\n${moves.join('')})\n`;
}

export function cornerTree(el: HTMLElement, params: Params): Leave {
  const view = new CornerView(params);
  replace(el, view.el);
  return Object.assign(() => view.destroy(), { again: (next: Params) => view.again(next) });
}
