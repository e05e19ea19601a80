/* play_clock.ts: the clock of a game: so many seconds in all, and then so many for each move (byoyomi). */
import type { Color } from './setup';

export class PlayClock {
  readonly left: Record<Color, number>; // milliseconds of what is given in all
  private readonly each: number;
  private since = 0; // 0: it stands
  private side: Color = 's';
  private timer = 0;

  /* clock: "600+30"; left: of a game that goes on.  tick: something shown has changed; over: the side's time is up. */
  constructor(clock: string, left: Record<Color, number> | undefined, private readonly tick: () => void, private readonly over: (side: Color) => void) {
    const [all, each] = clock.split('+').map(Number);
    this.each = 1000 * (each || 0);
    this.left = left ?? { s: 1000 * all, g: 1000 * all };
  }

  run(side: Color): void {
    if (this.since && this.side === side) return;
    this.stop();
    this.side = side;
    this.since = Date.now();
    this.timer = window.setInterval(() => this.look(), 250);
  }

  /* The clock stands; what was used is gone. */
  stop(): void {
    clearInterval(this.timer);
    if (this.since) this.left[this.side] = Math.max(0, this.left[this.side] - (Date.now() - this.since));
    this.since = 0;
  }

  /* Seconds that a side has: of what is given in all, then of the move. */
  seconds(side: Color): number {
    const used = this.since && this.side === side ? Date.now() - this.since : 0;
    const rest = this.left[side] - used;
    return Math.max(0, Math.ceil((rest > 0 ? rest : this.each + Math.min(0, rest)) / 1000));
  }

  /* It is this side's last seconds. */
  isShort(side: Color): boolean {
    return !!this.since && this.side === side && this.seconds(side) <= 10;
  }

  private look(): void {
    this.tick();
    if (Date.now() - this.since < this.left[this.side] + this.each) return;
    this.stop();
    this.over(this.side);
  }
}

export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
