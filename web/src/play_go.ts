/* play_go.ts: a game of Go: set up (play_go_setup.ts), played, looked back on (play_go_review.ts).  As in play_shogi.ts the game
 * is kept by the browser and is in the address; the server is sent all of it each time. */
import { address, showAddress } from './address';
import { ApiError, ask, Asking, askText, messageOf } from './api';
import { announce, download, h, isTyping, replace } from './dom';
import { lang, percent, remember, sideName, texts } from './i18n';
import { askingButton, icon, meter, type Icon } from './parts';
import { clockText, PlayClock } from './play_clock';
import { GoReview } from './play_go_review';
import { GoSetup } from './play_go_setup';
import { GoTable } from './play_go_table';
import { komiWords, lastTerms, likeOf, opponentArgs, opponentName, peopleOf, words, type People, type Terms } from './play_go_terms';
import { showLog } from './play_log';
import { noteResult } from './play_results';
import { clockWords, read } from './play_terms';
import { canKeep, databaseChoice, keepGame, keepsInto, playerName, type Kept } from './save_game';
import { other, type Color } from './setup';
import { pointOfMove } from './setup_go';

const t = texts({
  you: 'You', move: 'Move {0}', yourTurn: ', your turn', thinking: ', {0} is thinking', yourMove: 'your move', thinks: 'is thinking', winner: 'won', resigned: 'resigned at move {0}', outOfTime: 'out of time at move {0}', board: 'Board',
  setUp: 'The board shows the handicap chosen. {0} moves first.', passed: 'Your opponent passed. Pass too, and the board is counted.', moves: 'Moves', used: 'seconds used', nothing: 'No move yet.', their: 'The last answer', people: 'What people play here', hintShows: 'Hint shows it', hintNone: 'There is nothing to choose.', noNetwork: 'The network of people’s moves is not installed.',
  thisGame: 'This game', clock: 'Clock', handicap: 'Handicap', saved: 'Saved to', atEnd: '{0}, at the end', value: 'Chances', won: '{0} % for you, by the network', of: '{0} of 100 {1} play it.', expects: 'It expects to win: {0}\u00a0%.', saysNo: 'A program says no more than its move.', pro: 'professionals', strong: 'strong amateurs', amateur: 'amateurs',
  pass: 'Pass', undo: 'Take back', hint: 'Hint', resign: 'Resign', resignAsk: 'Resign?', playOn: 'Play on', newGame: 'New game', newAsk: 'Leave this game?', again: 'Again, sides changed', save: 'Save as SGF', keep: 'Save to the database',
  kept: 'Saved to “{0}” as game {1}', there: 'This game is already in “{0}”.', here: 'Play {0}', retry: 'Ask again', failed: 'Failed: {0}', counted: 'Counted by area. Dead stones and territory are estimated by random games.', doubtful: 'This count is doubtful: the network takes the other player to have won ({0} %).',
  passes: 'pass', gave: 'resigns', engine: 'Kifu', tips: 'Keys: arrows and Enter on the board, P passes, U takes back, H gives a hint, Escape cancels the choice.',
}, {
  you: 'あなた', move: '{0} 手目', yourTurn: '、あなたの番です', thinking: '、{0}が考えています', yourMove: '手番', thinks: '考慮中', winner: '勝ち', resigned: '{0} 手で投了', outOfTime: '{0} 手で時間切れ', board: '盤',
  setUp: '選んだ置き石の盤です。{0}から打ちます。', passed: '相手がパスしました。あなたもパスすると地を数えます。', moves: '着手', used: '消費秒', nothing: 'まだ打っていません。', their: '相手の着手', people: 'この局面で人が打つ手', hintShows: '「ヒント」で表示', hintNone: '選ぶ余地がありません。', noNetwork: '人の着手のネットワークがインストールされていません。',
  thisGame: 'この対局', clock: '時計', handicap: '置き石', saved: '保存先', atEnd: '{0}（終局後）', value: '予想勝率', won: 'あなたの勝率 {0} %（ネットワークの予想）', of: '{1} 100 人中 {0} 人が打つ手です。', expects: '相手の予想勝率 {0} %。', saysNo: 'プログラムは着手のほか何も伝えません。', pro: 'プロ', strong: '強いアマチュア', amateur: 'アマチュア',
  pass: 'パス', undo: '待った', hint: 'ヒント', resign: '投了', resignAsk: '投了しますか', playOn: '続ける', newGame: '新しい対局', newAsk: 'この対局をやめますか', again: '手番を替えてもう一局', save: 'SGF で保存', keep: 'データベースに保存',
  kept: '「{0}」に対局 {1} として保存しました', there: 'この対局は「{0}」に既にあります。', here: '{0} に打つ', retry: 'もう一度', failed: '失敗しました: {0}', counted: '中国ルール（地＋石）で数えました。死に石と地はランダムな対局による推定です。', doubtful: 'この結果は疑わしいものです。ネットワークは相手側の勝ちと見ています（{0} %）。',
  passes: 'パス', gave: '投了', engine: 'Kifu', tips: '盤上は矢印キーと Enter、P でパス、U で待った、H でヒント、Escape で選び直し。',
});

