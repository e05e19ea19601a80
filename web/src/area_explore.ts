/* area_explore.ts: openings: from position to position, with its name, what was played there, how it went and how that changed
 * over the years.  Positions are looked up by what they are, so every order of moves that leads to one counts; any legal move
 * may be made.  The address holds all of it, and each move is a step of the browser's history. */
import { address, searchAddress, showAddress } from './address';
import { ask, Asking, messageOf, type MovesAnswer, type NextMove, type SearchAnswer } from './api';
import type { Mount, Params } from './areas';
import { announce, h, isTyping, replace } from './dom';
import { count, gamesText, sideName, t as common, texts } from './i18n';
import { MoveMaker } from './make_move';
import { lineTexts } from './notation';
import { openingsViews } from './openings_bar';
import { conditionWords, FilterBar, NO_CONDITIONS, playerWord, type Conditions } from './openings_filter';
import { shortGames } from './openings_games';
import { letterOf, onBoard, OpeningMoves, SHOWN, targetOf } from './openings_moves';
import { becomes, heldBy, leadsTo, titleWords } from './openings_names';
import { OpeningWay } from './openings_way';
import { barKey, button, icon, scoreWords, wdl } from './parts';
import { PeopleMoves } from './people_moves';
import { imagesOf, pointOfMove } from './setup_go';
import { site } from './site';
import { periodsOf, TrendChart } from './trends';

const t = texts({
  tree: 'Openings', start: 'To the start', back: 'Take a move back', forth: 'The commonest move', turn: 'Turn', play: 'Play from here', search: 'Search this position',
  nothing: 'No game goes on from here.', trend: 'Share by year', inBrackets: 'games of the years in brackets', newest: 'Newest games', all: 'all {0}', won: '{0} won ', byThis: '{0} by this order of moves, {1} by others',
  unknown: '{0} unknown', keys: 'Any legal move may be made on the board. Letters choose one, ← takes it back, Home goes to the start.', size: 'Board', illegal: 'That move is not allowed.', draws: 'drawn {0}',
}, {
  tree: '定跡', start: '開始局面へ', back: '一手戻す', forth: '最も多い手', turn: '反転', play: 'ここから対局', search: 'この局面で検索',
  nothing: 'ここから先に進んだ対局はありません。', trend: '年ごとの割合', inBrackets: '（ ）内はその年の対局数', newest: '新しい対局', all: '全 {0} 局', won: '{0}の勝率 ', byThis: 'この手順 {0}、他の手順 {1}',
  unknown: '不明 {0}', keys: '盤の上でどの合法手も指せます。英字で手を選び、← で一手戻り、Home で最初に戻ります。', size: '路盤', illegal: 'その手は指せません。', draws: '引き分け {0}',
});

interface Position { sfen: string; turn: number; query: string }
const LINES = 3; // of the chart

class ExploreView {
  readonly el: HTMLElement;
  private readonly isShogi = site.game === 'shogi';
  private readonly maker = new MoveMaker((move) => this.play(move), (square) => this.recorded(square));
  private readonly way = new OpeningWay((moves) => this.goTo(moves));
  private readonly table = new OpeningMoves();
  private readonly title = h('h1', { class: 'title' });
  private readonly under = h('p', { class: 'soft under' });
  private readonly headline = h('div', { class: 'headline', role: 'status' });
  private readonly trend = h('section', { class: 'by-year' });
  private readonly games = h('section', { class: 'newest' });
  private readonly mistake = h('p', { class: 'mistake', role: 'alert' });
  private readonly links = h('span', { class: 'row' });
  private readonly answers: HTMLElement;
  private readonly filter: FilterBar;
  private readonly people = this.isShogi ? undefined : new PeopleMoves();
  private readonly sizes = h('select', { id: 'size', class: 'bare-select', 'aria-label': t('size'), onchange: () => {
    this.size = Number(this.sizes.value);
    this.answer = undefined;
    this.goTo([]);
  } }, [19, 13, 9].map((n) => h('option', { value: n }, `${n}×${n}`)));
  private readonly asking = new Asking();
  private moves: string[] = [];
  private shown: string[] = []; // moves of the position on the board, which is legal
  private size = 19;
  private answer: MovesAnswer | undefined;
  private chart: TrendChart | undefined;
  private everywhere: Promise<Map<string, number>> | undefined;

