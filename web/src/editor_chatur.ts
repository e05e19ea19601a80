/* editor_chatur.ts: a board of chaturanga to set up, in step with the words of the query: pieces, armies
 * that have lost their raja, whose turn it is, in one or any of the four quarters.  Whatever else the text
 * says is kept and stands behind. */
import { ChaturBoard, COLOURS, armySign, colourName, piecesOf, pieceShape, pieceText, type Piece } from './board_chatur';
import { h, replace, svg } from './dom';
import { texts } from './i18n';
import { JOINS, inside, splitWords } from './setup';

const t = texts({
  tray: 'Pieces to put down', lost: '{0} has lost the raja', turn: 'To move', anyTurn: 'anyone', quarters: 'Also for the other armies (turned)', clear: 'Clear', start: 'Start position',
  tips: 'Choose a piece, then squares; the same piece again, or a click with none chosen, takes it away. The bare sign is any piece of that army, the grey one an army without its raja.',
}, {
  tray: '置く駒', lost: '{0}の王が取られている', turn: '手番', anyTurn: '誰でも', quarters: '他の軍でも（回転して）', clear: '消す', start: '初形',
  tips: '駒を選んでからマスをクリックします。同じ駒をもう一度置くか、何も選ばずにクリックすると取り除かれます。印だけのものはその軍の駒なら何でも、灰色は王を取られた軍です。',
});

const NAMES: Record<string, string> = { R: 'raja', B: 'boat', H: 'horse', E: 'elephant', P: 'pawn' };
const KINDS = [...Object.keys(NAMES), '?'];
const START = 'gBgP2yRyEyHyB/gHgP2yPyPyPyP/gEgP6/gRgP6/6bPbR/6bPbE/rPrPrPrP2bPbH/rBrHrErR2bPbB';
const letter = (colour: number): string => COLOURS[colour][0];

interface Asked { pieces: Map<string, Piece>; turn: string; quarters: boolean; rest: string[]; complex: boolean }

/* Takes a word that the board can show. */
function take(asked: Asked, word: string): boolean {
  const m = word.match(/^([rgyb])\.([a-h][1-8])\.(raja|boat|horse|elephant|pawn)$/) ?? word.match(/^any:([rgyb])\.([a-h][1-8])$/);
  const turn = word.match(/^turn:([rgyb])$/);
  if (turn) asked.turn = turn[1];
  if (m) asked.pieces.set(m[2], { colour: 'rgyb'.indexOf(m[1]), kind: m[3] ? KINDS.find((k) => NAMES[k] === m[3])! : '?' });
  return !!(turn ?? m);
}

