/* play_go.ts: a game of Go against an opponent that plays as people do.  As in play_shogi.ts the game is in this page
 * and in its address; the server is sent all of it each time. */
import { address, showAddress } from './address';
import { ask, Asking, askText, messageOf } from './api';
import { GoBoard } from './board_go';
import { announce, download, h, isTyping, replace } from './dom';
import { lang, percent, recall, remember, sideMark, sideName, t as common, texts } from './i18n';
import { askAndKeep, canKeep, keepText, type Seat } from './save_game';
import type { Color, Mark } from './setup';

const t = texts({
  title: 'Go against a human-like player or a program', setUp: 'The game', you: 'You play', handicap: 'Handicap', none: 'None (komi 6.5)', stones: '{0} stones for Black (komi 0.5)',
  person: 'Opponent', likeliest: 'Likeliest move of professionals', professional: 'As professionals vary', strong: 'As strong amateurs vary', amateur: 'As amateurs vary',
  newGame: 'New game', undo: 'Take back', pass: 'Pass', resign: 'Resign', save: 'Save as SGF', yours: 'Your move', thinks: 'Your opponent is thinking…',
  passed: 'Your opponent passed. Pass too, and the board is counted.', log: 'Moves', nothing: 'No move yet.', played: '{0} of 100 people play it', chance: 'expects to win: {0} %',
  captured: 'Captured: Black {0}, White {1}', here: 'Play {0}', counted: 'Counted by area. Dead stones and territory are estimated by random games.', doubtful: 'This count is doubtful: the network takes the other player to have won ({0} %).', passes: 'pass', gave: 'resigns',
  tips: 'Choose a point. Keys: arrows and Enter on the board, P passes, U takes back.', opponent: 'Kifu', me: 'You', failed: 'Failed: {0}', people: 'Plays as people do', programs: 'Programs', level: '{0}, level {1}', notInstalled: 'Not installed: {0}', retry: 'Ask again',
}, {
  title: '人のように打つ相手やプログラムと囲碁', setUp: '対局', you: 'あなたの手番', handicap: '置き石', none: 'なし（コミ 6.5 目）', stones: '黒 {0} 子（コミ 0.5 目）',
  person: '相手', likeliest: 'プロが最も打ちそうな手', professional: 'プロと同じ割合で', strong: '強いアマチュアと同じ割合で', amateur: 'アマチュアと同じ割合で',
  newGame: '新しい対局', undo: '待った', pass: 'パス', resign: '投了', save: 'SGF で保存', yours: 'あなたの番です', thinks: '相手が考えています…',
  passed: '相手がパスしました。あなたもパスすると地を数えます。', log: '着手', nothing: 'まだ打っていません。', played: '100 人中 {0} 人が打つ', chance: '予想勝率 {0}%',
  captured: 'アゲハマ: 黒 {0}、白 {1}', here: '{0} に打つ', counted: '中国ルール（地＋石）で数えました。死に石と地はランダムな対局による推定です。', doubtful: 'この結果は疑わしいものです。ネットワークは相手側の勝ちと見ています（{0}%）。', passes: 'パス', gave: '投了',
  tips: '打つ点を選びます。盤上は矢印キーと Enter、P でパス、U で待った。', opponent: 'Kifu', me: 'あなた', failed: '失敗しました: {0}', people: '人のように打つ', programs: 'プログラム', level: '{0} レベル {1}', notInstalled: 'インストールされていません: {0}', retry: 'もう一度',
});

interface Answer { move: string; share?: number; win?: number } // of people; a program says no more than its move
interface Program { name: string; installed: boolean; levels: number }
interface Over { end: string; result: string; en: string; ja: string; points?: number; win?: number; doubtful?: boolean; black_area?: string[]; white_area?: string[]; dead?: string[] }
interface State {
  turn: number; ply: number; handicap: number; black: string[]; white: string[]; captured: [number, number]; played: string[]; legal: string[];
  over: Over | null; answer?: Answer;
}

const PERSONS = [['', 'likeliest'], ['professional', 'professional'], ['strong-amateur', 'strong'], ['amateur', 'amateur']] as const;

