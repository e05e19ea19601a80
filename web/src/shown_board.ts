/* shown_board.ts: a position to look at: the board and, in shogi, both hands. */
import { ChaturBoard, frozenOf, piecesOf, stepsOf } from './board_chatur';
import { makeBoard, type Arrow, type BoardView, type Disc } from './board';
import { ShogiBoard } from './board_shogi';
import { h, replace } from './dom';
import { showHand } from './hands';
import { t } from './i18n';
import { dialectOf, emptySetup, type Color, type Setup } from './setup';
import { pointOfMove } from './setup_go';
import { squaresOf } from './setup_shogi';
import { site } from './site';

export class ShownBoard {
  readonly el = h('div', { class: 'board-place' });
  private readonly isShogi = site.game === 'shogi';
  private readonly chatur = site.game === 'chaturanga' ? new ChaturBoard(() => {}) : undefined; // then nothing below is used
  private readonly hands: Record<Color, HTMLElement> = { s: h('div'), g: h('div') };
  private board: BoardView | undefined;
  private setup: Setup = emptySetup(dialectOf(site.game).size);
  private last: string[] = [];
  private arrows: Arrow[] = [];
  private discs: Disc[] = [];
  flipped = false;

  private chosen: { square?: string; kind?: string; reach: ReadonlySet<string> } = { reach: new Set() };

  /* onPoint: squares can be chosen; onHand: so can pieces in hand. */
  constructor(private readonly onPoint?: (square: string) => boolean, private readonly onHand?: (color: Color, kind: string) => void) {
    if (this.chatur) replace(this.el, this.chatur.el);
    else this.build();
  }

  destroy(): void {
    this.board?.destroy();
  }

  flip(): void {
    if (this.chatur) return;
    this.flipped = !this.flipped;
    this.build();
  }

  /* Shows a position in the game's notation and the move that led there. */
  show(position: string, move?: string): void {
    if (this.chatur) return this.showChatur(position, move ?? '');
    const setup = dialectOf(site.game).fromPosition(position) ?? emptySetup(this.setup.size);
    const other = setup.size !== this.setup.size;
    this.setup = setup;
    const point = pointOfMove(move);
    this.last = this.isShogi ? squaresOf(move) : point ? [point] : [];
    this.arrows = [];
    this.discs = [];
    if (other) this.build();
    else this.fill();
  }

  private showChatur(position: string, turn: string): void {
    this.chatur!.show({
      pieces: piecesOf(position), frozen: frozenOf(position), last: stepsOf(turn).flatMap((s) => [s.slice(0, 2), s.slice(2)]),
      sources: new Set(), targets: new Set(),
    });
  }

  get pieces(): Setup['look']['pieces'] {
    return this.setup.look.pieces;
  }

  get position(): Setup {
    return this.setup;
  }

  showArrows(arrows: Arrow[]): void {
    this.arrows = arrows;
    this.board?.showArrows(arrows);
  }

  showDiscs(discs: Disc[]): void {
    this.discs = discs;
    this.board?.showOver({ discs });
  }

  /* What was chosen to move, and where it can go. */
  showReach(square: string | undefined, reach: ReadonlySet<string>, kind?: string): void {
    this.chosen = { square, kind, reach };
    if (this.board instanceof ShogiBoard) this.board.showReach(square, reach);
    if (this.isShogi) this.fillHands();
  }

  focus(square: string): void {
    this.el.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  }

  private build(): void {
    this.board?.destroy();
    this.board = makeBoard({ editable: false, label: t('board'), flipped: this.flipped, size: this.setup.size, onPoint: this.onPoint });
    const [top, bottom]: Color[] = this.flipped ? ['s', 'g'] : ['g', 's'];
    for (const color of ['s', 'g'] as const) this.hands[color].className = color === bottom ? 'hand shown' : 'hand shown turned';
    replace(this.el, this.isShogi && this.hands[top], this.board.el, this.isShogi && this.hands[bottom]);
    this.fill();
  }

  private fill(): void {
    this.board!.marks = this.setup.look.pieces;
    this.board!.showLast(this.last);
    this.board!.showArrows(this.arrows);
    this.board!.showOver({ discs: this.discs });
    if (this.board instanceof ShogiBoard) this.board.showReach(this.chosen.square, this.chosen.reach);
    if (this.isShogi) this.fillHands();
  }

  private fillHands(): void {
    for (const color of ['s', 'g'] as const)
      showHand(this.hands[color], color, this.setup, color === (this.setup.turn || 's') && this.onHand ? (kind) => this.onHand!(color, kind) : undefined, this.chosen.kind);
  }
}