/* Words; "not" stays with what it denies, which the board can't show. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  for (const word of splitWords(text))
    if (/^not( not)*( sfen| board)?$/.test(units.at(-1) ?? '')) units.push(`${units.pop()} ${word}`);
    else units.push(word);
  return units;
}

function read(text: string): Asked {
  const nothing = (rest: string[], complex = false): Asked => ({ pieces: new Map(), turn: '', quarters: false, rest, complex });
  const words = unitsOf(text);
  if (words.some((w) => JOINS.test(w))) return nothing([text.trim()], true);
  const asked = nothing([]);
  words.forEach((word, i) => {
    const within = inside(word, 'sym');
    const turned = nothing([]);
    if (word.startsWith('"') && /^(sfen|board)$/.test(words[i - 1] ?? '')) asked.pieces = piecesOf(word.slice(1)); // a whole position: to begin with
    else if (within && !asked.pieces.size && !asked.turn && splitWords(within).every((w) => take(turned, w)))
      Object.assign(asked, { pieces: turned.pieces, turn: turned.turn, quarters: true });
    else if (!/^(sfen|board)$/.test(word) && (asked.quarters || !take(asked, word))) asked.rest.push(word);
  });
  return asked;
}

function write({ pieces, turn, quarters, rest, complex }: Asked): string {
  const words = [...pieces].sort(([a], [b]) => (a < b ? -1 : 1)).map(([square, { colour, kind }]) =>
    (kind === '?' ? `any:${letter(colour)}.${square}` : `${letter(colour)}.${square}.${NAMES[kind]}`));
  if (turn) words.push(`turn:${turn}`);
  const board = words.join(' ');
  const others = complex && board ? `(${rest.join(' ')})` : rest.join(' ');
  return [quarters && board ? `sym(${board})` : board, others].filter(Boolean).join(' ');
}

export class ChaturEditor {
  readonly el: HTMLElement;
  private readonly board = new ChaturBoard((square) => this.put(square));
  private readonly tray = h('div', { class: 'tray', role: 'group', 'aria-label': t('tray') });
  private readonly turn = h('select', { id: 'turn', onchange: () => this.change({ turn: this.turn.value }) },
    h('option', { value: '' }, t('anyTurn')), COLOURS.map((c, i) => h('option', { value: c[0] }, colourName(i))));
  private readonly quarters = h('input', { type: 'checkbox', id: 'quarters', onchange: () => this.change({ quarters: this.quarters.checked }) });
  private tool: Piece | undefined;
  private asked!: Asked;

  constructor(text: string, private readonly onChange: (text: string) => void) {
    const button = (label: string, run: () => void): HTMLElement => h('button', { type: 'button', onclick: run }, label);
    this.el = h('section', { class: 'looked', 'aria-label': t('tray') }, h('div', { class: 'board-place' }, this.board.el),
      h('div', { class: 'controls' }, this.tray,
        h('div', { class: 'row' }, h('label', { class: 'pick' }, t('turn'), this.turn), h('label', { class: 'check' }, this.quarters, t('quarters'))),
        h('div', { class: 'row' }, button(t('start'), () => this.change({ pieces: piecesOf(START), turn: 'r' })), button(t('clear'), () => this.change({ pieces: new Map(), turn: '' }))),
        h('p', { class: 'tips' }, t('tips'))));
    replace(this.tray, COLOURS.map((_, colour) => h('div', { class: 'tray-row seven' },
      KINDS.map((kind) => this.toolButton({ colour, kind })), this.lostButton(colour))));
    this.show(text);
  }

  show(text: string): void {
    this.asked = read(text);
    const { pieces, rest, turn, quarters } = this.asked;
    this.board.show({ pieces, frozen: COLOURS.map((_, i) => rest.includes(`${letter(i)}.frozen`)), last: [], sources: new Set(), targets: new Set() });
    this.turn.value = turn;
    this.quarters.checked = quarters;
    for (const el of this.tray.querySelectorAll<HTMLElement>('[data-lost]')) el.setAttribute('aria-pressed', String(rest.includes(el.dataset.lost!)));
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
      onclick: () => this.choose(this.tool && letter(this.tool.colour) + this.tool.kind === id ? undefined : piece) },
      svg('svg', { class: 'icon', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, pieceShape(piece, false)));
  }

  private lostButton(colour: number): HTMLElement {
    const word = `${letter(colour)}.frozen`, name = t('lost', colourName(colour));
    return h('button', { type: 'button', class: 'tool', 'aria-pressed': 'false', 'data-lost': word, title: name, 'aria-label': name, onclick: () => {
      const { rest } = this.asked;
      this.change({ rest: rest.includes(word) ? rest.filter((w) => w !== word) : [...rest, word] });
    } }, armySign(colour, true));
  }

  private put(square: string): void {
    const { pieces } = this.asked, there = pieces.get(square), { tool } = this;
    if (!tool || (there?.colour === tool.colour && there.kind === tool.kind)) pieces.delete(square);
    else pieces.set(square, tool);
    this.change({});
  }

  private change(part: Partial<Asked>): void {
    const text = write(Object.assign(this.asked, part));
    this.show(text);
    this.onChange(text);
  }
}
