/* play_chatur.ts: four-handed chaturanga at one screen: each seat is a person or a program, dice are rolled by the server or
 * entered by the players.  The game is in this page; the server says what a roll allows, makes turns and plays for programs. */
import { ask, Asking, askText, messageOf } from './api';
import { armySign, ChaturBoard, COLOURS, colourName, kindText, piecesOf, stepsOf, turnWords, type Colour, type Piece } from './board_chatur';
import { askExchange, exchangeAbout, exchangeFacts, exchangeReason, exchangeTitle, inOrder, type Exchange } from './chatur_exchange';
import { diceLeft, showRoll } from './chatur_roll';
import { startPosition } from './chatur_rules';
import { seatOf, Seats } from './chatur_seats';
import { NO_WINS, showTeams, type Standing } from './chatur_teams';
import { die, rollWords } from './dice';
import { announce, download, h, isTyping, replace } from './dom';
import { keep, kept, lang, percent, texts } from './i18n';
import { askingButton, button, icon, meter } from './parts';
import { askAndKeep, canKeep, keepText } from './save_game';

const t = texts({
  board: 'Board', start: 'Start', newGame: 'New game', newAsk: 'Leave this game?', playOn: 'Play on', undo: 'Take back', save: 'Save', pass: 'Pass', enough: 'One move is enough', comeBack: 'The raja comes back',
  roll: 'Roll the dice', pause: 'Pause', goOn: 'Go on', first: 'First die', second: 'Second die', use: 'Use these', fell: 'Dice: {0}', west: 'west', east: 'east',
  setUp: 'Four armies, two dice', setUpAbout: 'Two against two, then each against the other.',
  yours: 'Your turn, {0}: {1}', turnOf: '{0}’s turn: {1}', toRoll: 'roll the dice', thinks: '{0} is thinking', paused: '{0} is to move', won: '{0} won', drawn: 'Drawn', drawnAbout: 'A raja was left alone.', and: ' and ', wonAbout: 'After {0} turns.',
  canTakeRaja: 'The {0} can take {1}’s raja.', canTake: '{0} can be taken.', asksThen: 'You and {0} would be the last two, and asked about the captives.', noCapture: 'Nothing can be taken with this roll.', noMove: 'Nothing can move: the turn passes.',
  programAbout: 'This seat: {0}.', rollAbout: 'Up to two moves, one by each die, or one by their sum.', pieceOf: '{0}’s {1}',
  choose: 'Choose a piece', target: 'Choose a square for the {0}', next: 'Choose the second move', orEnd: 'or end the turn', back: 'Your raja comes back', backAbout: 'on a free square that nobody attacks, by chance', wait: 'Programs roll for themselves', waitPaused: 'The game is paused', waitSwap: 'Waiting for {0}', nothing: 'Nothing to move', rollNow: 'Two dice', rollNowMore: 'each shows 2 to 5', rollFor: 'Enter what {0} rolled', over: 'The game is over',
  any: 'in any order; one may be left out', asc: '{0} first, then {1}; one may be left out', samepiece: 'both with the same piece; one may be left out', samekind: 'any two of that kind; one may be left out', rolled: '{0} first, as rolled; one may be left out', 
  edgeYou: '{0}, to move', edgeAsked: '{0}, asked', edgeFrozen: 'frozen: its raja is {0}’s captive', edgeFrozenYou: 'frozen: its raja is your captive', edgeOut: 'frozen', edgeWaits: 'waits to come back', edgeWon: 'won',
  log: 'Turns', logNote: 'turns of the frozen are not counted', noTurn: 'No turn yet.', hint: 'Hint', hideHint: 'Hide the hint', hintTeam: 'your team wins, of 100', hintYou: 'you win, of 100', hintWhen: 'For a roll of yours: the best turns, by a search.', searching: 'Searching…', passes: 'pass', chance: '{0} %',
  terms: 'Players and rules', termsNote: 'Rules hold from the next game on.', failed: 'Failed: {0}', agreed: '{0} agrees: the rajas are exchanged.', refused: '{0} keeps the captive: no exchange.',
  tips: 'Keys: arrows and Enter on the board, Escape cancels the choice, R rolls, P passes, U takes back, H gives a hint.',
}, {
  board: '盤', start: '始める', newGame: '新しい対局', newAsk: 'この対局をやめますか', playOn: '続ける', undo: '待った', save: '保存', pass: 'パス', enough: '一手だけにする', comeBack: '王が戻る',
  roll: 'サイコロを振る', pause: '一時停止', goOn: '続ける', first: '一つめの目', second: '二つめの目', use: 'この目が出た', fell: '目: {0}', west: '西', east: '東',
  setUp: '四つの軍と二つのサイコロ', setUpAbout: '二人対二人、そのあと一人対一人。',
  yours: 'あなた（{0}）の番: {1}', turnOf: '{0}の番: {1}', toRoll: 'サイコロを振ってください', thinks: '{0}が考えています', paused: '{0}の番', won: '{0}の勝ち', drawn: '引き分け', drawnAbout: '王だけが残りました。', and: 'と', wonAbout: '{0} 手で終局。',
  canTakeRaja: '{0}で{1}の王を取れます。', canTake: '{0}を取れます。', asksThen: 'あなたと{0}が残り、捕らえた王の交換を尋ねられます。', noCapture: 'この目では何も取れません。', noMove: '動かせる駒がありません。パスになります。',
  programAbout: 'この席: {0}', rollAbout: '目ごとに一手、合わせて二手まで。または目の和で一手。', pieceOf: '{0}の{1}',
  choose: '駒を選んでください', target: '{0}の行き先を選んでください', next: '二手目を選んでください', orEnd: 'または一手で終える', back: '王が戻ります', backAbout: '誰にも攻められていない空きマスのどれか', wait: 'プログラムは自分で振ります', waitPaused: '一時停止中', waitSwap: '{0}の返事を待っています', nothing: '動かせる駒がありません', rollNow: 'サイコロ二つ', rollNowMore: '目は 2～5', rollFor: '{0}の目を入れてください', over: '終局しました',
  any: '順序は自由、片方だけでも可', asc: '{0}、{1} の順、片方だけでも可', samepiece: '同じ駒で二手、一手だけでも可', samekind: '同じ種類の駒で二手、一手だけでも可', rolled: '出た順（{0} から）、片方だけでも可', 
  edgeYou: '{0}、手番', edgeAsked: '{0}、返事待ち', edgeFrozen: '凍結（王は{0}が捕獲）', edgeFrozenYou: '凍結（王はあなたが捕獲）', edgeOut: '凍結', edgeWaits: '復帰待ち', edgeWon: '勝ち',
  log: '手順', logNote: '凍結した人の番は数えない', noTurn: 'まだ手がありません。', hint: 'ヒント', hideHint: 'ヒントを隠す', hintTeam: '味方が勝つ率', hintYou: 'あなたが勝つ率', hintWhen: 'あなたの目に対する最善の手を探索で示します。', searching: '探索中…', passes: 'パス', chance: '{0} %',
  terms: '対局者とルール', termsNote: 'ルールは次の対局から変わります。', failed: '失敗しました: {0}', agreed: '{0}が同意し、王を交換しました。', refused: '{0}が断り、交換はありません。',
  tips: '盤上は矢印キーと Enter、Escape で選び直し、R で振る、P でパス、U で待った、H でヒント。',
});

