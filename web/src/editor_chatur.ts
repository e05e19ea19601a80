/* editor_chatur.ts: a board of chaturanga to set up, in step with the words of the query: pieces, armies that have lost their
 * raja, whose turn it is, in one or any of the four quarters.  Whatever else the text says is kept and stands behind. */
import type { Disc } from './board';
import { armySign, ChaturBoard, COLOURS, colourName, pieceIcon, piecesOf, pieceText, type Piece } from './board_chatur';
import { h, replace } from './dom';
import { texts } from './i18n';
import { button, icon } from './parts';
import { inside, JOINS, splitWords } from './setup';
import { unitsOf } from './units';

const t = texts({
  position: 'The position looked for', tray: 'Pieces', lost: '{0} without its raja', turn: 'Whose turn', anyTurn: 'Anyone to move', toMove: '{0} to move', when: 'When', anyPly: 'Any turn', until: 'until turn {0}', from: 'from turn {0}',
  turnBoard: 'A quarter turn', undo: 'Undo', clear: 'Clear', start: 'Start',
  tips: 'Last two columns: any piece of that army; the army has lost its raja (hollow).',
}, {
  position: '探す局面', tray: '駒', lost: '王のない{0}', turn: '手番', anyTurn: '誰の番でも', toMove: '{0}の番', when: 'いつ', anyPly: 'いつでも', until: '{0} 手目まで', from: '{0} 手目から',
  turnBoard: '四半回転', undo: '元に戻す', clear: '消す', start: '初形',
  tips: '右の二列: その軍の駒なら何でも、王を取られた軍（中抜き）。',
});

const NAMES: Record<string, string> = { R: 'raja', B: 'boat', H: 'horse', E: 'elephant', P: 'pawn' };
const KINDS = [...Object.keys(NAMES), '?'];
const START = 'gBgP2yRyEyHyB/gHgP2yPyPyPyP/gEgP6/gRgP6/6bPbR/6bPbE/rPrPrPrP2bPbH/rBrHrErR2bPbB';
const PLIES: [string, 'until' | 'from', number][] = [['ply:..10', 'until', 10], ['ply:..20', 'until', 20], ['ply:20..', 'from', 20], ['ply:40..', 'from', 40]];
const letter = (colour: number): string => COLOURS[colour][0];

/* What the board shows, and the rest of the words. */
export interface Asked { pieces: Map<string, Piece>; lost: Set<number>; turn: string; quarters: boolean; rest: string[]; complex: boolean }

/* Takes a word that the board can show. */
function take(asked: Asked, word: string): boolean {
  const m = word.match(/^([rgyb])\.([a-h][1-8])\.(raja|boat|horse|elephant|pawn)$/) ?? word.match(/^any:([rgyb])\.([a-h][1-8])$/);
  const turn = word.match(/^turn:([rgyb])$/), lost = word.match(/^([rgyb])\.frozen$/);
  if (turn) asked.turn = turn[1];
  if (lost) asked.lost.add('rgyb'.indexOf(lost[1]));
  if (m) asked.pieces.set(m[2], { colour: 'rgyb'.indexOf(m[1]), kind: m[3] ? KINDS.find((k) => NAMES[k] === m[3])! : '?' });
  return !!(turn ?? lost ?? m);
}

const isBare = (asked: Asked): boolean => !asked.pieces.size && !asked.lost.size && !asked.turn;

export function read(text: string): Asked {
  const nothing = (rest: string[], complex = false): Asked => ({ pieces: new Map(), lost: new Set(), turn: '', quarters: false, rest, complex });
  if (splitWords(text).some((w) => JOINS.test(w))) return nothing([text.trim()], true);
  const asked = nothing([]);
  for (const unit of unitsOf(text)) {
    const within = inside(unit, 'sym'), turned = nothing([]), position = unit.match(/^(?:sfen|board) "(.*)"$/);
    if (position && isBare(asked)) Object.assign(asked, { pieces: piecesOf(position[1]) }); // a whole position: to begin with
    else if (within && isBare(asked) && splitWords(within).every((w) => take(turned, w))) Object.assign(asked, { ...turned, quarters: true, rest: asked.rest });
    else if (asked.quarters || !take(asked, unit)) asked.rest.push(unit);
  }
  return asked;
}

export function write({ pieces, lost, turn, quarters, rest, complex }: Asked): string {
  const words = [...pieces].sort(([a], [b]) => (a < b ? -1 : 1)).map(([square, { colour, kind }]) =>
    (kind === '?' ? `any:${letter(colour)}.${square}` : `${letter(colour)}.${square}.${NAMES[kind]}`));
  words.push(...[...lost].sort().map((colour) => `${letter(colour)}.frozen`));
  if (turn) words.push(`turn:${turn}`);
  const board = words.join(' ');
  const others = complex && board ? `(${rest.join(' ')})` : rest.join(' ');
  return [quarters && board ? `sym(${board})` : board, others].filter(Boolean).join(' ');
}

/* A square after quarter turns to the next player: the south becomes the west. */
export function turned(square: string, quarters: number): string {
  let [x, y] = ['abcdefgh'.indexOf(square[0]), Number(square[1]) - 1];
  for (let i = 0; i < quarters % 4; i++) [x, y] = [y, 7 - x];
  return 'abcdefgh'[x] + String(y + 1);
}

export interface ChaturEditorOptions { onChange: (text: string) => void; undo: () => void }