const LEVELS = [1, 4, 7, 10]; // of GNU Go, that are offered

export class GoPlay {
  readonly el = h('main', { class: 'play' });
  private readonly asking = new Asking();
  private moves: string[];
  private side: Color;
  private handicap: number;
  private seed: number;
  private end = '';
  private state: State | undefined;
  private readonly answers = new Map<number, Answer>(); // by the ply they led to
  private readonly board: GoBoard;
  private chosen: string | undefined; // on screens for fingers: touched once
  private readonly status = h('p', { class: 'caption', role: 'status' });
  private readonly captured = h('p', { class: 'tips' });
  private readonly question = h('div', { class: 'row question-row' });
  private readonly buttons = h('div', { class: 'row' });
  private readonly saving = h('div', { class: 'keeping' });
  private readonly log = h('ol', { class: 'play-log', tabindex: 0, 'aria-label': t('log') });
  private person = recall('play-go-person') ?? ''; // of people; or "program:NAME:LEVEL"
  private readonly opponents = h('select', { id: 'person', onchange: () => {
    this.person = this.opponents.value;
    remember('play-go-person', this.person);
  } });
  private readonly missing = h('p', { class: 'tips', hidden: true });

  constructor(args: URLSearchParams) {
    this.moves = (args.get('moves') ?? '').split(',').filter(Boolean);
    this.end = args.get('end') ?? '';
    this.side = args.get('side') === 'w' ? 'g' : 's';
    this.handicap = Number(args.get('handicap')) || 0;
    this.seed = Number(args.get('seed')) || newSeed();
    this.board = new GoBoard({ editable: false, label: common('board'), flipped: false, size: 19, onPoint: (point) => this.point(point) });
    replace(this.el, h('h1', { class: 'hidden' }, t('title')),
      h('div', { class: 'left' }, h('div', { class: 'board-place' }, this.board.el), this.status, this.question, this.buttons, this.captured, this.saving, h('p', { class: 'tips keys' }, t('tips'))),
      h('div', { class: 'right' }, this.settings(), h('section', { class: 'panel', 'aria-labelledby': 'log' }, h('h2', { id: 'log' }, t('log')), this.log)));
    document.addEventListener('keydown', this.onKey);
    this.show();
    void this.refresh();
  }

  destroy(): void {
    document.removeEventListener('keydown', this.onKey);
    this.asking.end();
    this.board.destroy();
  }

  private readonly onKey = (e: KeyboardEvent): void => {
    if (isTyping(e) || e.ctrlKey || e.metaKey || e.altKey) return;
    const key = e.key.toLowerCase();
    if (key === 'escape') this.choose(undefined);
    else if (key === 'u') this.undo();
    else if (key === 'p' && this.mine) this.play('pass');
    else return;
    e.preventDefault();
  };

  private settings(): HTMLElement {
    const option = (value: string | number, text: string, now: string | number): HTMLElement => h('option', { value, selected: value === now }, text);
    const side = h('select', { id: 'side' }, (['s', 'g'] as const).map((c) => option(c, `${sideMark(c)} ${sideName(c)}`, this.side)));
    const stones = h('select', { id: 'handicap' }, [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => option(n, n ? t('stones', String(n)) : t('none'), this.handicap)));
    this.showOpponents([]);
    void ask<{ programs: Program[] }>('play/go/programs').then(({ programs }) => this.showOpponents(programs), () => {});
    return h('section', { class: 'panel form', 'aria-label': t('setUp') },
      h('label', { for: 'side' }, t('you')),
      h('div', { class: 'row' }, side, h('button', { type: 'button', class: 'main', id: 'new', onclick: () => this.begin(side.value as Color, Number(stones.value)) }, t('newGame'))),
      h('label', { for: 'handicap' }, t('handicap')), stones,
      h('label', { for: 'person' }, t('person')), this.opponents, this.missing);
  }