  constructor(params: Params) {
    this.filter = new FilterBar(NO_CONDITIONS, () => {
      this.keep(true);
      void this.run();
    });
    const tool = (words: string, name: 'first' | 'left' | 'right', run: () => void): HTMLElement => button(words, run, { name });
    this.answers = h('div', { class: 'answers-of-opening' }, this.title, this.under, this.headline, this.filter.el, this.mistake, this.table.el, h('div', { class: 'low' }, this.trend, this.games), this.people?.el);
    this.el = h('main', { class: 'explore' },
      h('div', { class: 'area-bar' }, openingsViews('explore'), !this.isShogi && this.sizes, this.way.el),
      h('section', { class: 'board-side', 'aria-label': common('board') }, this.maker.el,
        h('div', { class: 'steps' }, tool(t('start'), 'first', () => this.goTo([])), tool(t('back'), 'left', () => this.goTo(this.moves.slice(0, -1))), tool(t('forth'), 'right', () => this.follow(this.answer?.moves[0])),
          button(t('turn'), () => this.maker.board.flip(), { icon: 'turn' }), h('span', { class: 'grow' }), this.links),
        this.way.others, h('p', { class: 'tips keys' }, t('keys'))),
      this.answers);
    this.read(params);
    document.addEventListener('keydown', this.onKey);
    void this.run();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    this.asking.end();
    this.people?.destroy();
    this.chart?.destroy();
    this.filter.destroy();
    this.maker.destroy();
  }

  /* The browser went to another address of this area. */
  again(params: Params): void {
    this.read(params);
    void this.run();
  }

  private read({ args }: Params): void {
    this.moves = (args.get('moves') ?? '').split(',').filter(Boolean).map((m, i) => (this.isShogi || m.includes('[') ? m : `${i % 2 ? 'W' : 'B'}[${m}]`)); // "Q16,D4" is a way, too
    this.size = Number(args.get('size') ?? 19) || 19;
    this.sizes.value = String(this.size);
    this.filter.set(Object.fromEntries(Object.keys(NO_CONDITIONS).map((key) => [key, args.get(key) ?? ''])) as unknown as Conditions);
  }

