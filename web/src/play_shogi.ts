/* play_shogi.ts: a game of shogi: set up (play_setup.ts), played, looked back on (play_review.ts).  The game is kept by
 * the browser and is in the address; the server is sent all of it each time, and says what can be played and what the
 * other plays. */
import { address, showAddress } from './address';
import { ask, Asking, askText, messageOf, type SearchAnswer } from './api';
import { announce, download, h, isTyping, replace } from './dom';
import { count, kindName, lang, percent, remember, sideName, t as common, texts } from './i18n';
import { bareMove, moveText } from './notation';
import { askingButton, icon, meter, scoreWords } from './parts';
import { clockText, PlayClock } from './play_clock';
import { showLog } from './play_log';
import { noteResult } from './play_results';
import { PlayReview } from './play_review';
import { PlaySetup } from './play_setup';
import { PlayTable } from './play_table';
import { classOf, clockWords, HANDICAPS, handicapOf, lastTerms, likeOf, opponentArgs, opponentName, read, words, type Terms } from './play_terms';
import { canKeep, databaseChoice, keepGame, keepsInto, playerName, type Kept } from './save_game';
import { fromSfen, positionAt, squaresOf, START, toSfen } from './setup_shogi';
import { other, type Color, type Setup } from './setup';
import { site } from './site';

const t = texts({
  you: 'You', moveMine: 'Move {0}', yourTurn: ', your turn', thinking: ', {0} is thinking', inCheck: ', check', game: 'Game', without: '{0}, {1}', yourMove: 'your move', thinks: 'is thinking', winner: 'won', resigned: 'resigned at move {0}', mated: 'mated at move {0}', outOfTime: 'out of time at move {0}',
  setUp: 'The board shows the handicap chosen. {0} moves first.', cameHere: '{0} came here; {1} won {2} {3}.', newHere: 'No game of the database came here.',
  moves: 'Moves', used: 'seconds used', why: 'Why it moved', nothing: 'No move yet.', people: 'What people play here', hintShows: 'Hint shows it', hintNone: 'There is nothing to choose.', thisGame: 'This game',
  clock: 'Clock', handicap: 'Handicap', saved: 'Saved to', atEnd: '{0}, at the end', value: 'Value', forYou: '{0} for you', mate: 'mate in {0}', won: '{0} % to win, for you',
  undo: 'Take back', hint: 'Hint', turn: 'Turn', resign: 'Resign', resignAsk: 'Resign?', playOn: 'Play on', declare: 'Declare a win', newGame: 'New game', newAsk: 'Leave this game?',
  promote: 'Promote', stay: 'Don’t promote', whether: 'Promote the {0}?', failed: 'Failed: {0}', again: 'Again, sides changed', save: 'Save as KIF', keep: 'Save to the database',
  kept: 'Saved to “{0}” as game {1}', there: 'This game is already in “{0}”.', tips: 'Keys: arrows and Enter on the board, Escape cancels the choice, U takes back, H gives a hint, F turns the board.',
}, {
  you: 'あなた', moveMine: '{0} 手目', yourTurn: '、あなたの番です', thinking: '、{0}が考えています', inCheck: '、王手', game: '対局', without: '{0}、{1}', yourMove: '手番', thinks: '考慮中', winner: '勝ち', resigned: '{0} 手で投了', mated: '{0} 手で詰み', outOfTime: '{0} 手で時間切れ',
  setUp: '選んだ手合割の局面です。{0}から指します。', cameHere: 'この局面は {0}。{1}の勝率 {2} {3}。', newHere: 'データベースにこの局面の対局はありません。',
  moves: '指し手', used: '消費秒', why: '指し手の理由', nothing: 'まだ指していません。', people: 'この局面で人が指す手', hintShows: '「ヒント」で表示', hintNone: '選ぶ余地がありません。', thisGame: 'この対局',
  clock: '時計', handicap: '手合割', saved: '保存先', atEnd: '{0}（終局後）', value: '評価値', forYou: 'あなたから見て {0}', mate: '{0} 手詰', won: 'あなたの勝率 {0} %',
  undo: '待った', hint: 'ヒント', turn: '盤を回す', resign: '投了', resignAsk: '投了しますか', playOn: '続ける', declare: '入玉宣言', newGame: '新しい対局', newAsk: 'この対局をやめますか',
  promote: '成る', stay: '成らない', whether: '{0}を成りますか', failed: '失敗しました: {0}', again: '手番を替えてもう一局', save: 'KIF で保存', keep: 'データベースに保存',
  kept: '「{0}」に対局 {1} として保存しました', there: 'この対局は「{0}」に既にあります。', tips: '盤上は矢印キーと Enter、Escape で選び直し、U で待った、H でヒント、F で盤を回します。',
});

