/* pointing.ts: mouse, pen and finger on a board: taps, drags of what stands there or of what lies in the tray, and the other
 * button.  A finger drags what it has held for a moment; before that the page scrolls under it. */
import type { Mark } from './setup';
import { h } from './dom';
import { pieceIcon } from './piece_set';

export interface Place { clientX: number; clientY: number }

export interface Pointable {
  squareAt(at: Place): string | undefined;
  grab?(square: string, at: Place): Mark | undefined; // what a drag from there takes along
  tap(square: string, other: boolean): void; // other: by the other button
  sweep?(mark: Mark, from: string, to: string | undefined, ended: boolean): boolean; // true: the drag marks squares, and carries nothing
  dropped?(mark: Mark, from: string | undefined, to: string | undefined, at: Place): void;
  size(): number; // of a square, in pixels
}

const HOLD_MS = 200; // before a finger drags
const SLACK = 6; // px that a tap may move

interface Drag { mark?: Mark; from?: string; start: Place; id: number; touch: boolean; other: boolean; moved: boolean; held: boolean; ghost?: HTMLElement; done?: () => void }

export class Pointing {
  private drag: Drag | undefined;
  private timer = 0;

  constructor(private readonly el: HTMLElement, private readonly on: Pointable) {
    el.addEventListener('pointerdown', this.down);
    el.addEventListener('contextmenu', (e) => e.preventDefault());
    el.addEventListener('touchmove', this.stay, { passive: false });
    document.addEventListener('pointermove', this.move);
    document.addEventListener('pointerup', this.up);
    document.addEventListener('pointercancel', this.up);
  }

  destroy(): void {
    this.end();
    document.removeEventListener('pointermove', this.move);
    document.removeEventListener('pointerup', this.up);
    document.removeEventListener('pointercancel', this.up);
  }

  /* A drag that begins outside, in the tray; tapped: it was none. */
  carry(mark: Mark, e: PointerEvent, tapped: () => void): void {
    this.end();
    if (e.pointerType === 'touch') (e.target as Element).releasePointerCapture?.(e.pointerId);
    this.drag = { mark, start: { clientX: e.clientX, clientY: e.clientY }, id: e.pointerId, touch: false, other: false, moved: false, held: true, done: tapped };
  }

  private readonly down = (e: PointerEvent): void => {
    if (e.button !== 0 && e.button !== 2) return;
    const square = this.on.squareAt(e);
    if (!square || this.drag) return;
    const touch = e.pointerType === 'touch';
    if (!touch) e.preventDefault(); // no text is marked
    const mark = e.button === 0 ? this.on.grab?.(square, e) : undefined;
    this.drag = { mark, from: square, start: { clientX: e.clientX, clientY: e.clientY }, id: e.pointerId, touch, other: e.button === 2, moved: false, held: !touch };
    if (touch) {
      this.el.releasePointerCapture?.(e.pointerId);
      this.timer = window.setTimeout(() => {
        if (!this.drag || !this.drag.mark) return;
        this.drag.held = true;
        this.lift();
      }, HOLD_MS);
    }
  };

  /* The page does not scroll under what is dragged. */
  private readonly stay = (e: TouchEvent): void => {
    if (this.drag?.held && this.drag.mark && e.cancelable) e.preventDefault();
  };

  private lift(): void {
    const { drag } = this;
    if (!drag?.mark || drag.ghost || drag.mark.kind === 'region') return;
    const size = this.on.size();
    drag.ghost = h('div', { class: 'dragged', 'aria-hidden': 'true', css: { width: `${size}px`, height: `${size}px` } }, drag.mark.kind === 'erase' ? false : pieceIcon(drag.mark));
    document.body.append(drag.ghost);
    this.place(drag.start);
  }

  private place(at: Place): void {
    const ghost = this.drag?.ghost;
    if (ghost) ghost.style.transform = `translate(${at.clientX - ghost.offsetWidth / 2}px, ${at.clientY - ghost.offsetHeight / 2}px)`;
  }

  private readonly move = (e: PointerEvent): void => {
    const { drag } = this;
    if (!drag || e.pointerId !== drag.id) return;
    if (!drag.moved && Math.hypot(e.clientX - drag.start.clientX, e.clientY - drag.start.clientY) < SLACK) return;
    if (!drag.held) return this.end(); // the page scrolls
    if (!drag.moved) {
      drag.moved = true;
      if (drag.mark) this.lift();
    }
    if (drag.mark && drag.from && this.on.sweep?.(drag.mark, drag.from, this.on.squareAt(e), false)) return;
    this.place(e);
  };

  private readonly up = (e: PointerEvent): void => {
    const { drag } = this;
    if (!drag || e.pointerId !== drag.id) return;
    const at = { clientX: e.clientX, clientY: e.clientY };
    this.end();
    if (e.type === 'pointercancel') return;
    const to = this.on.squareAt(at);
    if (drag.done && !drag.moved) return drag.done();
    if (!drag.moved && !drag.ghost) return drag.from ? this.on.tap(drag.from, drag.other) : undefined;
    if (!drag.mark) return;
    if (drag.from && this.on.sweep?.(drag.mark, drag.from, to, true)) return;
    this.on.dropped?.(drag.mark, drag.from, to, at);
  };

  private end(): void {
    clearTimeout(this.timer);
    this.drag?.ghost?.remove();
    this.drag = undefined;
  }
}
