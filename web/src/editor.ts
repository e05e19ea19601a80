/* editor.ts: setting up a question on boards: three of them (Look for, Or, Exclude), hands, the side to
 * move, orientations, and what else one does with a position. */
import { ask, messageOf, type Game } from './api';
import { makeBoard, type Arrow, type BoardView } from './board';
import { announce, h, replace } from './dom';
import { kindName, pieceName, sideMark, sideName, t as common, texts } from './i18n';
import { letters, pieceIcon, setLetters } from './piece_set';
import {
  changeSides, emptySetup, layerIsEmpty, LAYERS, pastedPosition, type Color, type Dialect, type HandCondition, type Layer, type LayerName,
  type Mark, type Op, type Setup, type Symmetry,
} from './setup';
import { BOARD_KINDS, HAND_KINDS, HAND_MAX, plain } from './setup_shogi';

const t = texts({
  layers: 'Which board', look: 'Look for', either: 'Or', never: 'Exclude',
  lookHelp: 'All of this must be there.', eitherHelp: 'At least one of these must be there, too.', neverHelp: 'Nothing of this may be there.',
  tray: 'Pieces to place', turn: 'To move', anyTurn: 'either', whole: 'Whole position',
  wholeHelp: 'every square and both hands as shown, nothing else', any: 'any',
  symmetry: 'Also', sym_: 'only as it stands', sym_flip: 'the other side’s', sym_mirror: 'mirrored', sym_turn: 'in any orientation', sym_all: 'all of these',
  size: 'Board', clear: 'Clear', start: 'Start position', swap: 'Swap sides', mirror: 'Mirror', paste: 'Paste a position or a game',
  pasteHelp: 'SFEN, KIF, KI2, CSA, USI or SGF; of a game the last position is taken.', take: 'Take',
  boardTips: 'Drag pieces to the board or click a piece and then squares. Drag a piece off the board to remove it, or onto a hand.',
  goTips: 'Choose a stone and click points, or drag it. Drag a stone off the board to remove it. With the dashed box mark a part of the board: it is found as drawn, wherever it was.',
  boardKeys: 'Arrow keys move, a letter (P L N S G B R K) puts Black’s piece, with Shift White’s, + promotes, E empty, A any piece, Delete removes.',
  goKeys: 'Arrow keys move, B and W put stones, A any stone, E empty, Delete removes; R at two corners marks a part.',
}, {
  layers: '盤の切り替え', look: '探す', either: 'または', never: '除く',
  lookHelp: 'すべてそろっていること。', eitherHelp: 'このうち少なくとも一つもあること。', neverHelp: 'このどれもないこと。',
  tray: '置く駒', turn: '手番', anyTurn: 'どちらでも', whole: '局面全体', wholeHelp: '盤上も持駒もこの通りで、ほかの駒はない', any: '任意',
  symmetry: '向き', sym_: 'このまま', sym_flip: '先後逆も', sym_mirror: '左右反転も', sym_turn: '回転・反転も', sym_all: 'すべて',
  size: '路盤', clear: '消す', start: '初形', swap: '先後交換', mirror: '左右反転', paste: '局面・棋譜を貼り付ける',
  pasteHelp: 'SFEN・KIF・KI2・CSA・USI・SGF。棋譜なら最後の局面を使います。', take: '使う',
  boardTips: '駒を盤にドラッグするか、駒を選んでからマスをクリックします。盤の外へ出すと取り除かれ、持駒に重ねると持駒になります。',
  goTips: '石を選んで点をクリックするか、ドラッグします。盤の外へ出すと取り除かれます。点線の枠で盤の一部を囲むと、その形をどの場所でも探します。',
  boardKeys: '矢印キーで移動、英字（P L N S G B R K）で先手の駒、Shift を加えると後手の駒、+ で成、E は空き、A は任意の駒、Delete で取り除きます。',
  goKeys: '矢印キーで移動、B と W で石、A でどちらかの石、E は空き、Delete で取り除き、二つの角で R を押すと範囲を囲みます。',
});

const GO_SIZES = [19, 13, 9];
const GO_TOOLS: Mark[] = [
  { color: 's', kind: 'stone' }, { color: 'g', kind: 'stone' }, { color: 's', kind: 'stones' }, { color: 's', kind: 'empty' }, { color: 's', kind: 'erase' },
  { color: 's', kind: 'region' },
];