interface Played { move: string; en: string; ja: string }
export interface Answer extends Played { centipawns?: number; mate?: number; win?: number; explanation?: string; thinks?: number }
export interface State {
  sfen: string; turn: number; ply: number; check: boolean; declare: boolean; played: Played[]; legal: string[];
  over: { end: string; result: string; en: string; ja: string } | null; answer?: Answer; resigns?: string;
}
interface Hint { moves: { moves: string[]; en: string; ja: string; p: number }[] }

/* A game as the browser keeps it. */
interface Stored { terms: Terms; moves: string[]; end: string; answers: [number, Answer][]; used: number[]; left?: Record<Color, number>; saved?: Kept; noted?: boolean }

const MOST_SECONDS = 60; // that a person is waited for on the page
const HINTS = 5;
const KEY = 'play-game';

const digits = (square: string): string => square[0] + 'abcdefghi'[Number(square[1]) - 1];

export class ShogiPlay {
  readonly el = h('main', { class: 'play match' });
  private readonly asking = new Asking();
  private readonly counting = new Asking();
  private terms: Terms = lastTerms();
  private moves: string[] = [];
  private end = '';
  private state: State | undefined;
  private answers = new Map<number, Answer>(); // by the ply they led to
  private used: number[] = []; // milliseconds, by move
  private since = 0; // when it became the reader's turn
  private clock: PlayClock | undefined;
  private saved: Kept | undefined;
  private noted = false;
  private chosen: string | undefined; // "77", or the letter of a piece in hand
  private readonly table: PlayTable;
  private review: PlayReview | undefined;
  private readonly under = h('div', { class: 'steps' });
  private readonly question = h('div', { class: 'row question-row' });
  private readonly said = h('p', { class: 'soft', role: 'status' });
  private readonly right = h('div', { class: 'match-right' });
  private readonly title = h('h1', { class: 'title', 'aria-live': 'polite' });
  private readonly about = h('p', { class: 'soft about-line' });
  private readonly log = h('ol', { class: 'pairs', tabindex: 0, 'aria-label': t('moves') });
  private readonly reason = h('div', { class: 'why-words' });
  private readonly hint = h('div', { class: 'hints', 'aria-live': 'polite' });
  private readonly facts = h('dl', { class: 'facts' });

