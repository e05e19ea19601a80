/* game_board.ts: the board of a game, between its players with their pieces in hand and their time; a piece that is moved, or
 * a stone that is put down, is a move to try. */
import { playerAddress } from './address';
import type { Game, GamePosition } from './api';
import { makeBoard, type Arrow, type BoardView } from './board';
import { ChaturBoard, frozenOf, piecesOf, stepsOf } from './board_chatur';
import { ShogiBoard } from './board_shogi';
import { h, replace } from './dom';
import { pieceName, sideName, t as common, texts } from './i18n';
import { dropOf, waysOf } from './notation';
import { sideSign } from './parts';
import { pieceIcon } from './piece_set';
import { dialectOf, emptySetup, type Color, type Setup } from './setup';
import { pointOfMove } from './setup_go';
import { HAND_KINDS, squaresOf } from './setup_shogi';
import { site } from './site';

const t = texts({
  profile: 'Profile of this player', empty: 'nothing in hand', toMove: '{0} to move', promote: 'Promote', stay: 'Don’t promote', time: 'time used', handOf: '{0} in hand: {1}', none: 'nothing',
  try: 'Move a piece to try a line', put: 'Put a stone to try a line',
}, {
  profile: 'この対局者の成績', empty: '持駒なし', toMove: '{0}番', promote: '成る', stay: '成らない', time: '消費時間', handOf: '{0}の持駒: {1}', none: 'なし',
  try: '駒を動かすと変化になる', put: '石を置くと変化になる',
});