export class Editor {
  readonly el: HTMLElement;
  setup: Setup;
  private layer: LayerName = 'look';
  private board!: BoardView;
  private flipped = false;
  private tool: Mark | undefined;
  private arrows: Arrow[] = [];
  private readonly boardPlace = h('div', { class: 'board-place' });
  private readonly handPlaces: Record<Color, HTMLElement>;
  private readonly tabs = h('div', { class: 'layer-tabs', role: 'radiogroup', 'aria-label': t('layers') });
  private readonly layerHelp = h('p', { class: 'tips' });
  private readonly trayPlace = h('div', { class: 'tray', role: 'group', 'aria-label': t('tray') });
  private readonly turnPlace = h('select', { id: 'turn', onchange: () => this.change({ turn: this.turnPlace.value as Color | '' }) });
  private readonly wholeBox = h('input', { type: 'checkbox', id: 'whole', onchange: () => this.changeWhole() });
  private readonly symmetryPlace = h('select', { id: 'symmetry', onchange: () => this.change({ symmetry: this.symmetryPlace.value as Symmetry }) });
  private readonly sizePlace = h('select', { id: 'size', onchange: () => this.changeSize(Number(this.sizePlace.value)) });

  constructor(private readonly dialect: Dialect, private readonly isShogi: boolean, setup: Setup, private readonly onChange: () => void) {
    this.setup = setup;
    this.handPlaces = { s: h('div', { class: 'hand', 'data-hand': 's' }), g: h('div', { class: 'hand', 'data-hand': 'g' }) };
    this.el = h('section', { class: 'looked', 'aria-label': t('look') }, this.tabs, this.layerHelp, this.boardPlace, this.controls());
    this.buildBoard();
    this.buildTray();
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
    this.board.marks = this.now.pieces;
    this.board.region = this.layer === 'look' ? setup.region : '';
    this.turnPlace.value = setup.turn;
    this.wholeBox.checked = setup.whole;
    this.symmetryPlace.value = setup.symmetry;
    this.sizePlace.value = String(setup.size);
    this.showTabs();
    this.showHand('s');
    this.showHand('g');
  }

  showArrows(arrows: Arrow[]): void {
    this.arrows = arrows;
    this.board.showArrows(this.layer === 'look' ? arrows : []);
  }

  dropTool(): void {
    if (this.tool) this.setTool(undefined);
  }

  private get now(): Layer {
    return this.setup[this.layer];
  }