const THINK_MS = 700;
const PACE_MS = 500; // between turns of programs, so that eyes can follow
const GAME = 'chatur-game', WON = 'chatur-won';

interface Made { colour: Colour; turn: string; en: string; ja: string }
interface Table extends Standing { position: string; ply: number; winners: Colour[]; made?: Made; roll?: string; turns?: string[] }
interface Past { position: string; made: Made }
interface HintTurn { turn: string; chance: number }
/* A turn that puts an exchange of captive rajas in question. */
interface Pending { position: string; turn: string }

/* Everything of a game but who sits where. */
interface Course { start: string; past: Past[]; table: Table; paused: boolean; pending?: Pending }

const EXCHANGE = /=(yes|no)$/, OUTCOME = /(; (rajas exchanged|exchange refused)|（[^（）]*）)$/; // in words, of either language
/* The readings stand at a position's end. */
const reading = (position: string, name: string, usual: string): string => position.match(new RegExp(`\\b${name}=(\\S+)`))?.[1] ?? usual;

export class ChaturPlay {
  readonly el = h('main', { class: 'play match chaturanga' });
  private readonly board = new ChaturBoard((square) => this.point(square));
  private readonly asking = new Asking();
  private readonly hinting = new Asking();
  private readonly seats = new Seats();
  private start = startPosition();
  private table: Table | undefined;
  private past: Past[] = [];
  private steps: string[] = []; // made of the present turn
  private chosen: string | undefined;
  private shownStep: string | undefined; // pointed at in the list
  private pending: Pending | undefined;
  private exchange: Exchange | undefined; // somebody is asked
  private paused = false;
  private hint: HintTurn[] | undefined | 'searching';
  private showsTerms = false;
  private timer = 0;
  private readonly north = h('div', { class: 'edge' });
  private readonly south = h('div', { class: 'edge' });
  private readonly under = h('div', { class: 'under' });
  private readonly saving = h('div', { class: 'keeping' });
  private readonly said = h('p', { class: 'soft', role: 'status' });
  private readonly title = h('h1', { class: 'title', 'aria-live': 'polite' });
  private readonly about = h('p', { class: 'soft about-line' });
  private readonly rollPlace = h('section', { class: 'roll' });
  private readonly teams = h('section', { class: 'teams' });
  private readonly log = h('ol', { class: 'turn-list', tabindex: 0, 'aria-label': t('log') });
  private readonly hintPlace = h('div', { class: 'hints' });
  private readonly buttons = h('div', { class: 'row game-buttons' });
  private readonly terms = h('div', { class: 'terms', hidden: true });
  private readonly lower = h('section');
  private readonly right = h('div', { class: 'match-right' });