  private keep(step: boolean): void {
    showAddress(address('explore', [], { moves: this.moves.join(','), size: this.isShogi || this.size === 19 ? undefined : this.size, ...this.filter.conditions }), step);
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e)) return;
    const inGrid = !!(e.target as HTMLElement).closest('[role="grid"]'), inChoice = !!(e.target as HTMLElement).closest('[role="radiogroup"]');
    const nth = /^[a-z]$/.test(e.key) ? this.answer?.moves[e.key.charCodeAt(0) - 97] : undefined;
    if (nth) this.follow(nth);
    else if (e.key === 'Backspace' || (e.key === 'ArrowLeft' && !inGrid && !inChoice)) this.goTo(this.moves.slice(0, -1));
    else if (e.key === 'ArrowRight' && !inGrid && !inChoice) this.follow(this.answer?.moves[0]);
    else if (e.key === 'Home' && !inGrid) this.goTo([]);
    else return;
    e.preventDefault();
  };

  /* --- Moving about -------------------------------------------------------------------------------- */

  private follow(m: NextMove | undefined): void {
    if (m) this.play(m.move);
  }

  private play(move: string): void {
    this.goTo([...this.moves, move]);
  }

  private goTo(moves: string[]): void {
    if (moves.join() === this.moves.join() && this.answer) return;
    this.moves = moves;
    this.keep(true);
    void this.run();
  }

  /* The move with a letter on this square: of two pieces that go there none, for that would be a guess.  In Go one row
   * stands for all its images. */
  private recorded(square: string): string | undefined {
    const { pieces } = this.maker.board, alike = this.isShogi ? [square] : imagesOf(square, pieces, this.size);
    const fit = (this.answer?.moves ?? []).filter((m, i) => (!this.isShogi || i < SHOWN) && alike.includes(targetOf(m.move) ?? ''));
    return fit.length === 1 || !this.isShogi ? fit[0]?.move : undefined;
  }

  /* --- Asking -------------------------------------------------------------------------------------- */

  private position(moves: string[], signal: AbortSignal): Promise<Position> {
    const start = this.isShogi || this.size === 19 ? 'startpos' : `${this.size}x${this.size} b`;
    return ask<Position>('position', { sfen: start, moves: moves.join(' ') }, signal);
  }

  /* Of a position of Go all images are meant. */
  private queryOf(here: Position): string {
    return [this.isShogi ? here.query : `sym(${here.query})`, conditionWords(this.filter.conditions)].filter(Boolean).join(' ');
  }

  private async run(): Promise<void> {
    const signal = this.asking.begin(), moves = this.moves;
    this.el.classList.add('busy');
    delete this.el.dataset.answered;
    try {
      const here = await this.position(moves, signal).catch((e: unknown) => this.refused(e, signal));
      if (!here || signal.aborted) return;
      this.shown = moves;
      this.mistake.textContent = '';
      this.maker.show(here.sfen, moves.at(-1));
      this.people?.show({ sfen: this.size === 19 ? 'startpos' : `${this.size}x${this.size} b`, moves });
      const query = this.queryOf(here), answer = await ask<MovesAnswer>('moves', { query, limit: 200 }, signal);
      const found = await ask<SearchAnswer>('search', { query, limit: 6, sort: '-date' }, signal);
      this.answer = answer;
      await this.showMoves(answer, here, query, signal);
      this.showHeadline(found);
      this.showGames(found, query);
      this.el.classList.remove('busy'); // the rest comes by and by
      const held = await this.showTitle(query, signal);
      this.el.dataset.answered = moves.join(',');
      await this.way.show(moves, query, this.words(moves), (to) => this.shareOf(to, signal), signal);
      await this.showTrend(answer, query, signal);
      await this.showLeads(answer, moves, held, signal);
      if (!signal.aborted) this.el.dataset.whole = moves.join(',');
    } catch (e) {
      if (!signal.aborted) this.showMistake(common('failed', messageOf(e)));
    } finally {
      if (!signal.aborted) this.el.classList.remove('busy');
    }
  }

  /* A move that is not allowed is taken back; of an address there is nothing to go back to. */
  private refused(e: unknown, signal: AbortSignal): undefined {
    if (signal.aborted) return undefined;
    const was = this.shown;
    if (this.moves.length !== was.length + 1 || this.moves.slice(0, -1).join() !== was.join()) throw e;
    this.moves = was;
    this.keep(false);
    announce(t('illegal'));
    void this.run().then(() => void (this.mistake.textContent = t('illegal')));
    return undefined;
  }

  private words(moves: string[]): string[] {
    return this.isShogi ? lineTexts('startpos', moves) : moves.map((m) => pointOfMove(m) ?? m);
  }

  private async shareOf(moves: string[], signal: AbortSignal): Promise<number | undefined> {
    const query = this.queryOf(await this.position(moves.slice(0, -1), signal));
    const { moves: all } = await ask<MovesAnswer>('moves', { query, limit: 200 }, signal);
    return all.find((m) => m.move === moves.at(-1))?.share;
  }

  /* --- Showing ------------------------------------------------------------------------------------- */

  /* Figures of an older query do not stand beside an error. */
  private showMistake(message: string): void {
    this.mistake.textContent = message;
    this.answer = undefined;
    this.maker.board.showArrows([]);
    this.maker.board.showDiscs([]);
    this.chart?.destroy();
    for (const place of [this.title, this.under, this.headline, this.table.el, this.trend, this.games]) replace(place);
  }

  private async showMoves(answer: MovesAnswer, here: Position, query: string, signal: AbortSignal): Promise<void> {
    const conditions = this.filter.conditions, own = playerWord(conditions);
    const his = own ? await ask<MovesAnswer>('moves', { query: `${query} ${own}`, limit: 200 }, signal) : undefined;
    if (own) await this.showPlayer(`${query} ${own}`, signal);
    if (signal.aborted) return;
    const text = (m: NextMove): string => this.words([...this.moves, m.move]).at(-1)!;
    const { arrows, discs } = onBoard(answer.moves), board = this.maker.board;
    const all = (): void => {
      board.showArrows(arrows);
      board.showDiscs(discs);
    };
    all();
    this.table.show({
      answer, text, follow: (m) => this.follow(m), player: his && { name: conditions.player, side: conditions.side, moves: new Map(his.moves.map((m) => [m.move, m])) },
      hover: (m) => {
        if (!m) return all();
        const alone = onBoard([m]), letter = letterOf(answer.moves.indexOf(m));
        board.showArrows(alone.arrows);
        board.showDiscs(alone.discs.map((d) => ({ ...d, letter: letter || '·' })));
      },
    });
    if (answer.moves.length === 0) replace(this.table.el, h('p', { class: 'hint' }, t('nothing')));
    replace(this.links, h('a', { class: 'btn', href: this.isShogi ? address('play', ['shogi'], { sfen: here.sfen }) : address('play', ['go'], { moves: this.moves.join(',') }) }, icon('play'), t('play')),
      h('a', { class: 'btn main', href: searchAddress(query) }, icon('find'), t('search')));
  }

  private async showPlayer(query: string, signal: AbortSignal): Promise<void> {
    const { games, player, black = 0, white = 0, draws = 0 } = await ask<SearchAnswer>('search', { query, limit: 0 }, signal), { side } = this.filter.conditions;
    const his = side === 's' ? { wins: black, draws, losses: white } : side === 'g' ? { wins: white, draws, losses: black } : player;
    if (!signal.aborted) this.filter.showPlayer({ games, outcome: his ?? { wins: 0, draws: 0, losses: 0 } });
  }

  private showHeadline({ games, black = 0, white = 0, draws = 0, unknown = 0 }: SearchAnswer): void {
    const outcome = { wins: black, draws, losses: white }, { rate, interval } = scoreWords(outcome), known = black + white + draws > 0;
    const side = (part: 'w' | 'l', color: 's' | 'g', n: number): HTMLElement => barKey(part, `${sideName(color)} ${count(n)}`);
    replace(this.headline, h('div', { class: 'row spread' },
      h('span', {}, h('strong', {}, gamesText(games)), known && [` · ${t('won', sideName('s'))}`, h('b', {}, rate), h('span', { class: 'soft' }, ` ${interval}`)], h('span', { class: 't1 faint orders' })),
      known && h('span', { class: 'row t1 keys-of-bar' }, side('w', 's', black), draws > 0 && barKey('d', t('draws', count(draws))), side('l', 'g', white), unknown > 0 && h('span', { class: 'faint' }, t('unknown', count(unknown))))),
    known && wdl(outcome, { height: 16, whisker: 11 }));
    this.way.counted = (own, all) => void replace(this.headline.querySelector('.orders')!, own !== undefined && own < all ? t('byThis', count(own), count(all - own)) : '');
  }

  private everyName(): Promise<Map<string, number>> {
    this.everywhere ??= becomes('', new AbortController().signal).then(({ names }) => new Map(names.map((n) => [n.name, n.games])));
    return this.everywhere;
  }

  /* The names of the position, too. */
  private async showTitle(query: string, signal: AbortSignal): Promise<Set<string>> {
    const [found, every] = await Promise.all([becomes(query, signal), this.everyName()]);
    if (signal.aborted) return new Set();
    const { title, plain, under } = titleWords(found, every, this.moves.length);
    replace(this.title, title);
    this.under.textContent = under;
    document.title = `${plain} · Kifu`;
    announce(`${plain}, ${gamesText(found.games)}`);
    return heldBy(found);
  }

  private async showTrend(answer: MovesAnswer, query: string, signal: AbortSignal): Promise<void> {
    const found = answer.moves.some((m) => m.last) ? await ask<MovesAnswer>('moves', { query, limit: 10000, years: 1 }, signal) : undefined;
    if (signal.aborted) return;
    this.chart?.destroy();
    this.chart = undefined;
    const periods = periodsOf((found?.periods ?? []).map((p) => ({ year: p.year, games: p.moved })));
    if (periods.length < 2) return replace(this.trend);
    const within = (m: { year?: number }): number => periods.findIndex((p) => m.year! >= p.from && m.year! <= p.to);
    const shares = new Map(answer.moves.map((m) => [m.move, periods.map(() => 0)]));
    for (const m of found!.moves) {
      const own = shares.get(m.move), i = within(m);
      if (own && i >= 0) own[i] += m.games / periods[i].games;
    }
    const text = new Map(answer.moves.map((m) => [m.move, this.words([...this.moves, m.move]).at(-1)!]));
    const now = Math.max(...found!.periods!.map((p) => p.year));
    this.table.showTrends(periods, now, shares, (move) => text.get(move)!);
    this.chart = new TrendChart(periods, answer.moves.slice(0, LINES).map((m) => ({ label: text.get(m.move)!, shares: shares.get(m.move)! })), t('trend'), now);
    replace(this.trend, h('div', { class: 'h2' }, h('h2', {}, t('trend')), h('span', { class: 't1 faint end' }, t('inBrackets'))), this.chart.el);
  }

  /* What the games of each row become; one row after the other, for the first ones are looked at first. */
  private async showLeads(answer: MovesAnswer, moves: string[], held: Set<string>, signal: AbortSignal): Promise<void> {
    const every = await this.everyName();
    for (const m of answer.moves.slice(0, SHOWN + 1)) {
      const found = await becomes(this.queryOf(await this.position([...moves, m.move], signal)), signal);
      if (signal.aborted) return;
      this.table.showLead(m.move, leadsTo(found, every, held));
    }
  }

  private showGames(found: SearchAnswer, query: string): void {
    replace(this.games, found.games > 0 && [h('div', { class: 'h2' }, h('h2', {}, t('newest')), h('a', { class: 'end t1', href: searchAddress(query, { sort: '-date' }) }, t('all', count(found.games)))), shortGames(found.hits)]);
  }
}

export const explore: Mount = (el, params) => {
  const view = new ExploreView(params);
  replace(el, view.el);
  return Object.assign(() => view.destroy(), { again: (next: Params) => view.again(next) });
};
