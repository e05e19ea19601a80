/* editor.ts: setting up a query on a board: three layers of it (must be there, or, must not), hands, the side to move,
 * orientations, and what else one does with a position.  Names of the query stand on it as outlined pieces. */
import { ask, messageOf, type Game } from './api';
import { makeBoard, type BoardView, type Disc } from './board';
import { announce, h, replace } from './dom';
import { HandSlots } from './hand_slots';
import { sideName, t as common, texts } from './i18n';
import { namedShapes, type NamedShape } from './named_shapes';
import { button, segmented } from './parts';
import { letters, setLetters } from './piece_set';
import { changeSides, emptySetup, LAYERS, pastedPosition, type Color, type Dialect, type HandCondition, type Layer, type LayerName, type Mark, type Setup, type Symmetry } from './setup';
import { HAND_KINDS, HAND_MAX, plain } from './setup_shogi';
import { Tray } from './tray';
import { joinUnits, unitsOf } from './units';

const t = texts({
  layers: 'Layer', look: 'Must be there', either: 'Or', never: 'Must not', lookShort: 'Must', neverShort: 'Not', layerKeys: '1 2 3 change the layer', position: 'The position that is searched for',
  lookHelp: 'All of this must be there.', eitherHelp: 'At least one of these must be there, too.', neverHelp: 'Nothing of this may be there.',
  turn: 'To move', anyTurn: 'Either to move', toMove: '{0} to move', whole: 'Whole position', wholeHelp: 'every square and both hands as shown, nothing else',
  symmetry: 'Also', sym_: 'As it stands', sym_flip: 'Either side', sym_mirror: 'Mirrored too', sym_turn: 'Any corner', sym_all: 'All of these', sym_colour: 'Either colour',
  size: 'Board', clear: 'Clear', start: 'Start position', swap: 'Swap sides', mirror: 'Mirror left and right', paste: 'Paste a position or a game', more: 'More', undo: 'Undo', redo: 'Redo',
  pasteHelp: 'SFEN, KIF, KI2, CSA, USI or SGF; of a game the last position is taken.', take: 'Take',
  boardTips: 'Choose a piece, then squares; or drag it. Right button: the other colour. Drag a piece off the board to remove it, or onto a hand.',
  goTips: 'Choose a stone, then points; or drag it. With “Region” drag over a part of the board: it is found as drawn, wherever it was.',
  boardKeys: 'Arrow keys move, P L N S G B R K puts Black’s piece, with Shift White’s, + promotes, E empty, A any piece, Delete removes.',
  goKeys: 'Arrow keys move, B and W put stones, A any stone, E empty, Delete removes; R at two corners marks a part.',
  dissolved: '“{0}” is now its pieces.', twice: 'Two kings of {0}: no game has that.', pawns: 'Two pawns of {0} on one file: no legal game has that.', tap: 'Tap a piece, then a square',
}, {
  layers: '盤の層', look: 'ある', either: 'または', never: 'ない', lookShort: 'ある', neverShort: 'ない', layerKeys: '1 2 3 で切り替え', position: '探す局面',
  lookHelp: 'すべてそろっていること。', eitherHelp: 'このうち少なくとも一つもあること。', neverHelp: 'このどれもないこと。',
  turn: '手番', anyTurn: '手番: 任意', toMove: '{0}の番', whole: '局面全体', wholeHelp: '盤上も持駒もこの通りで、ほかの駒はない',
  symmetry: '向き', sym_: 'この向きだけ', sym_flip: '先後逆も', sym_mirror: '左右反転も', sym_turn: 'どの隅でも', sym_all: 'すべて', sym_colour: '黒白逆も',
  size: '路盤', clear: '消す', start: '初形', swap: '先後交換', mirror: '左右反転', paste: '局面・棋譜を貼り付ける', more: 'ほか', undo: '元に戻す', redo: 'やり直す',
  pasteHelp: 'SFEN・KIF・KI2・CSA・USI・SGF。棋譜なら最後の局面を使います。', take: '使う',
  boardTips: '駒を選んでからマスをクリックするか、ドラッグします。右ボタンは相手の駒。盤の外へ出すと取り除かれ、持駒に重ねると持駒になります。',
  goTips: '石を選んでから点をクリックするか、ドラッグします。「範囲」で盤の一部を囲むと、その形をどの場所でも探します。',
  boardKeys: '矢印キーで移動、英字（P L N S G B R K）で先手の駒、Shift を加えると後手の駒、+ で成、E は空き、A は任意の駒、Delete で取り除きます。',
  goKeys: '矢印キーで移動、B と W で石、A でどちらかの石、E は空き、Delete で取り除き、二つの角で R を押すと範囲を囲みます。',
  dissolved: '「{0}」を駒に分けました。', twice: '{0}の玉が二枚あります。そのような対局はありません。', pawns: '{0}の二歩です。そのような対局はありません。', tap: '駒、マスの順にタップ',
});