  constructor() {
    replace(this.el, h('section', { class: 'match-left', 'aria-label': t('board') }, this.north, this.board.el, this.south, this.under, this.said, this.saving), this.right);
    document.addEventListener('keydown', this.onKey);
    const was = kept<Course>(GAME);
    if (was?.table?.chances) this.goOn(was);
    else this.setUp();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    clearTimeout(this.timer);
    this.asking.end();
    this.hinting.end();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e) || !this.table) return;
    const key = e.key.toLowerCase();
    if (key === 'escape') this.unchoose();
    else if (key === 'u') this.undo();
    else if (key === 'r' && this.waitsForDice && !this.seats.told) void this.roll('random');
    else if (key === 'p' && this.allowed('-')) void this.make('-');
    else if (key === 'h' && this.canHint) void this.toggleHint();
    else return;
    e.preventDefault();
  };

  /* --- Before the game --------------------------------------------------------------------------- */

  private setUp(): void {
    this.leaveGame();
    this.el.dataset.turn = 'setup';
    delete this.el.dataset.ply;
    const begin = h('button', { type: 'button', class: 'btn main', id: 'start', onclick: () => this.begin() }, t('start'));
    replace(this.right, h('h1', { class: 'title' }, t('setUp')), h('p', { class: 'soft' }, t('setUpAbout')), this.seats.form(() => {}), h('div', { class: 'row start' }, begin));
    for (const place of [this.north, this.south, this.under, this.saving]) replace(place);
    this.said.textContent = '';
    void ask<Table>('play/chaturanga', { position: startPosition() }, this.asking.begin()).then((table) => {
      this.board.show({ pieces: piecesOf(table.position), frozen: [], last: [], sources: new Set(), targets: new Set() });
    }).catch(() => {}); // the board stays empty; the start will report what is wrong
  }

  private leaveGame(): void {
    this.asking.end();
    this.hinting.end();
    clearTimeout(this.timer);
    keep(GAME, null);
    this.table = this.pending = this.exchange = this.hint = undefined;
    this.past = [];
  }

  private begin(): void {
    this.start = startPosition();
    replace(this.saving);
    this.past = [];
    this.paused = false;
    this.table = undefined;
    this.buildRight();
    void this.request('play/chaturanga', { position: this.start });
  }

  /* Where a reload or the menu left it. */
  private goOn({ start, past, table, paused, pending }: Course): void {
    Object.assign(this, { start, past, paused });
    this.buildRight();
    this.take(table, pending === undefined);
    if (pending) void this.settle(pending);
  }

  private buildRight(): void {
    replace(this.lower, this.part(t('log'), t('logNote'), this.log));
    replace(this.right, this.title, this.about, this.rollPlace, this.teams, h('div', { class: 'two' }, this.lower, h('section', {}, this.hintPlace, this.buttons)), this.terms, h('p', { class: 'tips keys' }, t('tips')));
  }

  private part(name: string, end: string, ...content: Node[]): HTMLElement {
    return h('section', { 'aria-label': name }, h('div', { class: 'h2' }, h('h2', {}, name), h('span', { class: 't1 faint end' }, end)), ...content);
  }

  /* --- The course of the game -------------------------------------------------------------------- */

  private get seat(): number {
    return this.table ? seatOf(this.table.colour) : 0;
  }

  private get over(): boolean {
    return this.table?.phase === 'won' || this.table?.phase === 'drawn';
  }

  private get isPerson(): boolean {
    return this.seats.isPerson(this.seat);
  }

  private get waitsForDice(): boolean {
    return !!this.table && !this.over && !this.exchange && !this.table.roll && (this.isPerson || this.seats.told);
  }

  private async request(path: string, args: Record<string, string | number>): Promise<void> {
    const signal = this.asking.begin();
    const before = this.table;
    clearTimeout(this.timer);
    try {
      const table = await ask<Table>(path, args, signal);
      if (path.endsWith('choose') && EXCHANGE.test(table.made!.turn)) return await this.settle({ position: String(args.position), turn: table.made!.turn });
      this.played(before, table);
    } catch (e) {
      if (!signal.aborted) this.said.textContent = t('failed', messageOf(e));
    }
  }

  /* A turn was made, or a game began. */
  private played(before: Table | undefined, table: Table): void {
    if (before && table.made) {
      this.past.push({ position: before.position, made: table.made });
      announce(`${colourName(seatOf(table.made.colour))}: ${table.made[lang]}`);
    }
    this.pending = this.exchange = undefined;
    if (table.made && (table.phase === 'won' || table.phase === 'drawn')) this.countWins(table.winners, 1);
    this.take(table);
  }

  private countWins(winners: Colour[], by: number): void {
    keep(WON, this.won.map((n, seat) => Math.max(0, n + (winners.includes(COLOURS[seat]) ? by : 0))));
  }

  private get won(): number[] {
    return kept<number[]>(WON) ?? [...NO_WINS];
  }

  private store(): void {
    keep(GAME, { start: this.start, past: this.past, table: this.table!, paused: this.paused, pending: this.pending } satisfies Course);
  }

  /* goesOn: programs may roll. */
  private take(table: Table, goesOn = true): void {
    this.table = table;
    this.steps = [];
    this.chosen = this.shownStep = this.hint = undefined;
    this.hinting.end();
    this.store();
    this.el.dataset.ply = String(table.ply);
    this.said.textContent = '';
    this.chooseOnly();
    this.show();
    if (goesOn && !this.over && !this.isPerson && !this.seats.told) this.timer = window.setTimeout(() => this.program('random'), this.past.length ? PACE_MS : 0);
  }

  private program(roll: string): void {
    if (this.paused || !this.table || this.over || this.isPerson || this.exchange) return;
    void this.request('play/chaturanga/choose', { position: this.table.position, roll, player: this.seats.players[this.seat], ms: THINK_MS });
  }

  private async roll(roll: string): Promise<void> {
    if (!this.waitsForDice) return;
    this.paused = false;
    if (!this.isPerson) return this.program(roll);
    await this.request('play/chaturanga', { position: this.table!.position, roll });
    if (this.table?.roll) announce(t('fell', rollWords(this.table.roll)));
  }

  /* A turn of the list; what chance decides in it, it decides now. */
  private async make(turn: string): Promise<void> {
    const { position, roll } = this.table!;
    replace(this.saving);
    if (EXCHANGE.test(turn)) await this.settle({ position, turn: `${roll} ${turn}` });
    else await this.request('play/chaturanga', { position, turn: `${roll} ${turn}`, chance: 1 });
  }

  /* Whoever holds a captive says whether rajas are exchanged, a program after the player and yes half of the time; the first
   * who keeps one ends it. */
  private async settle(pending: Pending): Promise<void> {
    const signal = this.asking.begin(), { position, turn } = pending, before = this.table;
    this.pending = pending;
    this.store();
    try {
      const after = (word: string, more: Record<string, number> = {}): Promise<Table> => ask<Table>('play/chaturanga', { position, turn: turn.replace(EXCHANGE, `=${word}`), ...more }, signal);
      const [{ asks }, refused, agreed] = await Promise.all([ask<{ asks: Colour[] }>('play/chaturanga', { position, turn, ask: 1 }, signal), after('no'), after('yes')]);
      const deciders = inOrder(asks, this.seats);
      let outcome = deciders.length > 0, last = -1;
      for (let i = 0; outcome && i < deciders.length; i++) {
        last = deciders[i];
        outcome = this.seats.isPerson(last) ? await this.says({ seat: last, deciders: [last, ...deciders.filter((d) => d !== last)], kept: refused, exchanged: agreed, seats: this.seats }, turn) : Math.random() < 0.5;
      }
      if (signal.aborted) return;
      this.played(before, outcome ? agreed : refused);
      if (last >= 0 && !this.seats.isPerson(last)) {
        this.said.textContent = t(outcome ? 'agreed' : 'refused', colourName(last));
        announce(this.said.textContent);
      }
    } catch (e) {
      if (!signal.aborted) this.said.textContent = t('failed', messageOf(e));
    }
  }

  private says(x: Exchange, turn: string): Promise<boolean> {
    return new Promise((answer) => {
      this.exchange = x;
      this.steps = stepsOf(turn);
      this.chosen = undefined;
      this.show();
      askExchange(this.under, x, answer).focus();
    });
  }

  /* First what is chosen, then the first move of the turn, then whole turns, to a person's last. */
  private undo(): void {
    if (this.exchange || this.steps.length) return this.unchoose(true);
    let n = this.past.length - 1;
    while (n > 0 && !this.seats.isPerson(seatOf(this.past[n].made.colour))) n--;
    if (n < 0) return;
    replace(this.saving);
    if (this.over) this.countWins(this.table!.winners, -1);
    const { position, made } = this.past[n];
    this.past.length = n;
    this.table = undefined;
    const person = this.seats.isPerson(seatOf(made.colour));
    if (!person) this.paused = true;
    void this.request('play/chaturanga', person ? { position, roll: made.turn.slice(0, 2) } : { position });
  }

  /* An exchange that follows from one's own turn goes with it. */
  private unchoose(all = false): void {
    if (this.exchange) {
      if (!this.isPerson) return;
      this.asking.end();
      this.exchange = this.pending = undefined;
      this.steps = [];
      this.store();
    } else if (this.chosen && !all) this.chosen = undefined;
    else this.steps = [];
    this.show();
  }

  private get record(): { position: string; turns: string } {
    return { position: this.start, turns: this.past.map((p) => p.made.turn).join('\n') };
  }

  private keepIt(): void {
    askAndKeep(this.saving, COLOURS.map((key, i) => ({ key, label: colourName(i), person: this.seats.isPerson(i), value: this.seats.isPerson(i) ? '' : this.seats.players[i] })),
      'play/chaturanga/save', () => this.record);
  }

  private async save(): Promise<void> {
    const names = Object.fromEntries(COLOURS.map((c, i) => [c, this.seats.nameOf(i)]));
    try {
      download('kifu.chatur', await askText('play/chaturanga/record', { ...this.record, ...names }));
    } catch (e) {
      this.said.textContent = t('failed', messageOf(e));
    }
  }

  /* --- Choosing moves ---------------------------------------------------------------------------- */

  /* Turns of the list that go on from the moves made so far. */
  private get turns(): string[] {
    if (!this.table?.turns || !this.isPerson || this.over || this.exchange) return [];
    return this.table.turns.filter((turn) => this.steps.every((step, i) => stepsOf(turn)[i] === step));
  }

  private allowed(turn: string): boolean {
    return this.steps.length === 0 && this.turns.includes(turn);
  }

  private get nextSteps(): string[] {
    return [...new Set(this.turns.map((turn) => stepsOf(turn)[this.steps.length]).filter(Boolean))];
  }

  /* The turn that is just the moves made so far. */
  private get complete(): string | undefined {
    return this.steps.length ? this.turns.find((turn) => stepsOf(turn).length === this.steps.length) : undefined;
  }

  /* Where one piece alone can move, it is chosen. */
  private chooseOnly(): void {
    const sources = [...new Set(this.nextSteps.map((step) => step.slice(0, 2)))];
    this.chosen = sources.length === 1 ? sources[0] : undefined;
  }

  private point(square: string): void {
    if (!this.table) return;
    const next = this.nextSteps;
    if (this.chosen && next.includes(this.chosen + square)) return this.step(this.chosen + square);
    this.chosen = square !== this.chosen && next.some((step) => step.startsWith(square)) ? square : undefined;
    this.show();
  }

  private step(step: string): void {
    this.steps = [...this.steps, step];
    this.shownStep = undefined;
    this.chooseOnly();
    if (this.complete && this.nextSteps.length === 0) return void this.make(this.complete);
    this.show();
  }

  private async toggleHint(): Promise<void> {
    if (this.hint) {
      this.hint = undefined;
      this.hinting.end();
      return this.showHint();
    }
    const signal = this.hinting.begin();
    this.hint = 'searching';
    this.showHint();
    try {
      this.hint = (await ask<{ turns: HintTurn[] }>('play/chaturanga/hint', { position: this.table!.position, roll: this.table!.roll!, ms: THINK_MS }, signal)).turns;
      this.showHint();
    } catch (e) {
      if (signal.aborted) return;
      this.hint = undefined;
      this.showHint();
      this.said.textContent = t('failed', messageOf(e));
    }
  }

  private get canHint(): boolean {
    return !!this.table?.roll && this.isPerson && !this.over && !this.exchange;
  }

  /* --- Showing ----------------------------------------------------------------------------------- */

  /* The board with the moves of this turn made on it. */
  private get pieces(): Map<string, Piece> {
    if (this.exchange) return piecesOf((this.exchange.kept as Table).position);
    const pieces = piecesOf(this.table!.position);
    for (const step of this.steps) {
      const piece = pieces.get(step.slice(0, 2));
      pieces.delete(step.slice(0, 2));
      if (piece) pieces.set(step.slice(2), piece);
    }
    return pieces;
  }

  private get standing(): Standing {
    return this.exchange?.kept ?? this.table!;
  }

  private show(): void {
    if (!this.table) return;
    this.showBoard();
    this.showEdges();
    this.showHead();
    if (this.exchange) replace(this.rollPlace, exchangeFacts(this.exchange));
    else this.showRoll();
    this.showUnder();
    const next = this.nextSteps;
    showTeams(this.teams, { seats: this.seats, table: this.standing, pieces: this.pieces, won: this.won, over: this.over, reached: new Set(next.map((s) => s.slice(2))), asked: this.exchange?.deciders });
    this.showLog();
    this.showHint();
    this.el.dataset.turn = this.exchange ? 'exchange' : this.over ? 'over' : this.table.roll ? 'choose' : this.waitsForDice ? 'dice' : 'program';
  }

  private showBoard(): void {
    const next = this.nextSteps, last = this.steps.length ? this.steps : stepsOf(this.past.at(-1)?.made.turn ?? '');
    const pointed = this.shownStep?.slice(0, 2), from = this.chosen ?? pointed;
    this.board.show({
      pieces: this.pieces, frozen: this.standing.states.map((s) => s === 'frozen'), last: last.flatMap((s) => [s.slice(0, 2), s.slice(2)]),
      sources: new Set(next.map((step) => step.slice(0, 2))), chosen: from,
      targets: new Set(next.filter((step) => step.slice(0, 2) === from).map((step) => step.slice(2))),
      mover: this.over ? undefined : this.exchange?.seat ?? this.seat,
      arrow: this.exchange ? this.steps.at(-1) : this.shownStep,
    });
  }

  /* The state of an army, beside its edge of the board. */
  private edgeWords(seat: number): string {
    const { states, captors } = this.standing, captor = captors[seat];
    if (this.exchange?.deciders.includes(seat)) return t('edgeAsked', this.seats.who(seat));
    if (states[seat] === 'waiting') return t('edgeWaits');
    if (states[seat] === 'frozen') return captor === null ? t('edgeOut') : this.seats.isYou(seatOf(captor)) ? t('edgeFrozenYou') : t('edgeFrozen', colourName(seatOf(captor)));
    if (this.over) return this.table!.winners.includes(COLOURS[seat]) ? t('edgeWon') : '';
    return seat === this.seat ? t('edgeYou', this.seats.who(seat)) : this.seats.who(seat);
  }

  private showEdges(): void {
    const frozen = (seat: number): boolean => this.standing.states[seat] === 'frozen';
    const seat = (n: number): HTMLElement => h('span', { class: 'seat' }, armySign(n, frozen(n)), h('b', {}, colourName(n)), h('span', { class: 't1 soft cut' }, this.edgeWords(n)));
    replace(this.north, seat(2), h('span', { class: 'sides t1 soft' }, t('west'), ' ', armySign(1, frozen(1), true), ' · ', t('east'), ' ', armySign(3, frozen(3), true)));
    replace(this.south, seat(0));
  }

  private showHead(): void {
    const { exchange, table } = this, name = colourName(this.seat), mark = '\u0001';
    if (exchange) {
      replace(this.title, ...exchangeTitle(exchange));
      this.about.textContent = exchangeAbout(exchange);
      return;
    }
    const what = table!.roll ? rollWords(table!.roll) : t('toRoll');
    const words = this.over ? (table!.phase === 'drawn' ? t('drawn') : t('won', mark)) : !this.isPerson ? t(this.paused || this.seats.told ? 'paused' : 'thinks', mark) : t(this.seats.isYou(this.seat) ? 'yours' : 'turnOf', mark, what);
    const [before, after] = words.split(mark), bold = this.over ? table!.winners.map((c) => colourName(seatOf(c))).join(t('and')) : name;
    replace(this.title, before, after !== undefined && h('b', {}, bold), after);
    this.about.textContent = this.aboutWords();
  }

  private aboutWords(): string {
    const { table } = this;
    if (table!.phase === 'drawn') return t('drawnAbout');
    if (this.over) return t('wonAbout', table!.ply);
    if (!this.isPerson) return t('programAbout', this.seats.who(this.seat));
    if (!table!.roll) return t('rollAbout');
    const pieces = this.pieces, next = this.nextSteps, taken = next.filter((step) => pieces.has(step.slice(2)));
    if (next.length === 0 && this.steps.length === 0 && !this.turns.some((turn) => turn.startsWith('*'))) return t('noMove');
    const raja = taken.find((step) => pieces.get(step.slice(2))!.kind === 'R');
    if (raja) {
      const victim = pieces.get(raja.slice(2))!.colour, enemy = (victim + 2) % 4;
      const asks = this.turns.some((turn) => EXCHANGE.test(turn) && stepsOf(turn)[this.steps.length] === raja);
      return t('canTakeRaja', kindText(pieces.get(raja.slice(0, 2))!.kind), colourName(victim)) + (asks ? ` ${t('asksThen', colourName(enemy))}` : '');
    }
    const names = [...new Set(taken.map((step) => step.slice(2)))].map((square) => t('pieceOf', colourName(pieces.get(square)!.colour), kindText(pieces.get(square)!.kind)));
    return names.length ? t('canTake', [...new Set(names)].join(t('and'))) : this.steps.length ? '' : t('noCapture');
  }

  private get left(): string {
    const pieces = piecesOf(this.table!.position), kinds: string[] = [];
    for (const step of this.steps) {
      const piece = pieces.get(step.slice(0, 2));
      if (piece) kinds.push(piece.kind);
      pieces.delete(step.slice(0, 2));
      if (piece) pieces.set(step.slice(2), piece);
    }
    return diceLeft(this.table!.roll ?? '', kinds);
  }

  private showRoll(): void {
    const mine = this.isPerson && !this.over;
    this.rollPlace.hidden = this.over;
    showRoll(this.rollPlace, {
      seat: this.seat, roll: mine ? this.table!.roll : undefined, left: this.left, steps: this.nextSteps, pieces: this.pieces, turns: this.turns.length, pass: this.turns.includes('-'), second: this.steps.length > 0,
      take: (step) => this.step(step), point: (step) => {
        this.shownStep = step;
        this.showBoard();
      },
    });
  }

  /* Dice, what to do now, buttons. */
  private showUnder(): void {
    if (this.exchange) return; // the question stands there
    const focused = this.under.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const rolled = this.table!.roll ?? (this.waitsForDice ? '' : this.past.at(-1)?.made.turn.slice(0, 2) ?? '');
    const [words, more] = this.instruction();
    replace(this.under, h('div', { class: 'dice' }, this.shownDice(rolled)), h('span', { class: 'instruction' }, h('b', {}, words), more && h('span', { class: 't1 soft' }, more)), h('span', { class: 'grow' }), h('div', { class: 'row' }, this.actions()));
    if (focused) (this.under.querySelector<HTMLElement>(`#${focused}:not([disabled])`) ?? this.under.querySelector<HTMLElement>('#roll'))?.focus();
  }

  private shownDice(rolled: string): SVGElement[] {
    let left = this.table!.roll ? this.left : rolled;
    return [...rolled].map((n) => {
      const unused = left.includes(n);
      if (unused) left = left.replace(n, '');
      return die(n, !unused || !this.table!.roll);
    });
  }

  private instruction(): [string, string] {
    const { table } = this, roll = table!.roll;
    if (this.over) return [t('over'), ''];
    if (this.waitsForDice) return [this.seats.told ? t('rollFor', colourName(this.seat)) : t('rollNow'), this.seats.told ? '' : t('rollNowMore')];
    if (!this.isPerson) return [t(this.paused ? 'waitPaused' : 'wait'), ''];
    if (this.turns.some((turn) => turn.startsWith('*')) && !this.steps.length) return [t('back'), t('backAbout')];
    if (this.nextSteps.length === 0) return [t('nothing'), ''];
    const piece = this.chosen && this.pieces.get(this.chosen);
    const words = piece ? t('target', kindText(piece.kind)) : t(this.steps.length ? 'next' : 'choose');
    return [words, this.steps.length ? (this.complete ? t('orEnd') : '') : this.orderWords(roll!)];
  }

  private orderWords(roll: string): string {
    const [low, high] = [...roll].sort(), order = reading(this.table!.position, 'order', 'asc');
    if (low === high) return t(reading(this.table!.position, 'doubles', 'samepiece') === 'samekind' ? 'samekind' : 'samepiece');
    return order === 'asc' ? t('asc', low, high) : order === 'desc' ? t('asc', high, low) : order === 'rolled' ? t('rolled', roll[0]) : t('any');
  }

  private actions(): (HTMLElement | false)[] {
    const { table } = this;
    const action = (id: string, words: string, run: () => void, o: { main?: boolean; enabled?: boolean; sign?: 'undo' } = {}): HTMLElement =>
      h('button', { type: 'button', id, class: o.main ? 'btn main' : 'btn', disabled: o.enabled === false, onclick: run }, o.sign && icon(o.sign), words);
    const select = (id: string, label: string): HTMLSelectElement => h('select', { id, 'aria-label': label }, ['2', '3', '4', '5'].map((n) => h('option', { value: n }, n)));
    const [first, second] = [select('die-1', t('first')), select('die-2', t('second'))], back = this.steps.length === 0 && this.turns.find((turn) => turn.startsWith('*')), { complete } = this;
    const watching = !this.seats.told && this.seats.players.some((p) => p !== 'person');
    const nothing = this.allowed('-') && this.nextSteps.length === 0 && !back;
    return [
      ...(this.waitsForDice ? (this.seats.told ? [first, second, action('roll', t('use'), () => void this.roll(first.value + second.value), { main: true })] : [action('roll', t('roll'), () => void this.roll('random'), { main: true })]) : []),
      !!complete && action('enough', t('enough'), () => void this.make(complete), { main: true }), !!back && action('back', t('comeBack'), () => void this.make(back), { main: true }),
      watching && !this.over && !this.isPerson && action('pause', t(this.paused ? 'goOn' : 'pause'), () => this.pause()),
      action('undo', t('undo'), () => this.undo(), { enabled: this.past.length > 0 || this.steps.length > 0, sign: 'undo' }),
      !!table!.roll && this.isPerson && action('pass', t('pass'), () => void this.make('-'), { enabled: this.allowed('-'), main: nothing }),
    ];
  }

  private pause(): void {
    this.paused = !this.paused;
    this.store();
    if (!this.paused) this.program('random');
    this.show();
  }

  private showLog(): void {
    const made = [...this.past.map((p) => p.made), ...(this.exchange ? [(this.exchange.kept as Table).made!] : [])];
    const at = this.log.scrollTop, end = at + this.log.clientHeight >= this.log.scrollHeight - 4;
    replace(this.log, made.length === 0 ? h('li', { class: 'hint' }, t('noTurn')) : made.map((m, i) => h('li', { class: i === made.length - 1 ? 'turn-row last-turn' : 'turn-row' },
      h('span', { class: 'number faint' }, String(i + 1)), armySign(seatOf(m.colour), false, true), h('span', { class: 'small-dice' }, [...m.turn.slice(0, 2)].map((n) => die(n))), h('span', {}, this.exchange && i === made.length - 1 ? turnWords(m[lang]).replace(OUTCOME, '') : turnWords(m[lang])))));
    this.log.scrollTop = end ? this.log.scrollHeight : at;
  }

  /* Hint, or why somebody is asked; and what else can be done with the game. */
  private showHint(): void {
    const { hint, exchange } = this;
    const rows = Array.isArray(hint) ? hint.map(({ turn, chance }, i) => h('li', { class: 'hint-row' }, h('span', { class: i ? 'cut' : 'cut best' }, this.hintWords(turn)), meter(chance, true), h('span', { class: 'number' }, t('chance', percent(chance))))) : [];
    const about = hint ? t(this.table!.phase === 'teams' ? 'hintTeam' : 'hintYou') : '';
    replace(this.hintPlace, exchange ? exchangeReason(exchange) : this.part(t('hint'), about, rows.length ? h('ol', { class: 'hint-list' }, rows) : h('p', { class: 'tips' }, t(hint ? 'searching' : 'hintWhen'))));
    const hints = h('button', { type: 'button', class: 'btn small', id: 'hint', disabled: !this.canHint, 'aria-pressed': String(!!hint), onclick: () => void this.toggleHint() }, t(hint ? 'hideHint' : 'hint'));
    const terms = h('button', { type: 'button', class: 'btn small', id: 'terms', 'aria-expanded': String(this.showsTerms), onclick: () => this.toggleTerms() }, t('terms'));
    const save = button(t('save'), () => void this.save(), { icon: 'out' });
    save.classList.add('small');
    save.id = 'save';
    save.disabled = this.past.length === 0;
    const focused = this.buttons.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const leaving = this.past.length === 0 || this.over ? h('button', { type: 'button', class: this.over ? 'btn small main' : 'btn small', id: 'new', onclick: () => this.setUp() }, t('newGame'))
      : askingButton({ words: t('newGame'), ask: t('newAsk'), yes: t('newGame'), no: t('playOn'), id: 'new' }, () => this.setUp());
    leaving.querySelector('.btn')?.classList.add('small');
    if (this.buttons.querySelector('.asking')) return; // a question stands there
    replace(this.buttons, !exchange && hints, terms, save, canKeep('chaturanga') && h('button', { type: 'button', class: 'btn small', id: 'keep', disabled: this.past.length === 0, onclick: () => this.keepIt() }, keepText()), leaving);
    if (focused) this.buttons.querySelector<HTMLElement>(`#${focused}`)?.focus();
  }

  /* "horse ×b4, elephant h7" */
  private hintWords(turn: string): string {
    const pieces = piecesOf(this.table!.position), steps = stepsOf(turn);
    if (turn.startsWith('*')) return t('comeBack');
    return steps.length === 0 ? t('passes') : steps.map((step) => {
      const piece = pieces.get(step.slice(0, 2)), takes = pieces.has(step.slice(2));
      pieces.delete(step.slice(0, 2));
      if (piece) pieces.set(step.slice(2), piece);
      return `${kindText(piece?.kind ?? 'P')}${lang === 'ja' ? '' : ' '}${step.slice(0, 2)}${takes ? '×' : '–'}${step.slice(2)}`;
    }).join(lang === 'ja' ? '、' : ', ');
  }

  private toggleTerms(): void {
    this.showsTerms = !this.showsTerms;
    this.terms.hidden = !this.showsTerms;
    if (this.showsTerms) replace(this.terms, this.seats.form((seat) => this.changeSeat(seat)), h('p', { class: 'tips' }, t('termsNote')));
    this.showHint();
  }

  /* Another player takes the seat: the roll is the new one's to make. */
  private changeSeat(seat: number | undefined): void {
    if (!this.table || this.exchange) return;
    clearTimeout(this.timer);
    if (seat === undefined) this.take({ ...this.table, made: undefined });
    else if (seat === this.seat) this.take({ ...this.table, made: undefined, roll: undefined, turns: undefined });
    else this.show();
  }
}
