/* play_table.ts: what a game of shogi is played on: the board, and above and below it a strip for each side with its
 * name, its pieces in hand and its clock. */
import { ShogiBoard } from './board_shogi';
import type { Arrow } from './board';
import { h, replace } from './dom';
import { kindName, pieceName, sideName, t as common } from './i18n';
import { pieceIcon } from './piece_set';
import { PlayStrip, type Seat } from './play_strip';
import { HAND_KINDS, letterOf } from './setup_shogi';
import { other, type Color, type Setup } from './setup';

export interface Hands { side?: Color; chosen?: string; choose?: (letter: string) => void } // whose pieces in hand can be chosen

export class PlayTable {
  readonly el = h('div', { class: 'match-board' });
  private board: ShogiBoard | undefined;
  private readonly strips: Record<Color, PlayStrip> = { s: new PlayStrip('s', 'shogi'), g: new PlayStrip('g', 'shogi') };
  private last: string[] = [];
  private setup: Setup | undefined;

  constructor(private flipped: boolean, private readonly onPoint: (square: string) => boolean) {
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
    this.strips[bottom].hand.classList.remove('turned');
    this.strips[other(bottom)].hand.classList.add('turned');
    replace(this.el, this.strips[other(bottom)].el, this.board.el, this.strips[bottom].el);
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
    this.strips[color].show(seat);
  }

  showClock(color: Color, clock: Pick<Seat, 'clock' | 'on' | 'short'>): void {
    this.strips[color].showClock(clock);
  }

  showHands(setup: Setup, how: Hands = {}): void {
    for (const color of ['s', 'g'] as const) {
      const hand = setup.look.hands[color], held = HAND_KINDS.filter((kind) => hand.has(kind));
      const all = held.map((kind) => `${kindName(kind)} ${hand.get(kind)!.n}`).join(', ');
      replace(this.strips[color].hand, h('span', { class: 'hidden' }, `${common('hand', sideName(color))}: ${all || '–'}`),
        ...held.map((kind) => this.handPiece(color, kind, hand.get(kind)!.n, how)));
    }
  }

  private handPiece(color: Color, kind: string, n: number, how: Hands): HTMLElement {
    const letter = letterOf(kind), face = [pieceIcon({ color: 's', kind }), n > 1 && h('b', {}, String(n))];
    if (color !== how.side) return h('span', { class: 'play-held', 'aria-hidden': 'true' }, face);
    return h('button', { type: 'button', class: 'play-held', 'data-drop': letter, 'aria-pressed': String(how.chosen === letter), 'aria-label': `${pieceName(color, kind)} ${n}`, onclick: () => {
      how.choose!(letter);
      this.strips[color].hand.querySelector<HTMLElement>(`[data-drop="${letter}"]`)?.focus(); // choosing draws the hand anew
    } }, face);
  }
}