const GO_SIZES = [19, 13, 9];

export interface EditorOptions { dialect: Dialect; isShogi: boolean; onChange: () => void; undo: () => void; redo: () => void }

export class Editor {
  readonly el: HTMLElement;
  setup: Setup;
  private layer: LayerName = 'look';
  private board!: BoardView;
  private flipped = false;
  private shapes: NamedShape[] = [];
  private discs: Disc[] = [];
  private lit: string[] = [];
  private readonly tray: Tray;
  private readonly hands: Record<Color, HandSlots>;
  private readonly top = h('div', { class: 'board-row' });
  private readonly boardPlace = h('div', { class: 'board-place' });
  private readonly bottom = h('div', { class: 'board-row' });
  private readonly layers = h('div', { class: 'layers' });
  private readonly remark = h('p', { class: 'tips board-remark', role: 'status' });
  private readonly turnPlace = h('select', { id: 'turn', class: 'bare-select', 'aria-label': t('turn'), onchange: () => this.change({ turn: this.turnPlace.value as Color | '' }) });
  private readonly wholeBox = h('input', { type: 'checkbox', id: 'whole', onchange: () => this.changeWhole() });
  private readonly symmetryPlace = h('select', { id: 'symmetry', class: 'bare-select', 'aria-label': t('symmetry'), onchange: () => this.change({ symmetry: this.symmetryPlace.value as Symmetry }) });
  private readonly sizePlace = h('select', { id: 'size', onchange: () => this.changeSize(Number(this.sizePlace.value)) });
  private readonly undoButton: HTMLButtonElement;
  private readonly redoButton: HTMLButtonElement;
  private readonly tools: HTMLElement;
  private readonly choices: HTMLElement;

  constructor(setup: Setup, private readonly options: EditorOptions) {
    this.setup = setup;
    const { isShogi } = options;
    this.tray = new Tray({ isShogi, take: (mark, e) => this.takeUp(mark, e), choose: (mark) => this.setTool(mark), start: () => this.take(this.start()) });
    this.hands = { s: this.handOf('s'), g: this.handOf('g') };
    this.undoButton = button(t('undo'), () => options.undo(), { name: 'undo' });
    this.redoButton = button(t('redo'), () => options.redo(), { name: 'redo' });
    this.tools = this.toolbar();
    this.choices = this.choosers();
    this.el = h('section', { class: 'editor', 'aria-label': t('position') }, this.top, this.boardPlace, this.bottom, this.remark,
      h('div', { class: 'pen' }, this.layers, isShogi && this.tray.colours, h('span', { class: 'tips keys' }, t('layerKeys'))), this.tray.el);
    this.buildBoard();
    this.show(setup);
  }

  destroy(): void {
    this.board.destroy();
  }

  /* Another setup; the board for it, too. */
  show(setup: Setup): void {
    const other = this.setup.size !== setup.size;
    this.setup = setup;
    if (other) this.buildBoard();
    this.fill();
  }

  /* Letters of next moves. */
  showDiscs(discs: Disc[]): void {
    this.discs = discs;
    this.showOver();
  }

  /* Squares that a chip or a row is about. */
  point(squares: string[]): void {
    this.lit = squares;
    this.showOver();
  }

  showHistory(undo: boolean, redo: boolean): void {
    for (const [b, on] of [[this.undoButton, undo], [this.redoButton, redo]] as const) {
      if (!on && document.activeElement === b) this.boardPlace.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
      b.disabled = !on;
    }
  }

  squaresOf(unit: string): string[] {
    return [...this.shapes.find((s) => s.unit === unit)?.pieces.keys() ?? []];
  }

