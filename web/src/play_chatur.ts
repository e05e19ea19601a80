/* play_chatur.ts: four-handed chaturanga at one screen: each seat is a person or a program, dice are
 * rolled by the server or told by the players.  The game is in this page; the server says what a roll
 * allows, makes turns and plays for programs. */
import { ask, Asking, askText, messageOf } from './api';
import { armySign, ChaturBoard, COLOURS, colourName, piecesOf, stepsOf, type Colour, type Piece } from './board_chatur';
import { rulesForm, startPosition } from './chatur_rules';
import { announce, download, h, isTyping, replace, svg } from './dom';
import { keep, kept, lang, recall, remember, texts } from './i18n';
import { askAndKeep, canKeep, keepText } from './save_game';

const t = texts({
  title: 'Chaturanga for four', seats: 'Who plays', person: 'a person', P0: 'any turn (P0)', P1: 'takes rajas (P1)', P2: 'careful, too (P2)', P4: 'looks a round ahead (P4)', team: 'searches, for its team',
  paranoid: 'searches, against all', mcts: 'tree search', partners: 'Red and Yellow are partners, Green and Black are; when both rajas of one pair are taken, the other two fight each other.',
  newGame: 'New game', undo: 'Take back', save: 'Save the record', pass: 'Pass', enough: 'One move is enough', comeBack: 'The raja comes back', roll: 'Roll the dice', pause: 'Pause', goOn: 'Go on',
  dice: 'Dice', rolled: 'rolled here', told: 'entered by hand', first: 'First die', second: 'Second die', take: 'Use these', fell: 'Dice: {0} and {1}',
  turnOf: '{0}’s turn', toRoll: '{0}: roll the dice', choose: '{0}: choose a piece', target: '{0}: where to?', next: '{0}: the second move', nothing: '{0}: nothing can move', thinks: '{0} is thinking…',
  won: '{0} won', drawn: 'Drawn: a raja was left alone', and: ' and ', log: 'Turns', noTurn: 'No turn yet.', failed: 'Failed: {0}', frozen: 'frozen', waiting: 'waits to come back',
  swap: '{0}: exchange the captive rajas?', yes: 'Yes', no: 'No',
  tips: '2 boat, 3 horse, 4 elephant, 5 raja or pawn: up to two moves, or one by the sum. Keys: arrows and Enter on the board, Escape cancels the choice, R rolls, P passes, U takes back.',
}, {
  title: '四人チャトランガ', seats: '対局者', person: '人', P0: '無作為 (P0)', P1: '王を取る (P1)', P2: '用心もする (P2)', P4: '次の巡も見る (P4)', team: '探索（味方のため）',
  paranoid: '探索（全員が敵）', mcts: '木探索', partners: '赤と黄、緑と黒が味方です。一方の王が二つとも取られると、残る二人の勝負になります。',
  newGame: '新しい対局', undo: '待った', save: '棋譜を保存', pass: 'パス', enough: '一手だけにする', comeBack: '王が戻る', roll: 'サイコロを振る', pause: '一時停止', goOn: '続ける',
  dice: 'サイコロ', rolled: 'ここで振る', told: '出た目を入れる', first: '一つめの目', second: '二つめの目', take: 'この目が出た', fell: '目: {0} と {1}',
  turnOf: '{0}の番', toRoll: '{0}の番: サイコロを振ってください', choose: '{0}の番: 駒を選んでください', target: '{0}の番: 行き先を選んでください', next: '{0}の番: 二手目を選んでください', nothing: '{0}の番: 動かせる駒がありません', thinks: '{0}が考えています…',
  won: '{0}の勝ち', drawn: '引き分け（裸の王）', and: 'と', log: '手順', noTurn: 'まだ手がありません。', failed: '失敗しました: {0}', frozen: '凍結', waiting: '復帰待ち',
  swap: '{0}: 捕らえた王を交換しますか', yes: 'する', no: 'しない',
  tips: '2 舟、3 馬、4 象、5 王か兵: 二手まで、または目の和で一手。盤上は矢印キーと Enter、Escape で選び直し、R で振る、P でパス、U で待った。',
});

const PLAYERS = ['person', 'P0', 'P1', 'P2', 'P4', 'team', 'paranoid', 'mcts'] as const;
type Player = (typeof PLAYERS)[number];
const THINK_MS = 700;
const PACE_MS = 500; // between turns of programs, so that eyes can follow