export function clock(ms: number): string {
  const s = Math.floor(ms / 1000), two = (n: number): string => String(n).padStart(2, '0');
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

const WHEEL = 40; // px that are a step

export interface BoardActions {
  play: (move: string) => void; // USI, or a point
  step: (by: number) => void;
}

export class GameBoard {
  readonly el = h('div', { class: 'game-board' });
  /* Under the board: what to do, or whether to promote. */
  readonly hint = h('div', { class: 'trying', 'aria-live': 'polite' });
  private readonly isShogi = site.game === 'shogi';
  private readonly chatur = site.game === 'chaturanga' ? new ChaturBoard(() => {}) : undefined; // then the board below is not there
  private readonly place = h('div', { class: 'board-place' });
  private readonly rows: Record<Color, HTMLElement> = { s: h('div', { class: 'seat-row' }), g: h('div', { class: 'seat-row' }) };
  private board: BoardView | undefined;
  private setup: Setup = emptySetup(dialectOf(site.game).size);
  private chosen: string | undefined; // "77", or a kind in hand
  private used: Record<Color, number> = { s: 0, g: 0 }; // ms
  private timed = false;
  private turned = 0;
  private wheeled = 0;
  flipped = false;

  constructor(private game: Game, private readonly on: BoardActions) {
    if (this.chatur) replace(this.place, this.chatur.el);
    else this.build();
    replace(this.el, this.chatur ? [this.place] : [this.rows.g, this.place, this.rows.s]);
    this.place.addEventListener('wheel', (e) => this.wheel(e), { passive: false });
    this.sayHint();
  }

  destroy(): void {
    this.board?.destroy();
  }

  flip(): void {
    if (this.chatur) return;
    this.flipped = !this.flipped;
    const [top, bottom]: Color[] = this.flipped ? ['s', 'g'] : ['g', 's'];
    this.build();
    replace(this.el, this.rows[top], this.place, this.rows[bottom]);
    this.fill();
  }

  /* Other names. */
  rename(game: Game): void {
    this.game = game;
    this.showPlayers();
  }

  /* The last position of a way from the start. */
  show(way: GamePosition[]): void {
    const now = way.at(-1)!;
    if (this.chatur) {
      return this.chatur.show({ pieces: piecesOf(now.sfen), frozen: frozenOf(now.sfen), last: stepsOf(now.move ?? '').flatMap((s) => [s.slice(0, 2), s.slice(2)]), sources: new Set(), targets: new Set() });
    }
    const setup = dialectOf(site.game).fromPosition(now.sfen) ?? emptySetup(this.setup.size), size = this.setup.size;
    setup.turn ||= now.turn === 1 ? 'g' : 's';
    this.setup = setup;
    this.used = { s: 0, g: 0 };
    way.forEach((p, i) => (this.used[i > 0 && way[i - 1].turn === 1 ? 'g' : 's'] += p.ms ?? 0));
    this.timed ||= way.some((p) => p.ms);
    this.choose(undefined);
    if (setup.size !== size) this.build();
    const point = pointOfMove(now.move);
    this.fill(this.isShogi ? squaresOf(now.move) : point ? [point] : []);
  }

  get pieces(): Setup['look']['pieces'] {
    return this.setup.look.pieces;
  }

  showArrows(arrows: Arrow[]): void {
    this.board?.showArrows(arrows);
  }

  /* Escape: nothing is chosen any more.  False if nothing was. */
  cancel(): boolean {
    const was = this.chosen !== undefined;
    this.choose(undefined);
    return was;
  }

  private build(): void {
    this.board?.destroy();
    this.board = makeBoard({ editable: false, label: common('board'), flipped: this.flipped, size: this.setup.size, onPoint: (square) => this.point(square) });
    replace(this.place, this.board.el);
  }

  private fill(last: string[] = []): void {
    if (!this.board) return;
    this.board.marks = this.setup.look.pieces;
    this.board.showLast(last);
    this.board.showArrows([]);
    this.showPlayers();
  }

  private showPlayers(): void {
    if (this.chatur) return;
    for (const side of ['s', 'g'] as const) {
      const name = this.game[side === 's' ? 'black' : 'white'], moves = this.setup.turn === side;
      this.rows[side].classList.toggle('on', moves);
      replace(this.rows[side], sideSign(side), name ? h('a', { class: 'profile-link cut', href: playerAddress(name), title: t('profile') }, name) : h('b', {}, common('unknownPlayer')),
        h('span', { class: 't1 soft' }, moves ? t('toMove', sideName(side)) : sideName(side)), this.isShogi && this.hand(side),
        this.timed && h('span', { class: 'clock', title: t('time') }, clock(this.used[side])));
    }
  }

  private hand(side: Color): HTMLElement {
    const hand = this.setup.look.hands[side], held = HAND_KINDS.filter((kind) => hand.has(kind)), mine = this.setup.turn === side;
    const number = (kind: string): string => (hand.get(kind)!.n > 1 ? String(hand.get(kind)!.n) : '');
    return h('span', { class: 'in-hand', role: 'group', 'aria-label': common('hand', sideName(side)) },
      held.length === 0 ? h('span', { class: 't1 soft' }, t('empty')) : held.map((kind) =>
        h('button', { type: 'button', class: 'held-piece', disabled: !mine, 'aria-pressed': String(mine && this.chosen === kind), 'aria-label': `${pieceName(side, kind)} ${hand.get(kind)!.n}`,
          onclick: () => this.choose(this.chosen === kind ? undefined : kind) }, pieceIcon({ color: 's', kind }), h('span', { class: 'number', 'data-n': number(kind) }))));
  }

  /* --- Trying moves ------------------------------------------------------------------------------ */

  private point(square: string): boolean {
    if (!this.isShogi) {
      if (!this.pieces.has(square)) this.on.play(square);
      return true;
    }
    const ways = this.chosen === undefined ? [] : this.waysTo(square);
    if (ways.length === 2) this.ask(ways);
    else if (ways.length === 1) this.on.play(ways[0]);
    else this.choose(square !== this.chosen && this.pieces.get(square)?.color === this.setup.turn ? square : undefined);
    return true;
  }

  private waysTo(square: string): string[] {
    if (/^\d/.test(this.chosen!)) return waysOf(this.setup, this.chosen!, square);
    const drop = dropOf(this.setup, this.chosen!, square);
    return drop ? [drop] : [];
  }

  private choose(what: string | undefined): void {
    if (this.chosen === what) return;
    this.chosen = what;
    const squares = Array.from({ length: 81 }, (_, i) => `${1 + (i % 9)}${1 + Math.floor(i / 9)}`);
    const reach = new Set(what === undefined ? [] : squares.filter((s) => this.waysTo(s).length > 0));
    if (this.board instanceof ShogiBoard) this.board.showReach(what && /^\d/.test(what) ? what : undefined, reach);
    for (const button of this.el.querySelectorAll('.held-piece')) button.setAttribute('aria-pressed', 'false');
    if (what && !/^\d/.test(what)) this.showPlayers();
    this.sayHint();
  }

  private ask(ways: string[]): void {
    const all = ways.map((usi) => h('button', { type: 'button', class: 'btn', onclick: () => this.on.play(usi) }, t(usi.endsWith('+') ? 'promote' : 'stay')));
    replace(this.hint, all.reverse());
    all[0].focus();
  }

  private sayHint(): void {
    replace(this.hint, !this.chatur && h('span', { class: 't1 soft' }, t(this.isShogi ? 'try' : 'put')));
  }

  private wheel(e: WheelEvent): void {
    if (e.ctrlKey || !e.deltaY) return; // the window is being made larger
    e.preventDefault();
    if (e.timeStamp - this.turned > 300) this.wheeled = 0;
    this.turned = e.timeStamp;
    this.wheeled += e.deltaMode === 0 ? e.deltaY : e.deltaY * WHEEL;
    if (Math.abs(this.wheeled) < WHEEL) return;
    this.on.step(Math.sign(this.wheeled));
    this.wheeled = 0;
  }
}