  /* What stands on the board, the pieces of names too. */
  get pieces(): Map<string, Mark> {
    return new Map([...this.setup.look.pieces, ...this.shapes.flatMap((s) => [...s.pieces])]);
  }

  dropTool(): void {
    if (this.tray.tool) this.setTool(undefined);
  }

  private get now(): Layer {
    return this.setup[this.layer];
  }

  /* --- Building ---------------------------------------------------------------------------------- */

  private handOf(color: Color): HandSlots {
    return new HandSlots(color, {
      hand: () => this.now.hands[color], whole: () => this.isWhole(), set: (kind, to) => this.setHand(color, kind, to), tool: () => this.tray.tool && plain(this.tray.tool.kind),
      bare: (on) => {
        for (const kind of HAND_KINDS) if (on) this.now.hands[color].set(kind, { op: '=', n: 0 });
          else this.now.hands[color].delete(kind);
        this.change({});
      },
    });
  }

  private buildBoard(): void {
    this.board?.destroy();
    this.board = makeBoard({
      editable: true, label: common('board'), flipped: this.flipped, size: this.setup.size,
      onChange: () => this.changeBoard(),
      onToHand: (color, kind) => this.addToHand(color, plain(kind)),
      onToolGone: () => this.setTool(undefined),
      onRegion: () => this.change({ region: this.board.region, whole: false }),
    });
    const [top, bottom]: Color[] = this.flipped ? ['s', 'g'] : ['g', 's'];
    replace(this.top, this.options.isShogi ? this.hands[top].el : this.layers, this.tools);
    replace(this.boardPlace, this.board.el);
    replace(this.bottom, this.options.isShogi && this.hands[bottom].el, this.choices);
    if (this.tray.tool) this.board.setTool(this.tray.tool);
  }

  private toolbar(): HTMLElement {
    const clear = button(t('clear'), () => this.take(emptySetup(this.setup.size)), { icon: 'clear', bare: true });
    const tools = [this.undoButton, this.redoButton, button(t('mirror'), () => this.take(changeSides(this.options.dialect, this.setup, true)), { name: 'mirror' }),
      button(common('flip'), () => {
        this.flipped = !this.flipped;
        this.buildBoard();
        this.fill();
      }, { name: 'turn' }), clear];
    for (const b of tools) b.classList.add('small');
    return h('div', { class: 'board-tools' }, tools);
  }

  private choosers(): HTMLElement {
    const { dialect, isShogi } = this.options;
    replace(this.turnPlace, h('option', { value: '' }, t('anyTurn')), (['s', 'g'] as Color[]).map((c) => h('option', { value: c }, t('toMove', sideName(c)))));
    const label = (s: Symmetry): string => t(!isShogi && s === 'flip' ? 'sym_colour' : `sym_${s}`);
    replace(this.symmetryPlace, dialect.symmetries.map((s) => h('option', { value: s }, label(s))));
    replace(this.sizePlace, [...new Set([...GO_SIZES, this.setup.size])].map((n) => h('option', { value: n }, `${n}×${n}`)));
    return h('div', { class: 'choosers' }, this.turnPlace, this.symmetryPlace, this.menu());
  }

  /* What is wanted now and then. */
  private menu(): HTMLElement {
    const { isShogi, dialect } = this.options;
    const act = (words: string, run: () => void): HTMLElement => h('button', { type: 'button', class: 'btn small', onclick: () => {
      box.open = false;
      box.querySelector('summary')!.focus();
      run();
    } }, words);
    const look = h('button', { type: 'button', class: 'btn small', onclick: () => {
      setLetters(!letters);
      look.textContent = common(letters ? 'kanji' : 'letters');
      this.buildBoard();
      this.fill();
    } }, common(letters ? 'kanji' : 'letters'));
    const box = h('details', { class: 'board-menu' }, h('summary', { class: 'btn bare small' }, t('more')),
      h('div', { class: 'pop' }, h('label', { class: 'check', title: t('wholeHelp') }, this.wholeBox, t('whole')), h('span', { class: 'tips' }, t('wholeHelp')),
        !isShogi && h('label', { class: 'pick' }, t('size'), this.sizePlace),
        h('div', { class: 'row' }, act(t('start'), () => this.take(this.start())), act(t('swap'), () => this.take(changeSides(dialect, this.setup, false))), isShogi && look),
        this.pasting(() => {
          box.open = false;
          box.querySelector('summary')!.focus();
        }),
        h('p', { class: 'tips' }, t(isShogi ? 'boardTips' : 'goTips')), h('p', { class: 'tips' }, t(isShogi ? 'boardKeys' : 'goKeys'))));
    box.addEventListener('keydown', (e) => {
      if (e.key !== 'Escape' || !box.open) return;
      e.stopPropagation();
      box.open = false;
      box.querySelector('summary')!.focus();
    });
    box.addEventListener('focusout', (e) => {
      if (e.relatedTarget && !box.contains(e.relatedTarget as Node)) box.open = false;
    });
    return box;
  }