interface Table {
  position: string; colour: Colour; ply: number; phase: string; states: string[]; winners: Colour[];
  made?: { colour: Colour; turn: string; en: string; ja: string }; roll?: string; turns?: string[];
}
interface Past { position: string; made: NonNullable<Table['made']> }

/* Everything of a game but who sits where. */
interface Course { start: string; past: Past[]; table: Table; paused: boolean }

/* A turn that puts an exchange of captive rajas in question. */
const EXCHANGE = /=(yes|no)$/;

export class ChaturPlay {
  readonly el = h('main', { class: 'play chaturanga' });
  private readonly board = new ChaturBoard((square) => this.point(square));
  private readonly asking = new Asking();
  private readonly seats: Player[] = COLOURS.map((c, i) => PLAYERS.find((p) => p === recall(`seat-${c}`)) ?? (i === 0 ? 'person' : 'P4'));
  private told = recall('dice') === 'told';
  private start = startPosition();
  private table: Table | undefined;
  private past: Past[] = [];
  private steps: string[] = []; // made of the present turn
  private chosen: string | undefined;
  private swapping = false; // somebody is asked about an exchange
  private paused = false;
  private timer = 0;
  private readonly status = h('p', { class: 'caption', role: 'status' });
  private readonly dice = h('div', { class: 'row dice' });
  private readonly question = h('div', { class: 'row question-row' });
  private readonly buttons = h('div', { class: 'row' });
  private readonly saving = h('div', { class: 'keeping' });
  private readonly players = h('section', { class: 'panel seats', 'aria-labelledby': 'seats' });
  private readonly log = h('ol', { class: 'play-log', tabindex: 0, 'aria-label': t('log') });

