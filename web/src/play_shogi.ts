/* play_shogi.ts: a game of shogi against the engine.  The game is in this page and in its address; the
 * server is sent all of it each time, and says what can be played and what it plays. */
import { address, showAddress } from './address';
import { ask, Asking, askText, messageOf } from './api';
import { ShogiBoard } from './board_shogi';
import { announce, download, h, isTyping, replace } from './dom';
import { keep, kept, kindName, lang, pieceName, recall, remember, sideMark, sideName, t as common, texts } from './i18n';
import { pieceIcon } from './piece_set';
import { other, type Color, type Setup } from './setup';
import { askAndKeep, canKeep, keepText, type Seat } from './save_game';
import { fromSfen, HAND_KINDS, kindOfLetter, letterOf, squaresOf, START } from './setup_shogi';

const t = texts({
  title: 'Shogi against the engine', you: 'You play', strength: 'Strength', dial: 'How it plays', like: 'Like', pro: 'professionals', amateur: 'amateurs', online: 'players online',
  level0: 'Very easy', level1: 'Easy', level2: 'Middling', level3: 'Hard', level4: 'Very hard', positions: '{0} ({1} positions a move)',
  dial0: 'Strong: always the best move it finds', dial1: 'Strong, with an eye for what people play', dial2: 'Natural, as long as it costs little', dial3: 'Natural: as people play, if it can be played at all',
  strong: 'strong', natural: 'natural', newGame: 'New game', undo: 'Take back', resign: 'Resign', declare: 'Declare a win', save: 'Save as KIF',
  yours: 'Your move', thinks: 'The engine is thinking…', check: 'check', why: 'Moves, and why', nothing: 'No move yet.', setUp: 'The game',
  opponent: 'Opponent', none: 'The engine', professional: 'A professional', 'strong-amateur': 'A strong amateur', 'club-player': 'A club player', beginner: 'A beginner',
  lineProfessional: 'The strongest of the four: some 240 Elo above the strong amateur. Looks at 20,000 positions; plays professionals’ moves.', lineStrongAmateur: 'Plays and errs as amateurs do in their clubs’ records, a little more steadily: some 280 Elo above the club player. Looks at 20,000 positions.', lineClubPlayer: 'Plays and errs as people do online: some 600 Elo above the beginner. Looks at 400 positions.', lineBeginner: 'Errs more than any records there are: the club player, extrapolated, some 600 Elo below it.',
  time: 'Takes time to think, as people do', ponders: '{0} is thinking…', hint: 'Hint', hintTitle: 'What people would play here', hintNone: 'There is nothing to choose.', last: '{0}: {1}',
  promote: 'Promote', stay: 'Don’t promote', whether: 'Promote the {0}?', value: 'value {0}', mate: 'mate in {0}',
  tips: 'Choose a piece, then where it goes. Keys: arrows and Enter on the board, Escape cancels the choice, U takes back, H gives a hint.', engine: 'Kifu', me: 'You', failed: 'Failed: {0}',
}, {
  title: 'エンジンと将棋', you: 'あなたの手番', strength: '強さ', dial: '指し方', like: '手本', pro: 'プロ', amateur: 'アマチュア', online: 'ネット対局者',
  level0: 'とてもやさしい', level1: 'やさしい', level2: 'ふつう', level3: '手ごわい', level4: 'とても手ごわい', positions: '{0}（{1} 局面）',
  dial0: '強さ優先: 見つけた最善手を指す', dial1: '強さ優先、人の指し手も考慮', dial2: '自然に、損が小さければ', dial3: '自然に: 指せるかぎり人のように',
  strong: '強く', natural: '自然に', newGame: '新しい対局', undo: '待った', resign: '投了', declare: '入玉宣言', save: 'KIF で保存',
  yours: 'あなたの番です', thinks: 'エンジンが考えています…', check: '王手', why: '指し手とその理由', nothing: 'まだ指していません。', setUp: '対局',
  opponent: '相手', none: 'エンジン', professional: 'プロ棋士', 'strong-amateur': 'アマ強豪', 'club-player': 'アマ中級者', beginner: '初心者',
  lineProfessional: '四人で最も強く、アマ強豪より約 240 Elo 上。2 万局面を読み、プロの棋譜にならって指します。', lineStrongAmateur: '道場のアマチュアの棋譜と同じように、ただしやや堅実に指します。アマ中級者より約 280 Elo 上。2 万局面を読みます。', lineClubPlayer: 'ネット対局の棋譜と同じように指し、間違えます。初心者より約 600 Elo 上。400 局面を読みます。', lineBeginner: 'どの棋譜よりもよく間違えます。アマ中級者から外挿したもので、約 600 Elo 下。',
  time: '人のように時間を使う', ponders: '{0}が考えています…', hint: 'ヒント', hintTitle: 'この局面で人が指す手', hintNone: '選ぶ余地がありません。', last: '{0}: {1}',
  promote: '成る', stay: '成らない', whether: '{0}を成りますか', value: '評価値 {0}', mate: '{0} 手詰',
  tips: '駒を選び、行き先を選びます。盤上は矢印キーと Enter、Escape で選び直し、U で待った、H でヒント。', engine: 'Kifu', me: 'あなた', failed: '失敗しました: {0}',
});