  private start(): Setup {
    const s = this.options.dialect.fromPosition('startpos')!;
    return this.options.isShogi ? s : { ...s, size: this.setup.size };
  }

  private pasting(done: () => void): HTMLElement {
    const field = h('textarea', { id: 'paste', rows: 3, spellcheck: 'false', 'aria-label': t('paste'), 'aria-describedby': 'paste-help', placeholder: t('paste') });
    const said = h('p', { class: 'mistake', role: 'alert' });
    const take = async (): Promise<void> => {
      try {
        await this.paste(field.value);
        field.value = '';
        replace(said);
        done();
      } catch (e) {
        replace(said, messageOf(e));
      }
    };
    field.addEventListener('paste', () => setTimeout(() => void take()));
    return h('div', { class: 'paste' }, field, h('p', { class: 'tips', id: 'paste-help' }, t('pasteHelp')), said, h('button', { type: 'button', class: 'btn small', onclick: () => void take() }, t('take')));
  }

  /* A position, or a game in any format that the server reads. */
  async paste(text: string): Promise<void> {
    const setup = pastedPosition(this.options.dialect, text);
    if (setup) return this.take(setup);
    const game = await ask<Game>('read', { text });
    const last = game.positions.at(-1);
    const found = last && this.options.dialect.fromPosition(last.sfen);
    if (found) this.take(found);
  }

  /* A tool is taken by pressing it, dragged or not; pressed again and not dragged it is laid down. */
  private takeUp(mark: Mark, e: PointerEvent): void {
    if (e.button !== 0) return;
    e.preventDefault();
    const had = this.tray.isTool(mark);
    this.setTool(mark);
    this.board.dragTool(mark, e, () => had && this.setTool(undefined));
  }

  /* --- Changes ----------------------------------------------------------------------------------- */

  private setTool(tool: Mark | undefined): void {
    this.board.setTool(tool);
    this.tray.show(tool);
  }

  private change(part: Partial<Setup>): void {
    Object.assign(this.setup, part);
    this.fill();
    this.options.onChange();
  }

  /* A name whose pieces are not all there any more becomes those that are. */
  private changeBoard(): void {
    const marks = this.board.marks, gone: NamedShape[] = [];
    if (this.layer === 'look') for (const shape of this.shapes) {
      const whole = [...shape.pieces].every(([at, { color, kind }]) => marks.get(at)?.color === color && marks.get(at)?.kind === kind);
      if (!whole) gone.push(shape);
      else for (const at of shape.pieces.keys()) marks.delete(at);
    }
    this.now.pieces = marks;
    if (gone.length) this.setup.rest = joinUnits(unitsOf(this.setup.rest).filter((u) => !gone.some((g) => g.unit === u)));
    this.change({});
    if (gone.length) this.remark.textContent = gone.map((g) => t('dissolved', g.label)).join(' ');
  }

  private addToHand(color: Color, kind: string): void {
    if (!HAND_MAX[kind]) return;
    const now = this.now.hands[color].get(kind);
    if ((now?.n ?? 0) < HAND_MAX[kind]) this.setHand(color, kind, { op: this.isWhole() ? '=' : now?.op ?? '>=', n: (now?.n ?? 0) + 1 });
  }

  private setHand(color: Color, kind: string, to: HandCondition | undefined): void {
    if (to && !(this.isWhole() && to.n === 0)) this.now.hands[color].set(kind, to);
    else this.now.hands[color].delete(kind);
    this.change({});
  }