  constructor() {
    replace(this.el, h('h1', { class: 'hidden' }, t('title')),
      h('div', { class: 'left' }, h('div', { class: 'board-place' }, this.board.el), this.status, this.question, this.dice, this.buttons, this.saving, h('p', { class: 'tips keys' }, t('tips'))),
      h('div', { class: 'right' }, this.players, h('section', { class: 'panel', 'aria-labelledby': 'log' }, h('h2', { id: 'log' }, t('log')), this.log)));
    document.addEventListener('keydown', this.onKey);
    this.goOn();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    clearTimeout(this.timer);
    this.asking.end();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e)) return;
    const key = e.key.toLowerCase();
    if (key === 'escape') this.unchoose();
    else if (key === 'u') this.undo();
    else if (key === 'r' && this.waitsForDice && !this.told) void this.roll('random');
    else if (key === 'p' && this.allowed('-')) void this.make('-');
    else return;
    e.preventDefault();
  };

  /* --- The course of the game ------------------------------------------------------------------ */

  /* Where a reload left it, or anew. */
  private goOn(): void {
    const was = kept<Course>('chatur-game');
    if (!was?.table) return this.begin();
    ({ start: this.start, past: this.past, paused: this.paused } = was);
    this.take(was.table);
  }

  private begin(): void {
    this.start = startPosition();
    replace(this.saving);
    this.past = [];
    this.paused = false;
    this.table = undefined;
    void this.request('play/chaturanga', { position: this.start });
  }

  private get seat(): number {
    return this.table ? COLOURS.indexOf(this.table.colour) : 0;
  }

  private get over(): boolean {
    return this.table?.phase === 'won' || this.table?.phase === 'drawn';
  }

  private get isPerson(): boolean {
    return this.seats[this.seat] === 'person';
  }

  private get waitsForDice(): boolean {
    return !!this.table && !this.over && !this.table.roll && (this.isPerson || this.told);
  }

  private async request(path: string, args: Record<string, string | number>): Promise<void> {
    const signal = this.asking.begin();
    const before = this.table;
    clearTimeout(this.timer);
    try {
      const table = await ask<Table>(path, args, signal);
      if (path.endsWith('choose') && EXCHANGE.test(table.made!.turn)) return await this.settle(String(args.position), table.made!.turn);
      if (before && table.made) {
        this.past.push({ position: before.position, made: table.made });
        announce(`${colourName(COLOURS.indexOf(table.made.colour))}: ${table.made[lang]}`);
      }
      this.take(table);
    } catch (e) {
      if (!signal.aborted) this.status.textContent = t('failed', messageOf(e));
    }
  }

  private take(table: Table): void {
    this.table = table;
    this.steps = [];
    this.chosen = undefined;
    this.swapping = false;
    replace(this.question);
    keep('chatur-game', { start: this.start, past: this.past, table, paused: this.paused } satisfies Course);
    this.el.dataset.ply = String(table.ply);
    this.show();
    if (!this.over && !this.isPerson && !this.told) this.timer = window.setTimeout(() => this.program('random'), this.past.length ? PACE_MS : 0);
  }

  private program(roll: string): void {
    if (this.paused || !this.table || this.over || this.isPerson) return;
    this.status.textContent = t('thinks', colourName(this.seat));
    void this.request('play/chaturanga/choose', { position: this.table.position, roll, player: this.seats[this.seat], ms: THINK_MS });
  }

  private async roll(roll: string): Promise<void> {
    if (!this.waitsForDice) return;
    this.paused = false;
    if (!this.isPerson) return this.program(roll);
    await this.request('play/chaturanga', { position: this.table!.position, roll });
    const fell = this.table?.roll;
    if (fell) announce(t('fell', fell[0], fell[1]));
  }

  /* A turn of the list; what chance decides in it, it decides now. */
  private async make(turn: string): Promise<void> {
    const { position, roll } = this.table!;
    replace(this.saving);
    if (EXCHANGE.test(turn)) await this.settle(position, `${roll} ${turn}`);
    else await this.request('play/chaturanga', { position, turn: `${roll} ${turn}`, chance: 1 });
  }

  /* Whoever holds a captive says whether rajas are exchanged; programs say yes half of the time. */
  private async settle(position: string, turn: string): Promise<void> {
    const signal = this.asking.begin();
    try {
      const { asks } = await ask<{ asks: Colour[] }>('play/chaturanga', { position, turn, ask: 1 }, signal);
      let agreed = asks.length > 0;
      for (const colour of asks) agreed = (await this.says(colour)) && agreed;
      if (!signal.aborted) await this.request('play/chaturanga', { position, turn: turn.replace(EXCHANGE, agreed ? '=yes' : '=no') });
    } catch (e) {
      if (!signal.aborted) this.status.textContent = t('failed', messageOf(e));
    }
  }

  private says(colour: Colour): Promise<boolean> {
    const seat = COLOURS.indexOf(colour);
    if (this.seats[seat] !== 'person') return Promise.resolve(Math.random() < 0.5);
    return new Promise((answer) => {
      this.swapping = true;
      this.show();
      const button = (id: 'yes' | 'no'): HTMLElement => h('button', { type: 'button', id: `swap-${id}`, class: id === 'yes' ? 'main' : '', onclick: () => answer(id === 'yes') }, t(id));
      const yes = button('yes');
      replace(this.question, armySign(seat), yes, button('no'));
      this.status.textContent = t('swap', colourName(seat));
      this.el.dataset.turn = 'exchange';
      yes.focus();
    });
  }

  /* First what is chosen, then the first move of the turn, then whole turns, to a person's last. */
  private undo(): void {
    if (this.chosen || this.steps.length) return this.unchoose();
    let n = this.past.length - 1;
    while (n > 0 && this.seats[COLOURS.indexOf(this.past[n].made.colour)] !== 'person') n--;
    if (n < 0) return;
    replace(this.saving);
    const { position, made } = this.past[n];
    this.past.length = n;
    this.table = undefined;
    const person = this.seats[COLOURS.indexOf(made.colour)] === 'person';
    if (!person) this.paused = true;
    void this.request('play/chaturanga', person ? { position, roll: made.turn.slice(0, 2) } : { position });
  }

  private unchoose(): void {
    if (this.swapping && this.isPerson) {
      this.asking.end();
      this.swapping = false;
      replace(this.question);
    }
    if (this.chosen) this.chosen = undefined;
    else this.steps = [];
    this.show();
  }

  private get record(): { position: string; turns: string } {
    return { position: this.start, turns: this.past.map((p) => p.made.turn).join('\n') };
  }

  private keepIt(): void {
    askAndKeep(this.saving, COLOURS.map((key, i) => ({ key, label: colourName(i), person: this.seats[i] === 'person', value: this.seats[i] === 'person' ? '' : this.seats[i] })),
      'play/chaturanga/save', () => this.record);
  }

  private async save(): Promise<void> {
    const names = Object.fromEntries(COLOURS.map((c, i) => [c, this.seats[i] === 'person' ? t('person') : this.seats[i]]));
    try {
      download('kifu.chatur', await askText('play/chaturanga/record', { ...this.record, ...names }));
    } catch (e) {
      this.status.textContent = t('failed', messageOf(e));
    }
  }

  /* --- Choosing moves --------------------------------------------------------------------------- */

  /* Turns of the list that go on from the moves made so far. */
  private get turns(): string[] {
    if (!this.table?.turns || !this.isPerson || this.over) return [];
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

  private point(square: string): void {
    const next = this.nextSteps;
    if (this.chosen && next.includes(this.chosen + square)) {
      this.steps = [...this.steps, this.chosen + square];
      this.chosen = undefined;
      if (this.complete && this.nextSteps.length === 0) return void this.make(this.complete);
    } else this.chosen = square !== this.chosen && next.some((step) => step.startsWith(square)) ? square : undefined;
    this.show();
  }

  /* --- Showing ---------------------------------------------------------------------------------- */

  /* The board with the moves of this turn made on it. */
  private get pieces(): Map<string, Piece> {
    const pieces = piecesOf(this.table!.position);
    for (const step of this.steps) {
      const piece = pieces.get(step.slice(0, 2));
      pieces.delete(step.slice(0, 2));
      if (piece) pieces.set(step.slice(2), piece);
    }
    return pieces;
  }

  private show(): void {
    if (!this.table) return;
    const next = this.nextSteps;
    const last = this.steps.length ? this.steps : stepsOf(this.past.at(-1)?.made.turn ?? '');
    this.board.show({
      pieces: this.pieces, frozen: this.table.states.map((s) => s === 'frozen'), last: last.flatMap((s) => [s.slice(0, 2), s.slice(2)]),
      sources: new Set(next.map((step) => step.slice(0, 2))), chosen: this.chosen,
      targets: new Set(next.filter((step) => step.slice(0, 2) === this.chosen).map((step) => step.slice(2))),
    });
    this.status.textContent = this.statusText();
    this.el.dataset.turn = this.over ? 'over' : this.table.roll ? 'choose' : this.waitsForDice ? 'dice' : 'program';
    this.showDice();
    this.showButtons();
    this.showPlayers();
    this.showLog();
  }

  private statusText(): string {
    const who = colourName(this.seat);
    if (this.table!.phase === 'drawn') return t('drawn');
    if (this.over) return t('won', this.table!.winners.map((c) => colourName(COLOURS.indexOf(c))).join(t('and')));
    if (this.waitsForDice) return t('toRoll', who);
    if (!this.isPerson) return t(this.paused ? 'turnOf' : 'thinks', who);
    if (this.chosen) return t('target', who);
    return t(this.steps.length ? 'next' : this.nextSteps.length ? 'choose' : 'nothing', who);
  }

  private showDice(): void {
    const roll = this.table!.roll ?? this.past.at(-1)?.made.turn.slice(0, 2);
    const select = (id: string, label: string): HTMLSelectElement =>
      h('select', { id, 'aria-label': label }, ['2', '3', '4', '5'].map((n) => h('option', { value: n }, n)));
    const [first, second] = [select('die-1', t('first')), select('die-2', t('second'))];
    const asks = this.waitsForDice;
    const hadFocus = this.dice.contains(document.activeElement);
    replace(this.dice,
      roll && !asks && h('span', { class: 'fell', role: 'img', 'aria-label': t('fell', roll[0], roll[1]) }, [...roll].map((n) => die(Number(n)))),
      asks && !this.told && h('button', { type: 'button', class: 'main', id: 'roll', onclick: () => void this.roll('random') }, t('roll')),
      asks && this.told && [first, second, h('button', { type: 'button', class: 'main', id: 'roll', onclick: () => void this.roll(first.value + second.value) }, t('take'))].flat());
    if (hadFocus && asks) this.dice.querySelector<HTMLElement>('#roll')?.focus();
  }

  private showButtons(): void {
    const button = (id: string, text: string, run: () => void, enabled = true, main = false): HTMLElement =>
      h('button', { type: 'button', id, class: main ? 'main' : '', disabled: !enabled, onclick: run }, text);
    const focused = document.activeElement?.id;
    const back = this.steps.length === 0 && this.turns.find((turn) => turn.startsWith('*'));
    const complete = this.complete;
    const watching = !this.told && this.seats.some((s) => s !== 'person');
    replace(this.buttons,
      complete && !this.swapping && button('enough', t('enough'), () => void this.make(complete), true, true),
      back && button('back', t('comeBack'), () => void this.make(back), true, true),
      button('pass', t('pass'), () => void this.make('-'), this.allowed('-'), this.allowed('-') && this.nextSteps.length === 0),
      button('undo', t('undo'), () => this.undo(), this.past.length > 0 || this.steps.length > 0),
      watching && !this.over && button('pause', t(this.paused ? 'goOn' : 'pause'), () => this.pause()),
      button('save', t('save'), () => void this.save(), this.past.length > 0),
      canKeep('chaturanga') && button('keep', keepText(), () => this.keepIt(), this.past.length > 0));
    if (focused) this.buttons.querySelector<HTMLElement>(`#${focused}`)?.focus();
  }

  private pause(): void {
    this.paused = !this.paused;
    if (!this.paused) this.program('random');
    this.showButtons();
    this.status.textContent = this.statusText();
  }

  private showPlayers(): void {
    if (this.players.contains(document.activeElement) && this.players.querySelector('select')) return this.markPlayers();
    const dice = h('select', { id: 'told', onchange: () => {
      this.told = dice.value === 'told';
      remember('dice', dice.value);
      if (this.table) this.take({ ...this.table, made: undefined });
    } }, (['rolled', 'told'] as const).map((d) => h('option', { value: d, selected: (d === 'told') === this.told }, t(d))));
    replace(this.players, h('h2', { id: 'seats' }, t('seats')),
      h('div', { class: 'form' }, COLOURS.map((_, i) => this.seatRow(i)).flat(), h('label', { for: 'told' }, t('dice')), dice),
      h('p', { class: 'tips' }, t('partners')), rulesForm(),
      h('p', {}, h('button', { type: 'button', class: 'main', id: 'new', onclick: () => this.begin() }, t('newGame'))));
    this.markPlayers();
  }

  private seatRow(i: number): HTMLElement[] {
    const select = h('select', { id: `seat-${i}`, onchange: () => {
      this.seats[i] = select.value as Player;
      remember(`seat-${COLOURS[i]}`, select.value);
      if (this.table && this.seat === i) this.take({ ...this.table, made: undefined, roll: undefined, turns: undefined });
      else this.showButtons();
    } }, PLAYERS.map((p) => h('option', { value: p, selected: p === this.seats[i] }, t(p))));
    return [h('label', { for: `seat-${i}`, class: 'seat', 'data-seat': i }), select];
  }

  private markPlayers(): void {
    for (const label of this.players.querySelectorAll<HTMLElement>('[data-seat]')) {
      const i = Number(label.dataset.seat);
      const state = this.table!.states[i];
      label.classList.toggle('now', i === this.seat && !this.over);
      replace(label, armySign(i, state === 'frozen'), h('span', {}, colourName(i)),
        state !== 'playing' && h('small', {}, ` ${t(state as 'frozen')}`));
    }
  }

  private showLog(): void {
    replace(this.log, this.past.length === 0 ? h('li', { class: 'hint' }, t('noTurn')) : this.past.map((p, i) =>
      h('li', {}, h('span', { class: 'n' }, String(i + 1)), armySign(COLOURS.indexOf(p.made.colour)),
        h('span', { class: 'hidden' }, colourName(COLOURS.indexOf(p.made.colour))), h('span', {}, p.made[lang]))));
    this.log.scrollTop = this.log.scrollHeight;
  }
}

/* A die of four sides shows 2 to 5. */
function die(n: number): SVGElement {
  const at: Record<number, [number, number][]> = { 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]] };
  return svg('svg', { class: 'die', viewBox: '-20 -20 40 40', 'aria-hidden': 'true' },
    svg('rect', { x: -18, y: -18, width: 36, height: 36, rx: 6 }), (at[n] ?? []).map(([x, y]) => svg('circle', { cx: 9 * x, cy: 9 * y, r: 4 })));
}