interface Answer { move: string; share?: number; win?: number } // of people; a program says no more than its move
interface Over { end: string; result: string; en: string; ja: string; points?: number; win?: number; doubtful?: boolean; black_area?: string[]; white_area?: string[]; dead?: string[] }
export interface State {
  turn: number; ply: number; handicap: number; black: string[]; white: string[]; captured: [number, number]; played: string[]; legal: string[];
  over: Over | null; answer?: Answer;
}

/* A game as the browser keeps it. */
interface Stored { terms: Terms; moves: string[]; end: string; answers: [number, Answer][]; used: number[]; left?: Record<Color, number>; saved?: Kept; noted?: boolean }

const KEY = 'play-go-game', HINTS = 5;
const LETTERS = 'ABCDE'; // as on the boards of all areas
/* Where the server puts handicap stones, for the board before the game. */
const HANDICAP_POINTS: Record<number, string[]> = {};

const moveWords = (move: string): string => (move === 'pass' ? t('passes') : move === 'resign' ? t('gave') : move);

export class GoPlay {
  readonly el = h('main', { class: 'play match of-go' });
  private readonly asking = new Asking();
  private readonly looking = new Asking();
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
  private chosen: string | undefined; // on screens for fingers: touched once
  private review: GoReview | undefined;
  private readonly table = new GoTable((point) => this.point(point));
  private readonly under = h('div', { class: 'steps' });
  private readonly question = h('div', { class: 'row question-row' });
  private readonly said = h('p', { class: 'soft caption-line', role: 'status' });
  private readonly right = h('div', { class: 'match-right' });
  private readonly title = h('h1', { class: 'title', 'aria-live': 'polite' });
  private readonly log = h('ol', { class: 'pairs', tabindex: 0, 'aria-label': t('moves') });
  private readonly reason = h('div', { class: 'why-words' });
  private readonly hint = h('div', { class: 'hints', 'aria-live': 'polite' });
  private readonly facts = h('dl', { class: 'facts' });

