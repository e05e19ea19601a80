/* play_go_table.ts: what a game of Go is played on: the board, and a strip for each side with its name, its prisoners and its
 * clock. */
import { GoBoard } from './board_go';
import type { Arrow } from './board';
import { h, replace } from './dom';
import { t as common, texts } from './i18n';
import { PlayStrip, type Seat } from './play_strip';
import { other, type Color, type Mark } from './setup';

const t = texts({ prisoners: 'prisoners: {0}' }, { prisoners: 'アゲハマ {0}' });

/* What stands on the board; areas: whose points at the end, dead: stones that do not live. */
export interface Stones { black: string[]; white: string[]; captured: [number, number]; last?: string; blackArea?: string[]; whiteArea?: string[]; dead?: string[] }

export class GoTable {
  readonly el = h('div', { class: 'match-board' });
  readonly board: GoBoard;
  private readonly strips: Record<Color, PlayStrip> = { s: new PlayStrip('s', 'go'), g: new PlayStrip('g', 'go') };

  constructor(onPoint: (point: string) => boolean) {
    this.board = new GoBoard({ editable: false, label: common('board'), flipped: false, size: 19, onPoint });
    this.turn('s');
  }

  destroy(): void {
    this.board.destroy();
  }

  /* Who sits below: a board of Go is the same from everywhere. */
  turn(bottom: Color): void {
    replace(this.el, this.strips[other(bottom)].el, this.board.el, this.strips[bottom].el);
  }

  show({ black, white, captured, last, blackArea = [], whiteArea = [], dead = [] }: Stones): void {
    const marks = new Map<string, Mark>([...black.map((p): [string, Mark] => [p, { color: 's', kind: 'stone' }]), ...white.map((p): [string, Mark] => [p, { color: 'g', kind: 'stone' }])]);
    this.board.marks = marks;
    this.board.showLast(last && last !== 'pass' ? [last] : []);
    this.board.showArea(blackArea, whiteArea, dead);
    this.board.showArrows([]);
    (['s', 'g'] as const).forEach((color, i) => replace(this.strips[color].hand, captured[i] > 0 && h('span', { class: 't1 soft' }, t('prisoners', captured[i]))));
  }

  showArrows(arrows: Arrow[]): void {
    this.board.showArrows(arrows);
  }

  showSeat(color: Color, seat: Seat): void {
    this.strips[color].show(seat);
  }

  showClock(color: Color, clock: Pick<Seat, 'clock' | 'on' | 'short'>): void {
    this.strips[color].showClock(clock);
  }
}