  constructor(args: URLSearchParams) {
    this.table = new PlayTable(false, (square) => this.point(square));
    replace(this.el, h('section', { class: 'match-left', 'aria-label': common('board') }, this.table.el, this.question, this.under, this.said), this.right);
    document.addEventListener('keydown', this.onKey);
    const stored = read<Stored>(KEY);
    const asked = ['sfen', 'moves', 'side', 'end'].some((name) => args.has(name));
    if (asked) this.enter(this.fromAddress(args, stored));
    else if (stored) this.enter(stored);
    else this.setUp();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    this.asking.end();
    this.counting.end();
    this.clock?.stop();
    this.store();
    this.review?.destroy();
    this.table.destroy();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e) || !this.state) return;
    const key = e.key.toLowerCase();
    if (e.key === 'Escape') this.choose(undefined);
    else if (key === 'u' && this.terms.undo) this.undo();
    else if (key === 'h' && this.terms.hints) void this.showHint();
    else if (key === 'f') this.table.flip();
    else return;
    e.preventDefault();
  };

  /* --- Which game it is ------------------------------------------------------------------------ */

  /* An address says where it began, the side and the moves; the terms are those of the same game, if the browser has it. */
  private fromAddress(args: URLSearchParams, stored: Stored | undefined): Stored {
    const moves = (args.get('moves') ?? '').split(',').filter(Boolean), sfen = args.get('sfen') ?? '', side: Color = args.get('side') === 'w' ? 'g' : 's';
    const same = stored && stored.terms.sfen === sfen && stored.terms.side === side && moves.every((move, i) => stored.moves[i] === move);
    if (same) return { ...stored, moves, end: args.get('end') ?? '', answers: stored.answers.filter(([ply]) => ply <= moves.length) };
    return { terms: { ...lastTerms(), sfen, side, clock: '', save: false }, moves, end: args.get('end') ?? '', answers: [], used: [] };
  }

  private setUp(): void {
    this.leaveGame();
    this.el.dataset.turn = 'setup';
    showAddress(address('play', ['shogi']));
    replace(this.right, new PlaySetup((terms) => this.showTerms(terms), (terms) => this.enter({ terms, moves: [], end: '', answers: [], used: [] })).el);
  }

  /* Before the game: the board as it will stand. */
  private showTerms(terms: Terms): void {
    this.terms = terms;
    const setup = fromSfen(terms.sfen || START)!;
    this.table.flip(terms.side === 'g');
    this.table.show(setup, []);
    this.table.showHands(setup);
    this.showSeats();
    this.said.textContent = t('setUp', sideName(setup.turn || 's'));
  }

  private leaveGame(): void {
    this.asking.end();
    this.counting.end();
    this.clock?.stop();
    this.review?.destroy();
    this.review = this.clock = this.state = this.saved = undefined;
    this.noted = false;
    replace(this.under);
    replace(this.question);
    this.said.textContent = '';
    this.table.showArrows([]);
    this.table.showReach(undefined, new Set());
    delete this.el.dataset.ply;
  }

  private enter(game: Stored): void {
    this.leaveGame();
    this.terms = game.terms;
    this.moves = [...game.moves];
    this.end = game.end;
    this.answers = new Map(game.answers);
    this.used = [...game.used];
    this.saved = game.saved;
    this.noted = game.noted ?? false;
    this.clock = this.terms.clock ? new PlayClock(this.terms.clock, game.left, () => this.showClocks(), () => this.finish('time-up')) : undefined;
    this.el.dataset.turn = 'loading';
    this.table.flip(this.terms.side === 'g');
    this.buildRight();
    void this.refresh();
  }

  private store(): void {
    if (!this.state) return;
    const { terms, moves, end, used, saved, noted } = this;
    remember(KEY, JSON.stringify({ terms, moves, end, used, saved, noted, answers: [...this.answers], left: this.clock?.left } satisfies Stored));
  }

  private buildRight(): void {
    const part = (name: string, end: string, ...content: Node[]): HTMLElement => h('section', { 'aria-label': name }, h('div', { class: 'h2' }, h('h2', {}, name), h('span', { class: 't1 faint end' }, end)), ...content);
    replace(this.right, h('div', { class: 'row spread nowrap' }, this.title, this.leaveButton()), this.about,
      h('div', { class: 'two' }, part(t('moves'), t('used'), this.log),
        h('div', { class: 'stack' }, part(t('why'), '', this.reason), this.terms.hints && part(t('people'), t('hintShows'), this.hint), part(t('thisGame'), '', this.facts))),
      h('p', { class: 'tips keys' }, t('tips')));
  }

  private leaveButton(): HTMLElement {
    if (this.moves.length < 2) return h('button', { type: 'button', class: 'btn', id: 'new', onclick: () => this.forget() }, t('newGame'));
    return askingButton({ words: t('newGame'), ask: t('newAsk'), yes: t('newGame'), no: t('playOn'), id: 'new' }, () => this.forget());
  }

  private forget(): void {
    this.leaveGame();
    remember(KEY, 'null');
    this.setUp();
  }

  /* --- The game -------------------------------------------------------------------------------- */

  private get mine(): boolean {
    return !!this.state && !this.state.over && this.state.turn === (this.terms.side === 's' ? 0 : 1);
  }

  private get game(): Record<string, string> {
    return { sfen: this.terms.sfen, moves: this.moves.join(' '), end: this.end };
  }

  /* Asks how it stands; then it may be the other's turn. */
  private async refresh(): Promise<void> {
    const signal = this.asking.begin();
    try {
      this.take(await ask<State>('play/shogi', this.game, signal));
      if (this.state!.over || this.mine) return;
      const asked = Date.now();
      const next = await ask<State>('play/shogi/move', { ...this.game, ...opponentArgs(this.terms) }, signal);
      if (this.terms.time && next.answer?.thinks) await pause(Math.min(next.answer.thinks, MOST_SECONDS * 1000) - (Date.now() - asked), signal);
      this.used[next.ply - 1] = Date.now() - asked;
      this.take(next);
    } catch (e) {
      if (!signal.aborted) this.said.textContent = t('failed', messageOf(e));
    }
  }

  private take(state: State): void {
    this.state = state;
    if (state.resigns !== undefined) this.end = 'resign';
    this.moves = state.played.map((p) => p.move);
    if (state.answer) {
      this.answers.set(state.ply, state.answer);
      announce(bareMove(state.answer[lang]));
    }
    this.el.dataset.ply = String(state.ply);
    this.chosen = undefined;
    this.since = Date.now();
    if (state.over) this.clock?.stop();
    else this.clock?.run(state.turn === 0 ? 's' : 'g');
    showAddress(address('play', ['shogi'], { sfen: this.terms.sfen, side: this.terms.side === 'g' ? 'w' : undefined, moves: this.moves.join(','), end: this.end }));
    this.show();
    if (state.over) this.close(state);
    this.store();
  }

  private play(move: string): void {
    this.used[this.moves.length] = Date.now() - this.since;
    this.moves = [...this.moves, move];
    this.chosen = undefined;
    replace(this.question);
    void this.refresh();
  }

  /* To where it was the reader's turn last. */
  private undo(): void {
    const first = this.firstMine();
    if (this.moves.length <= first || this.end === 'time-up') return;
    let n = this.moves.length - (this.end ? 0 : 1);
    while (n % 2 !== first % 2) n--;
    this.backTo(Math.max(n, first));
  }

  /* The game goes on from there; what was saved stays saved. */
  private backTo(ply: number): void {
    for (const at of [...this.answers.keys()]) if (at > ply) this.answers.delete(at);
    this.moves = this.moves.slice(0, ply);
    this.used = this.used.slice(0, ply);
    if (this.end || this.state?.over) {
      const { terms, moves, used } = this;
      return this.enter({ terms, moves, used, end: '', answers: [...this.answers] });
    }
    void this.refresh();
  }

  /* How many moves were made before the reader's first. */
  private firstMine(): number {
    const begins = fromSfen(this.terms.sfen || START)?.turn ?? 's';
    return begins === this.terms.side ? 0 : 1;
  }

  private finish(end: string): void {
    this.end = end;
    void this.refresh();
  }

  /* It is over: noted, saved, and looked back on. */
  private close(state: State): void {
    const { terms } = this;
    if (!this.noted && this.moves.length > this.firstMine()) {
      const won = state.over!.result === (terms.side === 's' ? 'b' : 'w');
      noteResult(likeOf(terms), won ? 1 : state.over!.result === 'd' ? 0.5 : 0);
      this.noted = true;
    }
    this.review?.destroy();
    this.review = new PlayReview({
      start: terms.sfen, moves: this.moves, side: terms.side, state, who: classOf(terms), table: this.table,
      playFrom: (ply) => this.backTo(ply), seats: () => this.showSeats(),
    }, this.endButtons());
    replace(this.right, this.review.el);
    replace(this.under, this.review.steps);
    if (terms.save && canKeep('shogi') && !this.saved && this.moves.length > 1) void this.keep();
    else this.showSaved();
  }

  private endButtons(): HTMLElement {
    return h('div', { class: 'row end-row' },
      h('button', { type: 'button', class: 'btn main', id: 'again', onclick: () => this.again() }, icon('turn'), t('again')),
      h('button', { type: 'button', class: 'btn', id: 'new', onclick: () => this.forget() }, t('newGame')),
      h('button', { type: 'button', class: 'btn', id: 'save', onclick: () => void this.save() }, icon('out'), t('save')),
      canKeep('shogi') && !this.saved && !this.terms.save && h('span', { class: 'row', id: 'keep-row' },
        h('button', { type: 'button', class: 'btn', id: 'keep', onclick: () => void this.keep() }, icon('save'), t('keep')), databaseChoice(this.terms.into, (db) => (this.terms.into = db))),
      h('span', { class: 't1 lbl soft', id: 'kept', role: 'status' }));
  }

  private again(): void {
    const terms = { ...this.terms, side: other(this.terms.side), seed: lastTerms().seed };
    this.enter({ terms, moves: [], end: '', answers: [], used: [] });
  }

  /* Who plays, as records have it. */
  private get names(): { black: string; white: string } {
    const them = this.terms.person ? `${words('engine')} (${opponentName(this.terms)})` : words('engine'), me = playerName();
    return this.terms.side === 's' ? { black: me, white: them } : { black: them, white: me };
  }

  private async save(): Promise<void> {
    try {
      download('kifu.kif', await askText('play/shogi/record', { ...this.game, ...this.names }));
    } catch (e) {
      this.said.textContent = t('failed', messageOf(e));
    }
  }

  private async keep(): Promise<void> {
    try {
      this.saved = await keepGame('play/shogi/save', { ...this.game, ...this.names }, this.terms.into);
      this.store();
      this.showSaved();
    } catch (e) {
      this.said.textContent = t('failed', messageOf(e));
    }
  }

  private showSaved(): void {
    const el = this.right.querySelector('#kept');
    if (!el || !this.saved) return;
    const { db, game, added } = this.saved;
    replace(el, icon('check'), h('a', { href: address('game', [db, game]) }, added ? t('kept', db, game) : t('there', db)));
    this.right.querySelector('#keep-row')?.remove();
    this.review?.saved(address('game', [db, game]));
  }

  /* What people would play, by the model that needs no search. */
  private async showHint(): Promise<void> {
    if (!this.mine) return;
    const at = this.moves.length;
    try {
      const { sfen, moves } = this.game;
      const found = await ask<Hint>('natural', { sfen, moves, class: classOf(this.terms), limit: HINTS });
      if (this.moves.length !== at) return;
      const most = found.moves[0]?.p ?? 1;
      replace(this.hint, found.moves.length === 0 ? h('p', { class: 'hint' }, t('hintNone'))
        : h('ol', { class: 'people-list' }, found.moves.map((m) => h('li', {}, h('b', {}, bareMove(m[lang])), meter(m.p / most, true), h('span', { class: 'number' }, `${percent(m.p)} %`)))));
      const [a, b] = squaresOf(found.moves[0]?.moves[0]);
      this.table.showArrows(a ? [b ? { from: a, to: b, weight: 0.6 } : { to: a, weight: 0.6 }] : []);
    } catch (e) {
      this.said.textContent = t('failed', messageOf(e));
    }
  }

  /* --- Choosing a move ------------------------------------------------------------------------- */

  /* Moves of what is chosen, by the square they go to. */
  private reach(): Map<string, string[]> {
    const map = new Map<string, string[]>();
    if (!this.chosen || !this.mine) return map;
    const begins = this.chosen.length === 1 ? `${this.chosen}*` : digits(this.chosen);
    for (const move of this.state!.legal.filter((m) => m.startsWith(begins))) {
      const square = squaresOf(move).at(-1)!;
      map.set(square, [...(map.get(square) ?? []), move]);
    }
    return map;
  }

  private choose(what: string | undefined): void {
    this.chosen = what;
    replace(this.question);
    this.table.showReach(what && what.length === 2 ? what : undefined, new Set(this.reach().keys()));
    this.showHands();
  }

  private point(square: string): boolean {
    if (!this.mine) return true;
    const moves = this.reach().get(square);
    if (moves?.length === 1) this.play(moves[0]);
    else if (moves) this.askPromotion(moves);
    else this.choose(square !== this.chosen && this.state!.legal.some((m) => m.startsWith(digits(square))) ? square : undefined);
    return true;
  }

  private askPromotion(moves: string[]): void {
    const kind = this.table.kindAt(squaresOf(moves[0])[0]);
    const answer = (up: boolean): HTMLElement => h('button', { type: 'button', class: up ? 'btn main' : 'btn', 'data-promote': String(up),
      onclick: () => this.play(moves.find((m) => m.endsWith('+') === up)!) }, t(up ? 'promote' : 'stay'));
    const yes = answer(true);
    replace(this.question, h('span', {}, t('whether', kind ? kindName(kind) : '')), yes, answer(false));
    yes.focus();
  }

  /* --- Showing --------------------------------------------------------------------------------- */

  private show(): void {
    const state = this.state!, setup = fromSfen(state.sfen);
    if (!setup) return;
    this.table.show(setup, squaresOf(this.moves.at(-1)));
    this.table.showArrows([]);
    this.choose(undefined);
    this.showSeats();
    this.said.textContent = '';
    this.el.dataset.turn = state.over ? 'over' : this.mine ? 'mine' : 'engine';
    if (state.over) return;
    replace(this.hint);
    this.showTitle(state);
    this.showButtons();
    this.showLog();
    this.showReason(state);
    this.showFacts();
    void this.countHere(setup);
  }

  private showHands(): void {
    const setup = fromSfen(this.state?.sfen ?? '');
    if (setup) this.table.showHands(setup, this.mine ? { side: this.terms.side, chosen: this.chosen, choose: (letter) => this.choose(this.chosen === letter ? undefined : letter) } : {});
  }

  private showSeats(): void {
    const { terms, state } = this, me = terms.side, them = other(me);
    const handicap = handicapOf(terms.sfen), without = handicap && HANDICAPS[handicap].without;
    const side = (color: Color): string => (without && color === 'g' ? t('without', sideName(color), words(without)) : sideName(color));
    const doing = (color: Color, word: string): string => (!state ? side(color) : state.over ? this.endWords(color) || side(color) : (state.turn === 0) === (color === 's') ? word : side(color));
    this.table.showSeat(me, { name: t('you'), more: doing(me, t('yourMove')) });
    this.table.showSeat(them, { name: opponentName(terms), more: doing(them, t('thinks')) });
    this.showClocks();
  }

  /* Of a game that is over. */
  private endWords(color: Color): string {
    const { end, result } = this.state!.over!, ends = { resign: 'resigned', mate: 'mated', 'time-up': 'outOfTime' } as const;
    if (result !== 'b' && result !== 'w') return '';
    if ((result === 'b') === (color === 's')) return t('winner');
    return end in ends ? t(ends[end as 'mate'], this.moves.length) : '';
  }

  private showClocks(): void {
    const { clock, state } = this, [all, each] = this.terms.clock.split('+').map(Number);
    for (const color of ['s', 'g'] as const) {
      const on = !!state && !state.over && (state.turn === 0) === (color === 's');
      this.table.showClock(color, { clock: clock ? clockText(clock.seconds(color)) : this.terms.clock ? clockText(all || each) : undefined, on, short: clock?.isShort(color) });
    }
  }

  private showTitle(state: State): void {
    replace(this.title, h('b', {}, t('moveMine', state.ply + 1)), this.mine ? t('yourTurn') : t('thinking', opponentName(this.terms)), state.check && t('inCheck'));
  }

  private showButtons(): void {
    const { terms } = this, focused = document.activeElement?.id;
    const tool = (id: string, sign: 'undo' | 'bulb' | 'turn' | 'flag', text: string, run: () => void, enabled = true): HTMLElement =>
      h('button', { type: 'button', class: 'btn', id, disabled: !enabled, onclick: run }, icon(sign), text);
    replace(this.under,
      terms.undo && tool('undo', 'undo', t('undo'), () => this.undo(), this.moves.length > this.firstMine()),
      terms.hints && tool('hint', 'bulb', t('hint'), () => void this.showHint(), this.mine),
      tool('flip', 'turn', t('turn'), () => {
        this.table.flip();
        this.choose(this.chosen);
      }),
      this.mine && this.state!.declare && tool('declare', 'flag', t('declare'), () => this.finish('declaration')),
      h('span', { class: 'grow' }),
      askingButton({ words: t('resign'), icon: 'flag', ask: t('resignAsk'), yes: t('resign'), no: t('playOn'), id: 'resign', disabled: !this.mine }, () => this.finish('resign')));
    if (focused) this.under.querySelector<HTMLElement>(`#${focused}`)?.focus();
    const leave = this.right.querySelector('.spread > :last-child');
    if (leave && !leave.contains(document.activeElement)) leave.replaceWith(this.leaveButton());
  }

  private showLog(): void {
    showLog(this.log, (this.state?.played ?? []).map((p) => bareMove(p[lang])), this.used, t('nothing'));
  }

  private showReason(state: State): void {
    const ply = state.ply - (this.mine ? 0 : 1), answer = this.answers.get(ply);
    if (state.resigns) return replace(this.reason, h('p', {}, state.resigns));
    if (!answer) return replace(this.reason, h('p', { class: 'soft' }, this.moves.length ? '–' : t('nothing')));
    replace(this.reason, h('p', {}, h('b', {}, `${ply} ${bareMove(answer[lang])}`)), answer.explanation && h('p', { class: 'soft' }, this.inWords(answer.explanation, ply)));
  }

  /* The server's sentence names moves as files do; the move itself stands above it. */
  private inWords(text: string, ply: number): string {
    const before = positionAt(this.terms.sfen, this.moves, ply - 1);
    return text.replace(/^[^:]*:\s*/, '').replace(/^[a-z]/, (c) => c.toUpperCase()).replace(/\b[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]/g, (usi) => moveText(usi, before.look.pieces, before.turn || 's'));
  }

  private showFacts(): void {
    const { terms } = this, handicap = handicapOf(terms.sfen), answer = [...this.answers].at(-1)?.[1];
    const fact = (name: string, ...value: (Node | string)[]): HTMLElement[] => [h('dt', {}, name), h('dd', {}, ...value)];
    replace(this.facts, ...fact(t('clock'), clockWords(terms.clock)), ...fact(t('handicap'), words(handicap ? HANDICAPS[handicap].name : 'hPosition')),
      ...(terms.save && canKeep('shogi') ? fact(t('saved'), t('atEnd', keepsInto(terms.into))) : []),
      ...(terms.value && answer ? fact(t('value'), this.valueWords(answer)) : []));
  }

  /* What the other thinks of the position after its move, for the reader. */
  private valueWords(a: Answer): string {
    const sign = this.terms.side === 's' ? 1 : -1;
    if (a.mate !== undefined) return t('mate', Math.abs(a.mate));
    if (a.centipawns !== undefined) return t('forYou', `${sign * a.centipawns > 0 ? '+' : '−'}${count(Math.abs(a.centipawns))}`);
    return a.win === undefined ? '–' : t('won', percent(1 - a.win));
  }

  /* How games of the database went from here. */
  private async countHere(setup: Setup): Promise<void> {
    const signal = this.counting.begin();
    this.about.classList.add('stale-line');
    if (site.game !== 'shogi' || !site.games) return replace(this.about);
    try {
      const found = await ask<SearchAnswer>('search', { query: `sfen "${toSfen(setup)}"`, limit: 0, ms: 1000 }, signal);
      const [mine = 0, theirs = 0] = this.terms.side === 's' ? [found.black, found.white] : [found.white, found.black];
      const { rate, interval } = scoreWords({ wins: mine, draws: found.draws ?? 0, losses: theirs }, 10);
      this.about.textContent = found.games ? t('cameHere', found.games === 1 ? common('countGame') : common('countGames', count(found.games)), sideName(this.terms.side), rate, interval) : t('newHere');
      this.about.classList.remove('stale-line');
    } catch {
      if (!signal.aborted) this.about.textContent = ''; // a figure beside the game: it goes on without
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => new Promise((done, failed) => {
  const timer = setTimeout(done, Math.max(0, ms));
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    failed(new DOMException('', 'AbortError'));
  });
});
