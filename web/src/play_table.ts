/* play_table.ts: what a game of shogi is played on: the board, and above and below it a strip for each side with its
 * name, its pieces in hand and its clock. */
import { ShogiBoard } from './board_shogi';
import type { Arrow } from './board';
import { h, replace } from './dom';
import { kindName, pieceName, sideName, t as common } from './i18n';
import { sideSign } from './parts';
import { pieceIcon } from './piece_set';
import { HAND_KINDS, letterOf } from './setup_shogi';
import { other, type Color, type Setup } from './setup';

export interface Seat { name: string; more: string; clock?: string; on?: boolean; short?: boolean }

export interface Hands { side?: Color; chosen?: string; choose?: (letter: string) => void } // whose pieces in hand can be chosen

export class PlayTable {
  readonly el = h('div', { class: 'match-board' });
  private board: ShogiBoard | undefined;
  private readonly strips: Record<Color, HTMLElement> = { s: h('div', { class: 'strip' }), g: h('div', { class: 'strip' }) };
  private readonly names: Record<Color, HTMLElement> = { s: h('span', { class: 'row' }), g: h('span', { class: 'row' }) };
  private readonly hands: Record<Color, HTMLElement> = { s: h('span', { class: 'in-hand' }), g: h('span', { class: 'in-hand' }) };
  private readonly clocks: Record<Color, HTMLElement> = { s: h('span', { class: 'clock' }), g: h('span', { class: 'clock' }) };
  private last: string[] = [];
  private setup: Setup | undefined;

  constructor(private flipped: boolean, private readonly onPoint: (square: string) => boolean) {
    for (const color of ['s', 'g'] as const) replace(this.strips[color], this.names[color], this.hands[color], this.clocks[color]);
    this.build();
  }

  destroy(): void {
    this.board?.destroy();
  }

  /* The board from the other side. */
  flip(to = !this.flipped): void {
    if (to === this.flipped && this.board) return;
    this.flipped = to;
    this.build();
  }

  private build(): void {
    this.board?.destroy();
    this.board = new ShogiBoard({ editable: false, label: common('board'), flipped: this.flipped, onPoint: this.onPoint });
    const bottom: Color = this.flipped ? 'g' : 's';
    this.hands[bottom].classList.remove('turned');
    this.hands[other(bottom)].classList.add('turned');
    replace(this.el, this.strips[other(bottom)], this.board.el, this.strips[bottom]);
    if (this.setup) this.show(this.setup, this.last);
  }

  kindAt(square: string): string | undefined {
    return this.board!.marks.get(square)?.kind;
  }

  show(setup: Setup, last: string[]): void {
    [this.setup, this.last] = [setup, last];
    this.board!.marks = setup.look.pieces;
    this.board!.showLast(last);
  }

  showReach(chosen: string | undefined, squares: ReadonlySet<string>): void {
    this.board!.showReach(chosen, squares);
  }

  showArrows(arrows: Arrow[]): void {
    this.board!.showArrows(arrows);
  }

  showSeat(color: Color, seat: Seat): void {
    replace(this.names[color], sideSign(color, 'shogi'), h('b', {}, seat.name), h('span', { class: 't1 soft' }, seat.more));
    this.showClock(color, seat);
  }

  showClock(color: Color, { clock, on, short }: Pick<Seat, 'clock' | 'on' | 'short'>): void {
    const el = this.clocks[color];
    el.hidden = !clock;
    el.textContent = clock ?? '';
    el.className = `clock${on ? ' on' : ''}${short ? ' short' : ''}`;
  }

  showHands(setup: Setup, how: Hands = {}): void {
    for (const color of ['s', 'g'] as const) {
      const hand = setup.look.hands[color], held = HAND_KINDS.filter((kind) => hand.has(kind));
      const all = held.map((kind) => `${kindName(kind)} ${hand.get(kind)!.n}`).join(', ');
      replace(this.hands[color], h('span', { class: 'hidden' }, `${common('hand', sideName(color))}: ${all || '–'}`),
        ...held.map((kind) => this.handPiece(color, kind, hand.get(kind)!.n, how)));
    }
  }

  private handPiece(color: Color, kind: string, n: number, how: Hands): HTMLElement {
    const letter = letterOf(kind), face = [pieceIcon({ color: 's', kind }), n > 1 && h('b', {}, String(n))];
    if (color !== how.side) return h('span', { class: 'held', 'aria-hidden': 'true' }, face);
    return h('button', { type: 'button', class: 'held', 'data-drop': letter, 'aria-pressed': String(how.chosen === letter), 'aria-label': `${pieceName(color, kind)} ${n}`, onclick: () => {
      how.choose!(letter);
      this.hands[color].querySelector<HTMLElement>(`[data-drop="${letter}"]`)?.focus(); // choosing draws the hand anew
    } }, face);
  }
}