  /* People, then the programs of the server that are there; the others are named. */
  private showOpponents(programs: Program[]): void {
    const option = (value: string, text: string): HTMLElement => h('option', { value, selected: value === this.person }, text);
    const there = programs.filter((p) => p.installed), missing = programs.filter((p) => !p.installed);
    const offered = there.flatMap((p) => (p.levels ? LEVELS.map((n) => option(`program:${p.name}:${n}`, t('level', p.name, n))) : [option(`program:${p.name}:`, p.name)]));
    replace(this.opponents, h('optgroup', { label: t('people') }, PERSONS.map(([name, text]) => option(name, t(text)))), offered.length > 0 && h('optgroup', { label: t('programs') }, offered));
    this.missing.hidden = missing.length === 0;
    this.missing.textContent = t('notInstalled', missing.map((p) => p.name).join(', '));
    if (programs.length && this.opponents.value !== this.person) this.person = this.opponents.value; // that one is gone
  }

  private get program(): { program: string; level?: number } | undefined {
    const m = this.person.match(/^program:(.*):(\d*)$/);
    return m ? { program: m[1], level: m[2] ? Number(m[2]) : undefined } : undefined;
  }

  private get opponentName(): string {
    const { program } = this;
    return program ? (program.level ? t('level', program.program, program.level) : program.program) : t('opponent');
  }


  /* --- The game -------------------------------------------------------------------------------- */

  private begin(side: Color, handicap: number): void {
    replace(this.saving);
    this.side = side;
    this.handicap = handicap;
    this.seed = newSeed();
    this.moves = [];
    this.answers.clear();
    this.end = '';
    this.state = undefined;
    void this.refresh();
  }

  private get mine(): boolean {
    return !!this.state && !this.state.over && this.state.turn === (this.side === 's' ? 0 : 1);
  }

  private get game(): Record<string, string | number> {
    return { handicap: this.handicap, moves: this.moves.join(' '), end: this.end };
  }

  /* How many moves are made before the player's first: White begins a game with a handicap. */
  private get firstMine(): number {
    return (this.handicap ? 'g' : 's') === this.side ? 0 : 1;
  }

  /* Asks how it stands; then it may be the opponent's turn. */
  private async refresh(): Promise<void> {
    const signal = this.asking.begin();
    try {
      this.take(await ask<State>('play/go', this.game, signal));
      if (this.state!.over || this.mine) return;
      this.take(await ask<State>('play/go/move', { ...this.game, ...(this.program ?? { person: this.person, seed: this.seed }) }, signal));
    } catch (e) {
      if (signal.aborted) return;
      this.status.textContent = t('failed', messageOf(e));
      replace(this.question, h('button', { type: 'button', id: 'retry', onclick: () => void this.refresh() }, t('retry')));
    }
  }

  private take(state: State): void {
    this.state = state;
    this.moves = state.played;
    if (state.answer?.move === 'resign') this.end = 'resign';
    if (state.answer) {
      this.answers.set(state.ply, state.answer);
      announce(moveText(state.answer.move));
    }
    this.el.dataset.ply = String(state.ply);
    this.chosen = undefined;
    showAddress(address('play', ['go'], { side: this.side === 'g' ? 'w' : undefined, handicap: this.handicap || undefined, seed: this.seed, moves: this.moves.join(','), end: this.end }));
    this.show();
  }

  private play(move: string): void {
    replace(this.saving);
    this.moves = [...this.moves, move];
    this.choose(undefined);
    void this.refresh();
  }

  /* To where it was the player's turn last. */
  private undo(): void {
    const first = this.firstMine;
    if (this.moves.length <= first && !this.end) return;
    let n = this.moves.length - (this.end ? 0 : 1);
    while (n > first && n % 2 !== first % 2) n--;
    for (const ply of [...this.answers.keys()]) if (ply > n || this.end) this.answers.delete(ply);
    this.moves = this.moves.slice(0, Math.max(n, first));
    this.end = '';
    void this.refresh();
  }

  private async save(): Promise<void> {
    const [black, white] = this.side === 's' ? [t('me'), this.opponentName] : [this.opponentName, t('me')];
    try {
      download('kifu.sgf', await askText('play/go/record', { ...this.game, black, white }));
    } catch (e) {
      this.status.textContent = t('failed', messageOf(e));
    }
  }

