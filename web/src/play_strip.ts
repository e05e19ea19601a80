/* play_strip.ts: above or below the board of a game that is played: who sits there, what lies beside, and the clock. */
import { h, replace } from './dom';
import { sideSign } from './parts';
import type { Color } from './setup';

export interface Seat { name: string; more: string; clock?: string; on?: boolean; short?: boolean }

export class PlayStrip {
  readonly hand = h('span', { class: 'in-hand' });
  private readonly name = h('span', { class: 'row' });
  private readonly clock = h('span', { class: 'clock' });
  readonly el = h('div', { class: 'strip' }, this.name, this.hand, this.clock);

  constructor(private readonly color: Color, private readonly game: string) {}

  show(seat: Seat): void {
    replace(this.name, sideSign(this.color, this.game), h('b', {}, seat.name), h('span', { class: 't1 soft' }, seat.more));
    this.showClock(seat);
  }

  showClock({ clock, on, short }: Pick<Seat, 'clock' | 'on' | 'short'>): void {
    this.clock.hidden = !clock;
    this.clock.textContent = clock ?? '';
    this.clock.className = `clock${on ? ' on' : ''}${short ? ' short' : ''}`;
  }
}
