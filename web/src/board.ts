/* board.ts: what every board of the page can do, whatever the game, and which one that is. */
import { site } from './site';
import { GoBoard } from './board_go';
import { ShogiBoard } from './board_shogi';
import type { Color, Mark } from './setup';

export interface BoardOptions {
  editable: boolean;
  label: string;
  flipped: boolean;
  size?: number; // Go: points on a side
  onChange?: (squares: string[]) => void; // marks changed by the user, on these squares
  onToHand?: (color: Color, kind: string) => void; // a piece was dropped on a hand
  onToolGone?: () => void;
  onRegion?: () => void; // Go: another part of the board was marked
  onPoint?: (square: string) => boolean; // a square was chosen; true: that was all
}

/* A move drawn on the board: from a square, or (a drop, a stone) only to one. */
export interface Arrow {
  from?: string;
  to: string;
  weight: number; // 0 to 1: how often
  score?: number | null; // the mover's, 0 to 1: its colour
  text?: string; // at its target
}

/* Squares that a name stands for, outlined together. */
export interface Group { squares: string[]; label?: string; look?: '' | 'or' | 'not' }
/* off: how far from the middle, in squares to the right and down as Black sees it. */
export interface Disc { at: string; letter: string; thin?: boolean; off?: [number, number] }

/* What lies over a position: names, pieces of the other layers, other pieces that may stand on a square, letters of moves,
 * squares that are pointed at.  as: how the position's own pieces look; must: those of the layer that is not edited. */
export interface Overlay {
  as?: '' | 'ghost' | 'not'; must?: Map<string, Mark>;
  groups?: Group[]; either?: Map<string, Mark>; never?: Map<string, Mark>; badges?: { at: string; mark: Mark }[]; discs?: Disc[]; lit?: string[];
}

export interface BoardView {
  readonly el: HTMLElement;
  marks: Map<string, Mark>;
  region: string; // Go: the part that is marked, by two corners; '': none
  showLast(squares: string[]): void;
  showArrows(arrows: Arrow[]): void;
  showOver(over: Overlay): void;
  setTool(tool: Mark | undefined): void; // what the next click puts down
  dragTool(tool: Mark, e: PointerEvent, tapped: () => void): void; // tapped: it was not dragged
  destroy(): void;
}

export function makeBoard(options: BoardOptions): BoardView {
  return site.game === 'go' ? new GoBoard(options) : new ShogiBoard(options);
}

/* Good moves are green, bad ones red; what is not known is blue. */
export function scoreClass(score: number | null | undefined): string {
  return score === null || score === undefined ? 'unsure' : score >= 0.53 ? 'good' : score <= 0.47 ? 'bad' : 'even';
}