export class ChaturEditor {
  readonly el: HTMLElement;
  private readonly board = new ChaturBoard((square) => this.put(square));
  private readonly tray = h('div', { class: 'army-tray', role: 'group', 'aria-label': t('tray') });
  private readonly turn = h('select', { id: 'turn', class: 'bare-select', 'aria-label': t('turn'), onchange: () => this.change({ turn: this.turn.value }) },
    h('option', { value: '' }, t('anyTurn')), COLOURS.map((c, i) => h('option', { value: c[0] }, t('toMove', colourName(i)))));
  private readonly when = h('select', { id: 'ply', class: 'bare-select', 'aria-label': t('when'), onchange: () => this.changeWhen() },
    h('option', { value: '' }, t('anyPly')), PLIES.map(([word, text, n]) => h('option', { value: word }, t(text, n))));
  private readonly back: HTMLButtonElement;
  private tool: Piece | undefined;
  private discs: Disc[] = [];
  private lit: string[] = [];
  asked!: Asked;

  constructor(text: string, private readonly options: ChaturEditorOptions) {
    this.back = button(t('undo'), options.undo, { name: 'undo' });
    const turn = button(t('turnBoard'), () => this.turnBoard(), { name: 'turn' });
    turn.id = 'turn-board';
    const words = (id: string, name: string, run: () => void, sign?: 'clear'): HTMLElement => h('button', { type: 'button', class: 'btn bare small', id, onclick: run }, sign && icon(sign), h('span', {}, name));
    for (const b of [this.back, turn]) b.classList.add('small');
    this.el = h('section', { class: 'editor chatur-editor', 'aria-label': t('position') },
      h('div', { class: 'board-row' }, this.turn, this.when, h('div', { class: 'board-tools' }, this.back, turn,
        words('start', t('start'), () => this.change({ pieces: piecesOf(START), lost: new Set(), turn: 'r' })), words('clear', t('clear'), () => this.change({ pieces: new Map(), lost: new Set(), turn: '' }), 'clear'))),
      h('div', { class: 'board-place' }, this.board.el), this.tray, h('p', { class: 't1 soft' }, t('tips')));
    replace(this.tray, COLOURS.map((_, colour) => h('div', { class: 'army-row' }, h('span', { class: 'seat' }, armySign(colour), h('span', {}, colourName(colour))),
      KINDS.map((kind) => this.toolButton({ colour, kind })), this.lostButton(colour))));
    this.show(text);
  }

  show(text: string): void {
    this.asked = read(text);
    this.showBoard();
    const { turn, lost, rest } = this.asked, when = PLIES.find(([word]) => rest.includes(word))?.[0] ?? '';
    this.turn.value = turn;
    this.turn.classList.toggle('set', !!turn);
    this.when.value = when;
    this.when.classList.toggle('set', !!when);
    for (const el of this.tray.querySelectorAll<HTMLElement>('[data-lost]')) el.setAttribute('aria-pressed', String(lost.has(Number(el.dataset.lost))));
  }

  private showBoard(): void {
    const { pieces, lost } = this.asked;
    this.board.show({ pieces, frozen: COLOURS.map((_, i) => lost.has(i)), last: this.lit, sources: new Set(), targets: new Set(), discs: this.discs });
  }

  /* Letters of next moves. */
  showDiscs(discs: Disc[]): void {
    this.discs = discs;
    this.showBoard();
  }

  /* Squares that a chip or a row is about. */
  point(squares: string[]): void {
    this.lit = squares;
    this.showBoard();
  }

  showHistory(undo: boolean): void {
    this.back.disabled = !undo;
  }

  dropTool(): void {
    this.choose(undefined);
  }

  private choose(tool: Piece | undefined): void {
    this.tool = tool;
    for (const el of this.tray.querySelectorAll<HTMLElement>('[data-tool]'))
      el.setAttribute('aria-pressed', String(!!tool && el.dataset.tool === letter(tool.colour) + tool.kind));
  }

  private toolButton(piece: Piece): HTMLElement {
    const name = pieceText(piece), id = letter(piece.colour) + piece.kind;
    return h('button', { type: 'button', class: 'tool', 'aria-pressed': 'false', 'data-tool': id, title: name, 'aria-label': name,
      onclick: () => this.choose(this.tool && letter(this.tool.colour) + this.tool.kind === id ? undefined : piece) }, pieceIcon(piece));
  }

  private lostButton(colour: number): HTMLElement {
    const name = t('lost', colourName(colour));
    return h('button', { type: 'button', class: 'tool', 'aria-pressed': 'false', 'data-lost': colour, title: name, 'aria-label': name, onclick: () => {
      const lost = new Set(this.asked.lost);
      if (!lost.delete(colour)) lost.add(colour);
      this.change({ lost });
    } }, pieceIcon({ colour, kind: 'R' }, true));
  }

  private put(square: string): void {
    const { pieces } = this.asked, there = pieces.get(square), { tool } = this;
    if (!tool || (there?.colour === tool.colour && there.kind === tool.kind)) pieces.delete(square);
    else pieces.set(square, tool);
    this.change({});
  }

  private changeWhen(): void {
    const rest = this.asked.rest.filter((w) => !PLIES.some(([word]) => word === w));
    this.change({ rest: this.when.value ? [this.when.value, ...rest] : rest });
  }

  /* All that is asked for, of the next player. */
  private turnBoard(): void {
    const { pieces, lost, turn } = this.asked, next = (colour: number): number => (colour + 1) % 4;
    this.change({ pieces: new Map([...pieces].map(([square, { colour, kind }]) => [turned(square, 1), { colour: next(colour), kind }])), lost: new Set([...lost].map(next)), turn: turn && 'rgyb'[next('rgyb'.indexOf(turn))] });
  }

  private change(part: Partial<Asked>): void {
    const text = write(Object.assign(this.asked, part));
    this.show(text);
    this.options.onChange(text);
  }
}