  private isWhole(): boolean {
    return this.setup.whole && this.layer === 'look';
  }

  private changeWhole(): void {
    this.setup.whole = this.wholeBox.checked;
    this.setup.region = '';
    if (this.setup.whole) {
      for (const shape of this.shapes) for (const [at, mark] of shape.pieces) this.setup.look.pieces.set(at, mark);
      this.setup.rest = joinUnits(unitsOf(this.setup.rest).filter((u) => !this.shapes.some((s) => s.unit === u)));
      for (const [square, mark] of this.setup.look.pieces)
        if (/^(any|empty|stones)$/.test(mark.kind)) this.setup.look.pieces.delete(square);
    }
    this.take(this.setup);
  }

  private changeSize(size: number): void {
    this.setup.size = size;
    this.setup.region = '';
    this.buildBoard();
    this.board.marks = this.now.pieces;
    this.changeBoard();
  }

  /* Another setup altogether; what the text says besides stays. */
  take(setup: Setup): void {
    this.setTool(undefined);
    this.show({ ...setup, rest: this.setup.rest, complex: this.setup.complex });
    this.options.onChange();
  }

  /* --- Showing ----------------------------------------------------------------------------------- */

  private fill(): void {
    const { setup } = this;
    this.shapes = namedShapes(setup);
    const named = this.layer === 'look' ? this.shapes.flatMap((s) => [...s.pieces]) : [];
    this.board.marks = new Map([...this.now.pieces, ...named]);
    this.board.region = this.layer === 'look' ? setup.region : '';
    this.showOver();
    this.turnPlace.value = setup.turn;
    this.wholeBox.checked = setup.whole;
    this.symmetryPlace.value = setup.symmetry;
    for (const select of [this.turnPlace, this.symmetryPlace]) select.classList.toggle('chosen', select.value !== '');
    this.sizePlace.value = String(setup.size);
    this.showLayers();
    this.hands.s.show();
    this.hands.g.show();
    this.remark.textContent = this.odd();
  }

  private showOver(): void {
    const { either, never } = this.setup, on = this.layer;
    this.board.showOver({
      groups: this.shapes.map((s) => ({ squares: [...s.pieces.keys()], label: s.label })), badges: this.shapes.flatMap((s) => s.also),
      as: on === 'either' ? 'ghost' : on === 'never' ? 'not' : '', must: on === 'look' ? undefined : this.pieces, either: on === 'either' ? undefined : either.pieces, never: on === 'never' ? undefined : never.pieces,
      discs: this.discs, lit: this.lit,
    });
  }

  /* What no game can have, though it may be asked for. */
  private odd(): string {
    if (!this.options.isShogi) return '';
    for (const side of ['s', 'g'] as Color[]) {
      const own = [...this.board.marks].filter(([, m]) => m.color === side);
      const pawns = own.filter(([, m]) => m.kind === 'fu').map(([at]) => at[0]);
      if (this.layer === 'look' && own.filter(([, m]) => m.kind === 'ou').length > 1) return t('twice', sideName(side));
      if (this.layer === 'look' && new Set(pawns).size < pawns.length) return t('pawns', sideName(side));
    }
    return '';
  }

  private showLayers(): void {
    const focused = this.layers.contains(document.activeElement);
    const words = (name: LayerName): HTMLElement => h('span', { class: 'layer-name' }, h('span', { class: `layer-key ${name}` }), h('span', { class: 'long' }, t(name)), h('span', { class: 'short' }, t(name === 'either' ? name : `${name}Short`)));
    const of = (name: LayerName): string | undefined => {
      const { pieces, hands } = this.setup[name], n = pieces.size + hands.s.size + hands.g.size;
      return n && name !== 'look' ? String(n) : undefined;
    };
    const row = segmented<LayerName>(t('layers'), LAYERS.map((name) => [name, words(name), of(name)]), this.layer, (name) => this.setLayer(name));
    for (const b of row.querySelectorAll<HTMLElement>('button')) b.dataset.layer = b.dataset.key;
    replace(this.layers, row);
    if (focused) this.layers.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }

  setLayer(name: LayerName): void {
    this.layer = name;
    this.fill();
    this.el.dataset.layer = name;
    announce(`${t(name)}. ${t(`${name}Help`)}`);
  }
}