  private keepIt(): void {
    const seat = (key: string, color: Color): Seat => ({ key, label: `${sideMark(color)} ${sideName(color)}`, person: color === this.side, value: color === this.side ? t('me') : this.opponentName });
    askAndKeep(this.saving, [seat('black', 's'), seat('white', 'g')], 'play/go/save', () => this.game);
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
    this.board.showArrows(point ? [{ to: point, weight: 1 }] : []);
    replace(this.question, point && h('button', { type: 'button', class: 'main', id: 'here', onclick: () => this.play(point) }, t('here', point)));
  }

  /* --- Showing --------------------------------------------------------------------------------- */

  private show(): void {
    const marks = new Map<string, Mark>();
    for (const point of this.state?.black ?? []) marks.set(point, { color: 's', kind: 'stone' });
    for (const point of this.state?.white ?? []) marks.set(point, { color: 'g', kind: 'stone' });
    const last = this.moves.at(-1), over = this.state?.over;
    this.board.marks = marks;
    this.board.showLast(last && last !== 'pass' ? [last] : []);
    this.board.showArea(over?.black_area ?? [], over?.white_area ?? [], over?.dead ?? []);
    this.choose(undefined);
    this.showStatus();
    this.showButtons();
    this.showLog();
  }

  private showStatus(): void {
    const state = this.state;
    if (!state) return void (this.status.textContent = common('loading'));
    const passed = this.mine && this.moves.at(-1) === 'pass';
    this.status.textContent = state.over ? endText(state.over) : t(passed ? 'passed' : this.mine ? 'yours' : 'thinks');
    this.captured.textContent = t('captured', String(state.captured[0]), String(state.captured[1]));
    this.el.dataset.turn = state.over ? 'over' : this.mine ? 'mine' : 'opponent';
  }

  private showButtons(): void {
    const button = (id: string, text: string, run: () => void, enabled = true): HTMLElement =>
      h('button', { type: 'button', id, disabled: !enabled, onclick: run }, text);
    const focused = document.activeElement?.id;
    replace(this.buttons,
      button('pass', t('pass'), () => this.play('pass'), this.mine),
      button('undo', t('undo'), () => this.undo(), this.moves.length > this.firstMine),
      button('resign', t('resign'), () => {
        this.end = 'resign';
        void this.refresh();
      }, this.mine),
      button('save', t('save'), () => void this.save(), this.moves.length > 0),
      canKeep('go') && button('keep', keepText(), () => this.keepIt(), this.moves.length > 0));
    if (focused) this.buttons.querySelector<HTMLElement>(`#${focused}`)?.focus();
  }

  private showLog(): void {
    const played = this.state?.played ?? [];
    const about = (a: Answer): string => [a.share !== undefined && a.move !== 'resign' && t('played', percent(a.share)), a.win !== undefined && t('chance', percent(a.win))].filter(Boolean).join('; ');
    replace(this.log, played.length === 0 ? h('li', { class: 'hint' }, t('nothing')) : played.map((move, i) => {
      const answer = this.answers.get(i + 1);
      const color: Color = (i + (this.handicap ? 1 : 0)) % 2 ? 'g' : 's';
      return h('li', { class: answer ? 'theirs' : '' }, h('span', { class: 'n' }, String(i + 1)), h('strong', {}, `${sideMark(color)} ${moveText(move)}`), answer && answer.move !== 'resign' && h('small', {}, about(answer)));
    }));
    this.log.scrollTop = this.log.scrollHeight;
  }
}

function endText(over: Over): string {
  const doubt = over.doubtful && over.win !== undefined ? t('doubtful', percent(1 - over.win)) : '';
  return [over[lang], over.points === undefined ? '' : t('counted'), doubt].filter(Boolean).join(' ');
}

const newSeed = (): number => 1 + Math.floor(Math.random() * 1e9);
const moveText = (move: string): string => (move === 'pass' ? t('passes') : move === 'resign' ? t('gave') : move);
