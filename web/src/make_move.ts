/* make_move.ts: moves made on a board that is looked at: a piece, then where it goes; in shogi with the question whether it
 * promotes.  Only moves that the rules allow can be made; of Go and of a pawn dropped for mate the server has the last word. */
import { announce, h, replace } from './dom';
import { kindName, lang, t as common, texts } from './i18n';
import { moveText } from './notation';
import { dropOf, waysOf } from './notation';
import { pieceIcon } from './piece_set';
import { emptySetup, type Color, type Setup } from './setup';
import { squaresOf, promote } from './setup_shogi';
import { ShownBoard } from './shown_board';
import { site } from './site';

const t = texts({
  whether: 'Promote the {0}?', promoted: 'Promote', plain: 'Do not promote', chosen: '{0}: {1} squares',
}, {
  whether: '{0}を成りますか', promoted: '成る', plain: '成らない', chosen: '{0}: {1} マス',
});

/* A square, or a piece in hand. */
type Chosen = { square: string } | { kind: string };

export class MoveMaker {
  readonly el: HTMLElement;
  readonly board: ShownBoard;
  private readonly question = h('div', { class: 'pop promotion', role: 'group', hidden: true });
  private setup: Setup = emptySetup();
  private chosen: Chosen | undefined;
  private reach = new Map<string, string[]>(); // moves by where they go

  /* make: a legal move was made; known: the only move that goes to a square among those that are listed, which a click there
   * alone chooses. */
  constructor(private readonly make: (move: string) => void, private readonly known: (square: string) => string | undefined = () => undefined) {
    this.board = new ShownBoard((square) => this.tap(square), (color, kind) => this.takeHand(color, kind));
    this.el = h('div', { class: 'move-maker', onkeydown: (e: KeyboardEvent) => {
      if (e.key === 'Escape' && (this.chosen || !this.question.hidden)) this.choose(undefined);
    } }, this.board.el, this.question);
  }

  destroy(): void {
    this.board.destroy();
  }

  /* Another position. */
  show(position: string, move?: string): void {
    this.board.show(position, move);
    this.setup = this.board.position;
    this.choose(undefined);
  }

  private tap(square: string): boolean {
    if (site.game === 'go') return this.tapPoint(square);
    const moves = this.reach.get(square);
    if (this.chosen && moves) this.decide(moves, square);
    else if (this.setup.look.pieces.get(square)?.color === this.setup.turn && !('square' in (this.chosen ?? {}) && (this.chosen as { square: string }).square === square)) this.choose({ square });
    else if (this.chosen) this.choose(undefined);
    else {
      const move = this.known(square);
      if (move) this.make(move);
    }
    return true;
  }

  private tapPoint(point: string): boolean {
    if (this.setup.look.pieces.has(point)) return false;
    this.make(this.known(point) ?? `${this.setup.turn === 'g' ? 'W' : 'B'}[${point}]`);
    return true;
  }

  private takeHand(color: Color, kind: string): void {
    if (color === this.setup.turn) this.choose('kind' in (this.chosen ?? {}) && (this.chosen as { kind: string }).kind === kind ? undefined : { kind });
  }

  private choose(chosen: Chosen | undefined): void {
    this.chosen = chosen;
    this.question.hidden = true;
    this.reach = new Map();
    if (chosen) for (const square of SQUARES) {
      const moves = 'square' in chosen ? waysOf(this.setup, chosen.square, square) : [dropOf(this.setup, chosen.kind, square)].filter((m) => m !== undefined);
      if (moves.length) this.reach.set(square, moves);
    }
    this.board.showReach(chosen && 'square' in chosen ? chosen.square : undefined, new Set(this.reach.keys()), chosen && 'kind' in chosen ? chosen.kind : undefined);
    if (chosen) announce(t('chosen', kindName('square' in chosen ? this.setup.look.pieces.get(chosen.square)!.kind : chosen.kind), this.reach.size));
  }

  /* Promoted or not, where both may be. */
  private decide(moves: string[], square: string): void {
    if (moves.length === 1) return this.done(moves[0]);
    const from = squaresOf(moves[0])[0], piece = this.setup.look.pieces.get(from)!;
    const button = (move: string): HTMLElement => h('button', { type: 'button', class: 'btn', onclick: () => this.done(move), title: moveText(move, this.setup.look.pieces, undefined, undefined, lang) },
      pieceIcon({ color: 's', kind: move.endsWith('+') ? promote(piece.kind) : piece.kind }), t(move.endsWith('+') ? 'promoted' : 'plain'));
    this.question.setAttribute('aria-label', t('whether', kindName(piece.kind)));
    replace(this.question, [...moves].reverse().map(button), h('button', { type: 'button', class: 'btn bare', onclick: () => this.choose(undefined) }, common('close')));
    this.question.hidden = false;
    this.question.style.setProperty('--row', String(this.board.flipped ? 10 - Number(square[1]) : Number(square[1])));
    this.question.querySelector('button')?.focus();
  }

  private done(move: string): void {
    const asked = !this.question.hidden;
    this.choose(undefined);
    if (asked) this.board.focus(squaresOf(move).at(-1)!);
    this.make(move);
  }
}

const SQUARES = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((file) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${file}${rank}`));