interface Played { move: string; en: string; ja: string }
interface Answer extends Played { centipawns?: number; mate?: number; explanation?: string; thinks?: number }
interface State {
  sfen: string; turn: number; ply: number; check: boolean; declare: boolean; played: Played[]; legal: string[];
  over: { end: string; result: string; en: string; ja: string } | null; answer?: Answer; resigns?: string;
}
interface Hint { moves: { en: string; ja: string; p: number }[] }

/* Persons who play in the engine's place, with the class of player whose moves a hint shows. */
const PERSONS = { professional: ['lineProfessional', 'pro'], 'strong-amateur': ['lineStrongAmateur', 'amateur'], 'club-player': ['lineClubPlayer', 'online'], beginner: ['lineBeginner', 'online'] } as const;
type Person = keyof typeof PERSONS;
const personOf = (word: string | null): Person | undefined => (word !== null && word in PERSONS ? (word as Person) : undefined);
const MOST_SECONDS = 60; // that a person is waited for on the page
const HINTS = 5;
const newSeed = (): number => 1 + Math.floor(Math.random() * 0x7ffffffe);

const NODES = [300, 3000, 30000, 300000, 2000000];
const digits = (square: string): string => square[0] + 'abcdefghi'[Number(square[1]) - 1];

export class ShogiPlay {
  readonly el = h('main', { class: 'play' });
  private readonly asking = new Asking();
  private readonly start: string;
  private moves: string[];
  private side: Color;
  private end = '';
  private state: State | undefined;
  private readonly answers = new Map<number, Answer>(); // by the ply they led to
  private board: ShogiBoard | undefined;
  private flipped: boolean;
  private chosen: string | undefined; // "77", or the letter of a piece in hand
  private readonly place = h('div', { class: 'board-place' });
  private readonly hands: Record<Color, HTMLElement> = { s: h('div'), g: h('div') };
  private readonly status = h('p', { class: 'caption', role: 'status' });
  private readonly question = h('div', { class: 'row question-row' });
  private readonly reason = h('p', { class: 'reason', 'aria-live': 'polite' });
  private readonly hint = h('div', { class: 'hints', 'aria-live': 'polite' });
  private readonly engineOnly = h('div', { class: 'form-part' });
  private readonly personOnly = h('div', { class: 'form-part' });
  private readonly personLine = h('p', { class: 'tips', id: 'person-line' });
  private readonly buttons = h('div', { class: 'row' });
  private readonly saving = h('div', { class: 'keeping' });
  private readonly log = h('ol', { class: 'play-log', tabindex: 0, 'aria-label': t('why') });
  private readonly words = h('p', { class: 'tips', id: 'dial-words' });
  private level = Math.min(4, Math.max(0, Number(recall('play-level') ?? 1) || 0));
  private dial = Math.min(100, Math.max(0, Number(recall('play-natural') ?? 50) || 0));
  private like = recall('play-class') ?? 'amateur';
  private person = personOf(recall('play-person'));
  private takesTime = recall('play-time') === 'yes';
  private seed = kept<number>('play-seed') ?? newSeed();