  /* --- Building ---------------------------------------------------------------------------------- */

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
    for (const color of ['s', 'g'] as const)
      this.handPlaces[color].className = color === bottom ? 'hand' : 'hand turned';
    replace(this.boardPlace, this.isShogi && this.handPlaces[top], this.board.el, this.isShogi && this.handPlaces[bottom]);
    this.board.marks = this.now.pieces;
    this.board.region = this.layer === 'look' ? this.setup.region : '';
    this.showArrows(this.arrows);
    if (this.tool) this.board.setTool(this.tool);
  }

  private buildTray(): void {
    const button = (mark: Mark): HTMLElement => {
      const name = pieceName(mark.color, mark.kind);
      return h('button', {
        type: 'button', class: 'tool', 'aria-pressed': 'false', 'data-tool': mark.color + mark.kind, title: name, 'aria-label': name,
        onpointerdown: (e: PointerEvent) => this.takeUp(mark, e),
        onclick: (e: MouseEvent) => e.detail === 0 && this.setTool(this.isTool(mark) ? undefined : mark),
      }, pieceIcon(mark));
    };
    const row = (color: Color): HTMLElement =>
      h('div', { class: 'tray-row' }, BOARD_KINDS.map((kind) => button({ color, kind })), button({ color, kind: 'any' }),
        color === 's' ? button({ color, kind: 'empty' }) : button({ color: 's', kind: 'erase' }));
    if (this.isShogi) replace(this.trayPlace, row('s'), row('g'));
    else replace(this.trayPlace, h('div', { class: 'tray-row stones' }, GO_TOOLS.map(button)));
  }

  private controls(): HTMLElement {
    const button = (text: string, run: () => void): HTMLElement => h('button', { type: 'button', onclick: run }, text);
    const look = button(common(letters ? 'kanji' : 'letters'), () => {
      setLetters(!letters);
      look.textContent = common(letters ? 'kanji' : 'letters');
    });
    const turnOption = (c: Color): HTMLElement => h('option', { value: c }, `${sideMark(c)} ${sideName(c)}`);
    replace(this.turnPlace, h('option', { value: '' }, t('anyTurn')), turnOption('s'), turnOption('g'));
    replace(this.symmetryPlace, this.dialect.symmetries.map((s) => h('option', { value: s }, t(`sym_${s}`))));
    replace(this.sizePlace, [...new Set([...GO_SIZES, this.setup.size])].map((n) => h('option', { value: n }, `${n}×${n}`)));
    return h('div', { class: 'controls' }, this.trayPlace,
      h('div', { class: 'row' },
        h('label', { class: 'pick' }, t('turn'), this.turnPlace),
        h('label', { class: 'check', title: t('wholeHelp') }, this.wholeBox, t('whole')),
        !this.isShogi && h('label', { class: 'pick' }, t('size'), this.sizePlace),
        h('label', { class: 'pick' }, t('symmetry'), this.symmetryPlace)),
      h('div', { class: 'row' },
        button(t('start'), () => this.take(this.start())),
        button(t('clear'), () => this.take(emptySetup(this.setup.size))),
        button(t('swap'), () => this.take(changeSides(this.dialect, this.setup, false))),
        button(t('mirror'), () => this.take(changeSides(this.dialect, this.setup, true))),
        button(common('flip'), () => {
          this.flipped = !this.flipped;
          this.buildBoard();
        }), this.isShogi && look),
      this.pasting(),
      h('p', { class: 'tips' }, t(this.isShogi ? 'boardTips' : 'goTips')),
      h('p', { class: 'tips keys' }, t(this.isShogi ? 'boardKeys' : 'goKeys')));
  }

  private start(): Setup {
    const s = this.dialect.fromPosition('startpos')!;
    return this.isShogi ? s : { ...s, size: this.setup.size };
  }

  private pasting(): HTMLElement {
    const field = h('textarea', { id: 'paste', rows: 3, spellcheck: 'false', 'aria-label': t('paste'), 'aria-describedby': 'paste-help' });
    const said = h('p', { class: 'mistake', role: 'alert' });
    const take = async (): Promise<void> => {
      try {
        await this.paste(field.value);
        field.value = '';
        box.open = false;
        replace(said);
      } catch (e) {
        replace(said, messageOf(e));
      }
    };
    const box = h('details', { class: 'paste' }, h('summary', {}, t('paste')), field, h('p', { class: 'tips', id: 'paste-help' }, t('pasteHelp')), said,
      h('button', { type: 'button', onclick: () => void take() }, t('take')));
    field.addEventListener('paste', () => setTimeout(() => void take()));
    return box;
  }

  /* A position, or a game in any format that the server reads. */
  async paste(text: string): Promise<void> {
    const setup = pastedPosition(this.dialect, text);
    if (setup) return this.take(setup);
    const game = await ask<Game>('read', { text });
    const last = game.positions.at(-1);
    const found = last && this.dialect.fromPosition(last.sfen);
    if (found) this.take(found);
  }

  /* A tool is taken by pressing it, dragged or not; pressed again and not dragged it is laid down. */
  private takeUp(mark: Mark, e: PointerEvent): void {
    if (e.button !== 0) return;
    e.preventDefault();
    const had = this.isTool(mark);
    this.setTool(mark);
    this.board.dragTool(mark, e, () => had && this.setTool(undefined));
  }

  /* --- Changes ----------------------------------------------------------------------------------- */

  private isTool(mark: Mark): boolean {
    return this.tool?.kind === mark.kind && this.tool.color === mark.color;
  }

  private setTool(tool: Mark | undefined): void {
    this.tool = tool;
    this.board.setTool(tool);
    for (const el of this.trayPlace.querySelectorAll<HTMLElement>('.tool'))
      el.setAttribute('aria-pressed', String(!!tool && el.dataset.tool === tool.color + tool.kind));
  }

  private change(part: Partial<Setup>): void {
    Object.assign(this.setup, part);
    this.wholeBox.checked = this.setup.whole;
    this.showTabs();
    this.onChange();
  }

  private changeBoard(): void {
    this.now.pieces = this.board.marks;
    this.change({});
  }

  private addToHand(color: Color, kind: string): void {
    if (!HAND_MAX[kind]) return;
    const now = this.now.hands[color].get(kind);
    if ((now?.n ?? 0) < HAND_MAX[kind])
      this.setHand(color, kind, { op: this.isWhole() ? '=' : now?.op ?? '>=', n: (now?.n ?? 0) + 1 });
  }

  private setHand(color: Color, kind: string, to: HandCondition | undefined): void {
    if (to && !(this.isWhole() && to.n === 0)) this.now.hands[color].set(kind, to);
    else this.now.hands[color].delete(kind);
    this.showHand(color);
    this.change({});
  }

  private isWhole(): boolean {
    return this.setup.whole && this.layer === 'look';
  }

  private changeWhole(): void {
    this.setup.whole = this.wholeBox.checked;
    this.setup.region = '';
    if (this.setup.whole)
      for (const [square, mark] of this.setup.look.pieces)
        if (/^(any|empty|stones)$/.test(mark.kind)) this.setup.look.pieces.delete(square);
    this.take(this.setup);
  }

  private changeSize(size: number): void {
    this.setup.size = size;
    this.setup.region = '';
    this.buildBoard();
    this.changeBoard();
  }

  /* Another setup altogether; what the text says besides stays. */
  take(setup: Setup): void {
    this.setTool(undefined);
    this.show({ ...setup, rest: this.setup.rest, complex: this.setup.complex });
    this.onChange();
  }

  /* --- Showing ----------------------------------------------------------------------------------- */

  private showTabs(): void {
    const focused = this.tabs.contains(document.activeElement);
    replace(this.tabs, LAYERS.map((name) => {
      const { pieces, hands } = this.setup[name];
      const n = pieces.size + hands.s.size + hands.g.size;
      return h('button', {
        type: 'button', role: 'radio', 'aria-checked': String(name === this.layer), 'data-layer': name, tabindex: name === this.layer ? 0 : -1,
        class: layerIsEmpty(this.setup[name]) ? '' : 'filled', onclick: () => this.setLayer(name),
        onkeydown: (e: KeyboardEvent) => this.onTabKey(e),
      }, t(name), n > 0 && name !== 'look' && h('span', { class: 'badge' }, String(n)));
    }));
    this.layerHelp.textContent = t(`${this.layer}Help`);
    if (focused) this.tabs.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  }

  private onTabKey(e: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
    if (!step) return;
    e.preventDefault();
    this.setLayer(LAYERS[(LAYERS.indexOf(this.layer) + step + LAYERS.length) % LAYERS.length]);
  }

  private setLayer(name: LayerName): void {
    this.layer = name;
    this.setTool(undefined);
    this.show(this.setup);
    this.showArrows(this.arrows);
    this.el.dataset.layer = name;
    announce(`${t(name)}. ${t(`${name}Help`)}`);
  }

  private showHand(color: Color): void {
    if (!this.isShogi) return;
    const hand = this.now.hands[color];
    const whole = this.isWhole();
    const cell = (kind: string): HTMLElement => {
      const now = hand.get(kind);
      const select = h('select', {
        'aria-label': `${common('hand', sideName(color))}: ${kindName(kind)}`,
        onchange: () => this.setHand(color, kind, conditionOf(select.value)),
      }, handOptions(kind, whole));
      select.value = now ? now.op + now.n : whole ? '=0' : '';
      return h('div', { class: now ? 'hand-cell set' : 'hand-cell' },
        h('button', {
          type: 'button', tabindex: -1, 'aria-hidden': 'true', title: pieceName(color, kind),
          onclick: () => (now?.n === HAND_MAX[kind] ? this.setHand(color, kind, undefined) : this.addToHand(color, kind)),
        }, pieceIcon({ color: 's', kind })), select);
    };
    replace(this.handPlaces[color],
      h('span', { class: 'hand-name', title: common('hand', sideName(color)) }, sideMark(color)), HAND_KINDS.map(cell));
    this.handPlaces[color].dataset.hand = color;
  }
}

function handOptions(kind: string, whole: boolean): HTMLElement[] {
  const option = (op: Op, n: number): HTMLElement =>
    h('option', { value: op + n }, { '>=': '≥', '=': whole ? '' : '=', '<=': '≤' }[op] + n);
  const up = (from: number, op: Op): HTMLElement[] =>
    Array.from({ length: HAND_MAX[kind] - from + 1 }, (_, i) => option(op, from + i));
  if (whole) return up(0, '=');
  return [h('option', { value: '', 'aria-label': t('any') }, '–'), ...up(1, '>='), ...up(0, '='), ...up(1, '<=').slice(0, -1)];
}

function conditionOf(value: string): HandCondition | undefined {
  const m = value.match(/^(>=|=|<=)(\d+)$/);
  return m ? { op: m[1] as Op, n: Number(m[2]) } : undefined;
}