  constructor(args: URLSearchParams) {
    replace(this.el, h('section', { class: 'match-left', 'aria-label': t('board') }, this.table.el, this.question, this.under, this.said), this.right);
    document.addEventListener('keydown', this.onKey);
    const stored = read<Stored>(KEY);
    if (['moves', 'side', 'handicap', 'end'].some((name) => args.has(name))) this.enter(this.fromAddress(args, stored));
    else if (stored) this.enter(stored);
    else this.setUp();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    this.asking.end();
    this.looking.end();
    this.clock?.stop();
    this.store();
    this.review?.destroy();
    this.table.destroy();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e) || e.ctrlKey || e.metaKey || e.altKey || !this.state) return;
    const key = e.key.toLowerCase();
    if (key === 'escape') this.choose(undefined);
    else if (key === 'u' && this.terms.undo) this.undo();
    else if (key === 'h' && this.terms.hints) void this.showHint();
    else if (key === 'p' && this.mine) this.play('pass');
    else return;
    e.preventDefault();
  };

  /* --- Which game it is ------------------------------------------------------------------------ */

  private fromAddress(args: URLSearchParams, stored: Stored | undefined): Stored {
    const moves = (args.get('moves') ?? '').split(',').filter(Boolean), side: Color = args.get('side') === 'w' ? 'g' : 's', handicap = Number(args.get('handicap')) || 0;
    const same = stored && stored.terms.side === side && stored.terms.handicap === handicap && moves.every((move, i) => stored.moves[i] === move);
    if (same) return { ...stored, moves, end: args.get('end') ?? '', answers: stored.answers.filter(([ply]) => ply <= moves.length) };
    return { terms: { ...lastTerms(), side, handicap, clock: '', save: false }, moves, end: args.get('end') ?? '', answers: [], used: [] };
  }

  private setUp(): void {
    this.leaveGame();
    this.el.dataset.turn = 'setup';
    showAddress(address('play', ['go']));
    replace(this.right, new GoSetup((terms) => void this.showTerms(terms), (terms) => this.enter({ terms, moves: [], end: '', answers: [], used: [] })).el);
  }

  /* Before the game: the board as it will stand. */
  private async showTerms(terms: Terms): Promise<void> {
    this.terms = terms;
    this.table.turn(terms.side);
    this.showSeats();
    this.said.textContent = t('setUp', sideName(terms.handicap ? 'g' : 's'));
    const signal = this.looking.begin(), { handicap } = terms;
    if (handicap) HANDICAP_POINTS[handicap] ??= (await ask<State>('play/go', { handicap }, signal).catch(() => undefined))?.black ?? [];
    if (!signal.aborted) this.table.show({ black: HANDICAP_POINTS[handicap] ?? [], white: [], captured: [0, 0] });
  }

  private leaveGame(): void {
    this.asking.end();
    this.looking.end();
    this.clock?.stop();
    this.review?.destroy();
    this.review = this.clock = this.state = this.saved = undefined;
    this.noted = false;
    replace(this.under);
    replace(this.question);
    this.said.textContent = '';
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
    this.table.turn(this.terms.side);
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
    replace(this.right, h('div', { class: 'row spread nowrap' }, this.title, this.leaveButton()),
      h('div', { class: 'two' }, part(t('moves'), t('used'), this.log),
        h('div', { class: 'stack' }, part(t('their'), '', this.reason), this.terms.hints && part(t('people'), t('hintShows'), this.hint), part(t('thisGame'), '', this.facts))),
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

  private get game(): Record<string, string | number> {
    return { handicap: this.terms.handicap, moves: this.moves.join(' '), end: this.end };
  }

  /* How many moves are made before the reader's first: White begins a game with a handicap. */
  private get firstMine(): number {
    return (this.terms.handicap ? 'g' : 's') === this.terms.side ? 0 : 1;
  }

  /* Asks how it stands; then it may be the other's turn. */
  private async refresh(): Promise<void> {
    const signal = this.asking.begin();
    try {
      this.take(await ask<State>('play/go', this.game, signal));
      if (this.state!.over || this.mine) return;
      const asked = Date.now();
      const next = await ask<State>('play/go/move', { ...this.game, ...opponentArgs(this.terms) }, signal);
      this.used[next.ply - 1] = Date.now() - asked;
      this.take(next);
    } catch (e) {
      if (signal.aborted) return;
      this.said.textContent = t('failed', messageOf(e));
      replace(this.question, h('button', { type: 'button', class: 'btn', id: 'retry', onclick: () => void this.refresh() }, t('retry')));
    }
  }

  private take(state: State): void {
    this.state = state;
    this.moves = state.played;
    if (state.answer?.move === 'resign') this.end = 'resign';
    if (state.answer) {
      this.answers.set(state.ply, state.answer);
      announce(moveWords(state.answer.move));
    }
    this.el.dataset.ply = String(state.ply);
    this.since = Date.now();
    if (state.over) this.clock?.stop();
    else this.clock?.run(state.turn === 0 ? 's' : 'g');
    showAddress(address('play', ['go'], { side: this.terms.side === 'g' ? 'w' : undefined, handicap: this.terms.handicap || undefined, moves: this.moves.join(','), end: this.end }));
    this.show();
    if (state.over) this.close(state);
    this.store();
  }

  private play(move: string): void {
    this.used[this.moves.length] = Date.now() - this.since;
    this.moves = [...this.moves, move];
    this.choose(undefined);
    void this.refresh();
  }

  /* To where it was the reader's turn last. */
  private undo(): void {
    const first = this.firstMine;
    if (this.moves.length <= first || this.end === 'time-up') return;
    let n = this.moves.length - (this.end ? 0 : 1);
    while (n > first && n % 2 !== first % 2) n--;
    this.backTo(Math.max(n, first));
  }

  /* The game goes on from there; what was saved stays saved. */
  private backTo(ply: number): void {
    for (const at of [...this.answers.keys()]) if (at > ply || this.end) this.answers.delete(at);
    this.moves = this.moves.slice(0, ply);
    this.used = this.used.slice(0, ply);
    if (this.end || this.state?.over) {
      const { terms, moves, used } = this;
      return this.enter({ terms, moves, used, end: '', answers: [...this.answers] });
    }
    void this.refresh();
  }

  private finish(end: string): void {
    this.end = end;
    void this.refresh();
  }

  /* It is over: noted, saved, and looked back on. */
  private close(state: State): void {
    const { terms } = this, over = state.over!;
    if (!this.noted && this.moves.length > this.firstMine) {
      noteResult(likeOf(terms), over.result === 'd' ? 0.5 : over.result === (terms.side === 's' ? 'b' : 'w') ? 1 : 0);
      this.noted = true;
    }
    this.review?.destroy();
    this.review = new GoReview({
      handicap: terms.handicap, moves: this.moves, side: terms.side, state, who: peopleOf(terms), table: this.table, playFrom: (ply) => this.backTo(ply), seats: () => this.showSeats(),
    }, this.endButtons());
    replace(this.right, this.review.el);
    replace(this.under, this.review.steps);
    this.said.textContent = endWords(over);
    if (terms.save && canKeep('go') && !this.saved && this.moves.length > 1) void this.keep();
    else this.showSaved();
  }

  private endButtons(): HTMLElement {
    return h('div', { class: 'row end-row' },
      h('button', { type: 'button', class: 'btn main', id: 'again', onclick: () => this.again() }, icon('turn'), t('again')),
      h('button', { type: 'button', class: 'btn', id: 'new', onclick: () => this.forget() }, t('newGame')),
      h('button', { type: 'button', class: 'btn', id: 'save', onclick: () => void this.save() }, icon('out'), t('save')),
      canKeep('go') && !this.saved && !this.terms.save && h('span', { class: 'row', id: 'keep-row' },
        h('button', { type: 'button', class: 'btn', id: 'keep', onclick: () => void this.keep() }, icon('save'), t('keep')), databaseChoice(this.terms.into, (db) => (this.terms.into = db))),
      h('span', { class: 't1 lbl soft', id: 'kept', role: 'status' }));
  }

  private again(): void {
    this.enter({ terms: { ...this.terms, side: other(this.terms.side), seed: lastTerms().seed }, moves: [], end: '', answers: [], used: [] });
  }

  /* Who plays, as records have it. */
  private get names(): { black: string; white: string } {
    const { program } = this.terms, them = program ? opponentName(this.terms) : `${t('engine')} (${opponentName(this.terms)})`, me = playerName();
    return this.terms.side === 's' ? { black: me, white: them } : { black: them, white: me };
  }

  private async save(): Promise<void> {
    try {
      download('kifu.sgf', await askText('play/go/record', { ...this.game, ...this.names }));
    } catch (e) {
      this.said.textContent = t('failed', messageOf(e));
    }
  }

  private async keep(): Promise<void> {
    try {
      this.saved = await keepGame('play/go/save', { ...this.game, ...this.names }, this.terms.into);
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

  /* What people would play here, with letters on the board. */
  private async showHint(): Promise<void> {
    if (!this.mine) return;
    const at = this.moves.length, { handicap } = this.terms;
    try {
      const sfen = handicap ? `19x19 w b:${(await ask<State>('play/go', { handicap })).black.join(',')}` : '19x19 b';
      const { moves } = await ask<{ moves: { moves: string[]; p: number }[] }>('natural', { sfen, moves: this.moves.join(' '), class: peopleOf(this.terms), limit: HINTS });
      if (this.moves.length !== at) return;
      const most = moves[0]?.p ?? 1, points = moves.map((m) => ({ p: m.p, point: pointOfMove(m.moves[0]) }));
      replace(this.hint, !points.length ? h('p', { class: 'hint' }, t('hintNone'))
        : h('ol', { class: 'people-list' }, points.map(({ p, point }, i) => h('li', {}, h('b', {}, h('span', { class: 'letter' }, LETTERS[i]), ` ${point ?? t('passes')}`), meter(p / most, true), h('span', { class: 'number' }, `${percent(p)} %`)))));
      this.table.showArrows(points.flatMap(({ p, point }, i) => (point ? [{ to: point, weight: p / most, text: LETTERS[i] }] : [])));
    } catch (e) {
      replace(this.hint, h('p', { class: 'hint' }, e instanceof ApiError && e.code === 'not-found' ? t('noNetwork') : messageOf(e)));
    }
  }

  /* --- Choosing a point ------------------------------------------------------------------------ */

  /* A finger covers several points of a phone's board: it chooses, and plays when it touches the same point again or
   * the button. */
  private point(point: string): boolean {
    if (!this.mine || !this.state!.legal.includes(point)) return true;
    if (!matchMedia('(pointer: coarse)').matches || this.chosen === point) this.play(point);
    else this.choose(point);
    return true;
  }

  private choose(point: string | undefined): void {
    this.chosen = point;
    this.table.showArrows(point ? [{ to: point, weight: 1 }] : []);
    replace(this.question, point && h('button', { type: 'button', class: 'btn main', id: 'here', onclick: () => this.play(point) }, t('here', point)));
  }

  /* --- Showing --------------------------------------------------------------------------------- */

  private show(): void {
    const state = this.state!;
    this.table.show({ black: state.black, white: state.white, captured: state.captured, last: this.moves.at(-1), blackArea: state.over?.black_area, whiteArea: state.over?.white_area, dead: state.over?.dead });
    this.choose(undefined);
    this.showSeats();
    this.said.textContent = this.mine && this.moves.at(-1) === 'pass' ? t('passed') : '';
    this.el.dataset.turn = state.over ? 'over' : this.mine ? 'mine' : 'opponent';
    if (state.over) return;
    replace(this.hint);
    replace(this.title, h('b', {}, t('move', state.ply + 1)), this.mine ? t('yourTurn') : t('thinking', opponentName(this.terms)));
    this.showButtons();
    showLog(this.log, this.moves.map(moveWords), this.used, t('nothing'));
    this.showAnswer();
    this.showFacts();
  }

  private showSeats(): void {
    const { terms, state } = this, me = terms.side;
    const doing = (color: Color, word: string): string => (!state ? sideName(color) : state.over ? this.endOf(color) || sideName(color) : (state.turn === 0) === (color === 's') ? word : sideName(color));
    this.table.showSeat(me, { name: t('you'), more: doing(me, t('yourMove')) });
    this.table.showSeat(other(me), { name: opponentName(terms), more: doing(other(me), t('thinks')) });
    this.showClocks();
  }

  /* Of a game that is over. */
  private endOf(color: Color): string {
    const { end, result } = this.state!.over!;
    if (result !== 'b' && result !== 'w') return '';
    if ((result === 'b') === (color === 's')) return t('winner');
    return end === 'resign' ? t('resigned', this.moves.length) : end === 'time-up' ? t('outOfTime', this.moves.length) : '';
  }

  private showClocks(): void {
    const { clock, state } = this, [all, each] = this.terms.clock.split('+').map(Number);
    for (const color of ['s', 'g'] as const) {
      const on = !!state && !state.over && (state.turn === 0) === (color === 's');
      this.table.showClock(color, { clock: clock ? clockText(clock.seconds(color)) : this.terms.clock ? clockText(all || each) : undefined, on, short: clock?.isShort(color) });
    }
  }

  private showButtons(): void {
    const { terms } = this, focused = document.activeElement?.id;
    const tool = (id: string, sign: Icon, text: string, run: () => void, enabled = true): HTMLElement => h('button', { type: 'button', class: 'btn', id, disabled: !enabled, onclick: run }, icon(sign), text);
    replace(this.under,
      tool('pass', 'right', t('pass'), () => this.play('pass'), this.mine),
      terms.undo && tool('undo', 'undo', t('undo'), () => this.undo(), this.moves.length > this.firstMine),
      terms.hints && tool('hint', 'bulb', t('hint'), () => void this.showHint(), this.mine),
      h('span', { class: 'grow' }),
      askingButton({ words: t('resign'), icon: 'flag', ask: t('resignAsk'), yes: t('resign'), no: t('playOn'), id: 'resign', disabled: !this.mine }, () => this.finish('resign')));
    if (focused) this.under.querySelector<HTMLElement>(`#${focused}`)?.focus();
    const leave = this.right.querySelector('.spread > :last-child');
    if (leave && !leave.contains(document.activeElement)) leave.replaceWith(this.leaveButton());
  }

  private showAnswer(): void {
    const ply = this.state!.ply - (this.mine ? 0 : 1), answer = this.answers.get(ply);
    if (!answer) return replace(this.reason, h('p', { class: 'soft' }, this.moves.length ? '–' : t('nothing')));
    const about = [answer.share !== undefined && t('of', percent(answer.share), t(peopleOf(this.terms) as People)), answer.win !== undefined && t('expects', percent(answer.win)), answer.share === undefined && t('saysNo')];
    replace(this.reason, h('p', {}, h('b', {}, `${ply} ${moveWords(answer.move)}`)), h('p', { class: 'soft' }, about.filter(Boolean).join(' ')));
  }

  private showFacts(): void {
    const { terms } = this, answer = [...this.answers].at(-1)?.[1];
    const fact = (name: string, ...value: (Node | string)[]): HTMLElement[] => [h('dt', {}, name), h('dd', {}, ...value)];
    replace(this.facts, ...fact(t('clock'), clockWords(terms.clock)), ...fact(t('handicap'), `${terms.handicap ? words('stones', terms.handicap) : words('none')} · ${komiWords(terms.handicap)}`),
      ...(terms.save && canKeep('go') ? fact(t('saved'), t('atEnd', keepsInto(terms.into))) : []),
      ...(terms.value && answer?.win !== undefined ? fact(t('value'), t('won', percent(1 - answer.win))) : []));
  }
}

function endWords(over: Over): string {
  const doubt = over.doubtful && over.win !== undefined ? t('doubtful', percent(1 - over.win)) : '';
  return [over[lang], over.points === undefined ? '' : t('counted'), doubt].filter(Boolean).join(' ');
}
