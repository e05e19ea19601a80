/* openings_way.ts: the moves so far, each with how often it was chosen; and the other orders of moves that led here. */
import { ask, ApiError } from './api';
import { h, replace } from './dom';
import { count, percent, texts } from './i18n';
import { button, icon, sideSign } from './parts';
import { pointName, pointOf, pointOfMove } from './setup_go';
import { lineTexts } from './notation';
import { site } from './site';

const t = texts({
  way: 'Moves so far', start: 'Start', back: 'Back', others: 'Other ways here', of: '{0} of {1} games', counted: 'counted together: positions, not orders of moves', move: 'move {0}, {1}', games: '{0} games',
}, {
  way: 'ここまでの手順', start: '開始', back: '戻る', others: 'ほかの手順', of: '{1} 局中 {0} 局', counted: '手順によらず同じ局面として数えます', move: '{0} 手目 {1}', games: '{0} 局',
});

interface Orders { games: number; counted: number; total: number; orders: { moves: string[]; games: number }[] }
const SHARES = 8; // of the last moves, how often they were chosen
const OTHERS = 3, LONG = 6; // orders shown, and moves of each

/* The eight orientations of a board of Go, as the moves they make of one line. */
function images(moves: string[], size: number): string[] {
  const last = size - 1;
  const turns: ((c: number, r: number) => [number, number])[] = [(c, r) => [c, r], (c, r) => [last - c, r], (c, r) => [c, last - r], (c, r) => [last - c, last - r],
    (c, r) => [r, c], (c, r) => [last - r, c], (c, r) => [r, last - c], (c, r) => [last - r, last - c]];
  return turns.map((turn) => moves.map((m) => {
    const point = pointOfMove(m);
    return point ? `${m[0]}[${pointName(...turn(...pointOf(point)))}]` : m;
  }).join());
}

export class OpeningWay {
  readonly el = h('nav', { class: 'crumb', 'aria-label': t('way') });
  readonly others = h('section', { class: 'other-ways' });
  counted: (own: number | undefined, all: number) => void = () => {}; // how many games came by this order
  private readonly shares = new Map<string, number | undefined>();

  constructor(private readonly goTo: (moves: string[]) => void) {}

  /* The line at once; then how often each move was chosen, and the orders. */
  async show(moves: string[], query: string, words: string[], shareOf: (moves: string[]) => Promise<number | undefined>, signal: AbortSignal): Promise<void> {
    const key = (n: number): string => `${query.replace(/^.*?"[^"]*"\)?/, '')}\n${moves.slice(0, n).join()}`;
    this.draw(moves, words, (n) => this.shares.get(key(n)));
    for (let n = moves.length; n > Math.max(0, moves.length - SHARES); n--) if (!this.shares.has(key(n))) this.shares.set(key(n), await shareOf(moves.slice(0, n)));
    if (signal.aborted) return;
    this.draw(moves, words, (n) => this.shares.get(key(n)));
    await this.showOrders(moves, query, signal);
  }

  private draw(moves: string[], words: string[], share: (n: number) => number | undefined): void {
    const held = this.el.contains(document.activeElement);
    const crumb = (n: number, ...content: (Node | string | false)[]): HTMLElement => h('button', { type: 'button', 'aria-current': n === moves.length ? 'step' : undefined, onclick: () => this.goTo(moves.slice(0, n)) }, ...content);
    replace(this.el, h('div', { class: 'crumbs' }, crumb(0, t('start')), moves.flatMap((_, i) => {
      const part = share(i + 1);
      return [icon('right'), crumb(i + 1, h('span', { class: 'n' }, `${i + 1} `), i + 1 < moves.length && sideSign(i % 2 ? 'g' : 's'), ` ${words[i]}`, part !== undefined && h('span', { class: 'n' }, ` ${percent(part)} %`))];
    })), moves.length > 0 && button(t('back'), () => this.goTo(moves.slice(0, -1)), { icon: 'undo', bare: true }));
    const now = this.el.querySelector<HTMLElement>('[aria-current]')!;
    now.parentElement!.scrollLeft = now.offsetLeft;
    if (held) now.focus();
  }

  /* Not served by several processes: then nothing is said. */
  private async showOrders(moves: string[], query: string, signal: AbortSignal): Promise<void> {
    replace(this.others);
    if (moves.length < 2) return;
    let found: Orders;
    try {
      found = await ask<Orders>('orders', { query, limit: 200 }, signal);
    } catch (e) {
      if (e instanceof ApiError && e.code === 'unsupported') return;
      throw e;
    }
    if (signal.aborted || !found.counted) return;
    const mine = site.game === 'shogi' ? [moves.join()] : images(moves, 19);
    const own = found.orders.find((o) => mine.includes(o.moves.join()))?.games ?? 0;
    const others = found.orders.filter((o) => !mine.includes(o.moves.join())).slice(0, OTHERS);
    this.counted(own, found.counted);
    if (others.length === 0) return;
    replace(this.others, h('div', { class: 'h2' }, h('h2', {}, t('others')), h('span', { class: 't1 faint end' }, t('of', count(found.counted - own), count(found.counted)))),
      h('div', { class: 'row t1' }, others.map((o) => {
        const words = site.game === 'shogi' ? lineTexts('startpos', o.moves) : o.moves.map((m) => pointOfMove(m) ?? m);
        return h('button', { type: 'button', class: 'btn small', title: words.join(' '), onclick: () => this.goTo(o.moves) }, `${words.slice(0, LONG).join(' ')}${words.length > LONG ? ' …' : ''}`, h('span', { class: 'soft' }, count(o.games)));
      }), h('span', { class: 'soft' }, t('counted'))));
  }
}