  constructor(args: URLSearchParams) {
    this.start = args.get('sfen') ?? '';
    this.moves = (args.get('moves') ?? '').split(',').filter(Boolean);
    this.end = args.get('end') ?? '';
    this.side = args.get('side') === 'w' ? 'g' : 's';
    this.flipped = this.side === 'g';
    this.build();
    document.addEventListener('keydown', this.onKey);
    this.recallWhy();
    void this.refresh();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    this.asking.end();
    this.board?.destroy();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e)) return;
    if (e.key === 'Escape') this.choose(undefined);
    else if (e.key === 'u' || e.key === 'U') this.undo();
    else if (e.key === 'h' || e.key === 'H') void this.showHint();
    else return;
    e.preventDefault();
  };

  /* --- What is on the page --------------------------------------------------------------------- */

  private build(): void {
    replace(this.el, h('h1', { class: 'hidden' }, t('title')),
      h('div', { class: 'left' }, this.place, this.status, this.question, this.reason, this.buttons, this.hint, this.saving, h('p', { class: 'tips keys' }, t('tips'))),
      h('div', { class: 'right' }, this.settings(), h('section', { class: 'panel', 'aria-labelledby': 'why' }, h('h2', { id: 'why' }, t('why')), this.log)));
    this.buildBoard();
  }

  private settings(): HTMLElement {
    const option = (value: string | number, text: string, now: string | number): HTMLElement =>
      h('option', { value, selected: value === now }, text);
    const dial = h('input', { type: 'range', id: 'dial', min: 0, max: 100, step: 10, value: this.dial, 'aria-describedby': 'dial-words', oninput: () => {
      this.dial = Number(dial.value);
      remember('play-natural', dial.value);
      this.showDial();
    } });
    const level = h('select', { id: 'level', onchange: () => {
      this.level = Number(level.value);
      remember('play-level', level.value);
    } }, NODES.map((n, i) => option(i, t('positions', t(`level${i}` as 'level0'), n.toLocaleString(lang)), this.level)));
    const like = h('select', { id: 'like', onchange: () => {
      this.like = like.value;
      remember('play-class', like.value);
    } }, (['pro', 'amateur', 'online'] as const).map((c) => option(c, t(c), this.like)));
    const side = h('select', { id: 'side' }, (['s', 'g'] as const).map((c) => option(c, `${sideMark(c)} ${sideName(c)}`, this.side)));
    const person = h('select', { id: 'person', 'aria-describedby': 'person-line', onchange: () => {
      this.person = personOf(person.value);
      remember('play-person', person.value);
      this.showPerson();
    } }, option('', t('none'), this.person ?? ''), (Object.keys(PERSONS) as Person[]).map((p) => option(p, t(p), this.person ?? '')));
    const time = h('input', { type: 'checkbox', id: 'time', checked: this.takesTime, onchange: () => {
      this.takesTime = time.checked;
      remember('play-time', time.checked ? 'yes' : 'no');
    } });
    replace(this.engineOnly, h('label', { for: 'level' }, t('strength')), level,
      h('label', { for: 'dial' }, t('dial')),
      h('div', {}, h('div', { class: 'dial' }, h('span', { 'aria-hidden': 'true' }, t('strong')), dial, h('span', { 'aria-hidden': 'true' }, t('natural'))), this.words),
      h('label', { for: 'like' }, t('like')), like);
    replace(this.personOnly, this.personLine, h('label', { class: 'check', for: 'time' }, time, ' ', t('time')));
    this.showDial();
    this.showPerson();
    return h('section', { class: 'panel form', 'aria-label': t('setUp') },
      h('label', { for: 'side' }, t('you')),
      h('div', { class: 'row' }, side, h('button', { type: 'button', class: 'main', id: 'new', onclick: () => this.begin(side.value as Color) }, t('newGame'))),
      h('label', { for: 'person' }, t('opponent')), person, this.personOnly, this.engineOnly);
  }

  private showPerson(): void {
    this.engineOnly.hidden = !!this.person;
    this.personOnly.hidden = !this.person;
    this.personLine.textContent = this.person ? t(PERSONS[this.person][0]) : '';
    if (this.state) this.showStatus();
  }

  private showDial(): void {
    this.words.textContent = t(this.dial === 0 ? 'dial0' : this.dial < 40 ? 'dial1' : this.dial < 70 ? 'dial2' : 'dial3');
  }

  private buildBoard(): void {
    this.board?.destroy();
    this.board = new ShogiBoard({ editable: false, label: common('board'), flipped: this.flipped, onPoint: (square) => this.point(square) });
    const bottom: Color = this.flipped ? 'g' : 's';
    this.hands[bottom].className = 'hand shown';
    this.hands[other(bottom)].className = 'hand shown turned';
    replace(this.place, this.hands[other(bottom)], this.board.el, this.hands[bottom]);
    this.show();
  }

  /* --- The game -------------------------------------------------------------------------------- */

  private begin(side: Color): void {
    replace(this.saving);
    this.side = side;
    this.moves = [];
    this.answers.clear();
    this.flipped = side === 'g';
    this.end = '';
    this.seed = newSeed();
    this.state = undefined;
    this.chosen = undefined;
    this.buildBoard();
    void this.refresh();
  }

  private get mine(): boolean {
    return !!this.state && !this.state.over && this.state.turn === (this.side === 's' ? 0 : 1);
  }

  private get game(): Record<string, string> {
    return { sfen: this.start, moves: this.moves.join(' '), end: this.end };
  }

  /* Asks how it stands; then it may be the engine's turn. */
  private async refresh(): Promise<void> {
    const signal = this.asking.begin();
    try {
      this.take(await ask<State>('play/shogi', this.game, signal));
      if (this.state!.over || this.mine) return;
      const asked = Date.now();
      const next = await ask<State>('play/shogi/move', { ...this.game, ...this.opponent }, signal);
      if (this.takesTime && next.answer?.thinks) await pause(Math.min(next.answer.thinks, MOST_SECONDS * 1000) - (Date.now() - asked), signal);
      this.take(next);
    } catch (e) {
      if (!signal.aborted) this.status.textContent = t('failed', messageOf(e));
    }
  }

  private get opponent(): Record<string, string | number> {
    return this.person ? { person: this.person, seed: this.seed } : { nodes: NODES[this.level], natural: this.dial, class: this.like };
  }

  private take(state: State): void {
    this.state = state;
    if (state.resigns !== undefined) this.end = 'resign';
    replace(this.hint);
    this.moves = state.played.map((p) => p.move);
    if (state.answer) {
      this.answers.set(state.ply, state.answer);
      announce(state.answer[lang]);
    }
    this.el.dataset.ply = String(state.ply);
    this.chosen = undefined;
    showAddress(address('play', ['shogi'], { sfen: this.start, side: this.side === 'g' ? 'w' : undefined, moves: this.moves.join(','), end: this.end }));
    this.rememberWhy();
    this.show();
  }

  /* Why the engine played what it did is in no address: the tab keeps it, for the same moves. */
  private rememberWhy(): void {
    keep('play-seed', this.seed);
    keep('play-why', { start: this.start, moves: this.moves, answers: [...this.answers] });
  }

  private recallWhy(): void {
    const was = kept<{ start: string; moves: string[]; answers: [number, Answer][] }>('play-why');
    if (was?.start !== this.start) return;
    for (const [ply, answer] of was.answers) if (this.moves.slice(0, ply).join() === was.moves.slice(0, ply).join() && ply <= this.moves.length) this.answers.set(ply, answer);
  }

  private play(move: string): void {
    replace(this.saving);
    this.moves = [...this.moves, move];
    this.chosen = undefined;
    replace(this.question);
    void this.refresh();
  }

  /* To where it was the player's turn last. */
  private undo(): void {
    const first = this.firstMine();
    if (this.moves.length <= first) return;
    let n = this.moves.length - (this.end ? 0 : 1);
    while (n % 2 !== first % 2) n--;
    for (const ply of [...this.answers.keys()]) if (ply > n) this.answers.delete(ply);
    this.moves = this.moves.slice(0, Math.max(n, first));
    this.end = '';
    void this.refresh();
  }

  /* How many moves were made before the player's first. */
  private firstMine(): number {
    const begins = fromSfen(this.start || START)?.turn ?? 's';
    return begins === this.side ? 0 : 1;
  }

  private finish(end: string): void {
    this.end = end;
    void this.refresh();
  }

  /* Who plays against the reader, as records have it. */
  private get other(): string {
    return this.person ? `${t('engine')} (${t(this.person)})` : t('engine');
  }

  private async save(): Promise<void> {
    const [black, white] = this.side === 's' ? [t('me'), this.other] : [this.other, t('me')];
    try {
      download('kifu.kif', await askText('play/shogi/record', { ...this.game, black, white }));
    } catch (e) {
      this.status.textContent = t('failed', messageOf(e));
    }
  }

  private keepIt(): void {
    const seat = (key: string, color: Color): Seat => ({ key, label: `${sideMark(color)} ${sideName(color)}`, person: color === this.side, value: color === this.side ? t('me') : this.other });
    askAndKeep(this.saving, [seat('black', 's'), seat('white', 'g')], 'play/shogi/save', () => this.game);
  }

  /* What people would play, by the model that needs no search. */
  private async showHint(): Promise<void> {
    if (!this.mine) return;
    const at = this.moves.length;
    try {
      const { sfen, moves } = this.game;
      const found = await ask<Hint>('natural', { sfen, moves, class: this.person ? PERSONS[this.person][1] : this.like, limit: HINTS });
      if (this.moves.length !== at) return;
      replace(this.hint, h('h2', {}, t('hintTitle')), found.moves.length === 0 ? h('p', {}, t('hintNone'))
        : h('ol', {}, found.moves.map((m) => h('li', {}, h('strong', {}, m[lang]), ` ${Math.round(100 * m.p)} %`))));
    } catch (e) {
      this.status.textContent = t('failed', messageOf(e));
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
    this.board?.showReach(what && what.length === 2 ? what : undefined, new Set(this.reach().keys()));
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
    const piece = this.board!.marks.get(squaresOf(moves[0])[0]);
    const button = (up: boolean): HTMLElement => h('button', { type: 'button', class: up ? 'main' : '', 'data-promote': String(up),
      onclick: () => this.play(moves.find((m) => m.endsWith('+') === up)!) }, t(up ? 'promote' : 'stay'));
    const yes = button(true);
    replace(this.question, h('span', {}, t('whether', piece ? kindName(piece.kind) : '')), yes, button(false));
    yes.focus();
  }

  /* --- Showing --------------------------------------------------------------------------------- */

  private get setup(): Setup | undefined {
    return fromSfen(this.state?.sfen ?? (this.start || START));
  }

  private show(): void {
    const setup = this.setup;
    if (!setup || !this.board) return;
    this.board.marks = setup.look.pieces;
    this.board.showLast(squaresOf(this.moves.at(-1)));
    this.choose(undefined);
    this.showStatus();
    this.showButtons();
    this.showLog();
  }

  private showHands(): void {
    const setup = this.setup;
    if (!setup) return;
    for (const color of ['s', 'g'] as const) replace(this.hands[color], this.hand(color, setup));
  }

  private hand(color: Color, setup: Setup): HTMLElement[] {
    const held = HAND_KINDS.filter((kind) => setup.look.hands[color].has(kind));
    const words = held.map((kind) => `${kindName(kind)} ${setup.look.hands[color].get(kind)!.n}`).join(', ');
    return [
      h('span', { class: 'hand-name', 'aria-hidden': 'true' }, sideMark(color)),
      h('span', { class: 'hidden' }, `${common('hand', sideName(color))}: ${words || '–'}`),
      ...held.map((kind) => this.handPiece(color, kind, setup.look.hands[color].get(kind)!.n)),
    ];
  }

  private handPiece(color: Color, kind: string, n: number): HTMLElement {
    const letter = letterOf(kind);
    const mine = color === this.side && this.mine && kindOfLetter(letter) !== undefined;
    const face = [pieceIcon({ color: 's', kind }), h('span', { class: 'number' }, n > 1 ? String(n) : '')];
    if (!mine) return h('span', { class: 'hand-cell set', 'aria-hidden': 'true' }, face);
    return h('button', { type: 'button', class: 'hand-cell set pick', 'data-drop': letter, 'aria-pressed': this.chosen === letter,
      'aria-label': `${pieceName(color, kind)} ${n}`, onclick: () => {
        this.choose(this.chosen === letter ? undefined : letter);
        this.hands[color].querySelector<HTMLElement>(`[data-drop="${letter}"]`)?.focus();
      } }, face);
  }

  private showStatus(): void {
    const state = this.state;
    if (!state) return void (this.status.textContent = common('loading'));
    const text = state.over ? state.over[lang] : this.mine ? t('yours') : this.person ? t('ponders', t(this.person)) : t('thinks');
    this.status.textContent = text + (state.check && !state.over ? ` (${t('check')})` : '');
    this.reason.textContent = this.whyLast(state);
    this.el.dataset.turn = state.over ? 'over' : this.mine ? 'mine' : 'engine';
  }

  private whyLast(state: State): string {
    if (state.resigns) return state.resigns;
    const ply = state.ply - (this.mine || state.over ? 0 : 1);
    const answer = this.answers.get(ply);
    return answer?.explanation ? t('last', answer[lang], reasonOf(answer.explanation)) : '';
  }

  private showButtons(): void {
    const on = !!this.state && !this.state.over;
    const button = (id: string, text: string, run: () => void, enabled = true): HTMLElement =>
      h('button', { type: 'button', id, disabled: !enabled, onclick: run }, text);
    const focused = document.activeElement?.id;
    replace(this.buttons,
      button('undo', t('undo'), () => this.undo(), this.moves.length > this.firstMine()),
      button('hint', t('hint'), () => void this.showHint(), this.mine),
      button('resign', t('resign'), () => this.finish('resign'), this.mine),
      this.mine && this.state!.declare && button('declare', t('declare'), () => this.finish('declaration'), on),
      button('flip', common('flip'), () => {
        this.flipped = !this.flipped;
        this.buildBoard();
      }),
      button('save', t('save'), () => void this.save(), this.moves.length > 0),
      canKeep('shogi') && button('keep', keepText(), () => this.keepIt(), this.moves.length > 0));
    if (focused) this.buttons.querySelector<HTMLElement>(`#${focused}`)?.focus();
  }

  private showLog(): void {
    const played = this.state?.played ?? [];
    replace(this.log, played.length === 0 ? h('li', { class: 'hint' }, t('nothing')) : played.map((p, i) => {
      const answer = this.answers.get(i + 1);
      return h('li', { class: answer ? 'theirs' : '' }, h('span', { class: 'n' }, String(i + 1)), h('strong', {}, p[lang]),
        answer && !answer.explanation && h('small', {}, valueText(answer)), answer?.explanation && h('p', { class: 'tips' }, reasonOf(answer.explanation)));
    }));
    this.log.scrollTop = this.log.scrollHeight;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => new Promise((done, failed) => {
  const timer = setTimeout(done, Math.max(0, ms));
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    failed(new DOMException('', 'AbortError'));
  });
});

/* The move itself stands before the colon, and here above it. */
const reasonOf = (text: string): string => text.replace(/^[^:]*:\s*/, '');

function valueText(a: Answer): string {
  if (a.centipawns !== undefined) return t('value', (a.centipawns > 0 ? '+' : '') + a.centipawns);
  return t('mate', Math.abs(a.mate ?? 0));
}
