/* corner_tree.ts: what is played in a corner, as a tree from left to right: a column for each move, lines as thick as moves are
 * frequent, the walked path in indigo.  Nodes are buttons; arrow keys go from one to the other. */
import type { CornerMove, CornerStep } from './corner_api';
import { cornerNames, ownWords } from './corner_names';
import { h, isNarrow, replace, svg } from './dom';
import { count, lang, percent, texts } from './i18n';

const t = texts({
  tree: 'Tree of the moves in the corner', here: '{0} · here', move: 'Move {0}: ', of: ' of {0} corners', keys: 'Arrow keys walk the tree, Enter goes there.',
}, {
  tree: '隅の着手の木', here: '{0} · ここ', move: '{0} 手目: ', of: '、全 {0} 隅', keys: '矢印キーで木を進み、Enter でそこへ行きます。',
});

const ROWS = 5, WIDE = 120, NARROW = 98, TALL = 72, TALL_TOUCHED = 84, TOP = 26, R = 18;

export class CornerTree {
  readonly el = h('div', { class: 'corner-tree', role: 'group', 'aria-label': t('tree'), onkeydown: (e: KeyboardEvent) => this.onKey(e) });
  private readonly names = cornerNames();
  private focusOn = '';

  constructor(private readonly go: (path: string[]) => void) {}

  /* steps: of the path, one before each move, and further ones along the commonest moves; n: moves of the path. */
  show(path: string[], steps: CornerStep[]): void {
    const held = this.el.contains(document.activeElement), wide = Math.min(WIDE, Math.max(NARROW, Math.floor((this.el.clientWidth - 98) / Math.max(1, steps.length - 1)))), x = (i: number): number => 46 + i * wide, y = (j: number): number => TOP + 22 + j * (isNarrow() ? TALL_TOUCHED : TALL);
    const edges: SVGElement[] = [], nodes: HTMLElement[] = [], line: string[] = [];
    let from: [number, number] | undefined, rows = 1;
    steps.forEach((step, i) => {
      const walked = path[i], shown = rowsOf(step, walked);
      let next: [number, number] | undefined, taken: string | undefined;
      rows = Math.max(rows, shown.length);
      shown.forEach((m, j) => {
        const on = m.move === walked, to = [...line, m.move];
        if (from) edges.push(svg('path', { class: on ? 'on' : '', d: `M${from[0] + R} ${from[1]}C${from[0] + wide * 0.55} ${from[1]} ${x(i) - wide * 0.55} ${y(j)} ${x(i) - R} ${y(j)}`, 'stroke-width': Math.max(1.5, 10 * m.share).toFixed(1) }));
        nodes.push(this.node(to, m.share, step.moved, on, i === path.length - 1, x(i), y(j), i, j, wide));
        if (on || (i >= path.length && j === 0)) [next, taken] = [[x(i), y(j)], m.move];
      });
      from = next;
      if (taken) line.push(taken);
    });
    const width = x(steps.length - 1) + 52, height = y(rows - 1) + 54, here = path.length - 1;
    const heads = steps.map((_, i) => h('span', { class: i === here ? 'depth here' : 'depth', css: { left: `${x(i)}px` }, 'aria-hidden': 'true' }, i === here ? t('here', i + 1) : String(i + 1)));
    replace(this.el, h('div', { class: 'corner-space', css: { width: `${width}px`, height: `${height}px` } },
      here >= 0 && h('div', { class: 'corner-band', css: { left: `${x(here) - 48}px` } }),
      svg('svg', { class: 'corner-edges', width, height, 'aria-hidden': 'true' }, edges), heads, nodes), h('p', { class: 'hidden' }, t('keys')));
    const now = this.el.querySelector<HTMLElement>('[data-here]') ?? nodes[0];
    if (now) {
      now.tabIndex = 0;
      this.el.scrollLeft = x(Math.max(0, here)) + (this.el.clientWidth > 620 ? 2.5 * wide - this.el.clientWidth : 40 - this.el.clientWidth / 2); // as much of the way as there is room for, and what follows
      if (held || this.focusOn) now.focus({ preventScroll: true });
    }
    this.focusOn = '';
  }

  private node(path: string[], share: number, of: number, on: boolean, here: boolean, x: number, y: number, i: number, j: number, wide: number): HTMLElement {
    const name = this.names.get(path.join(' ')), words = name ? ownWords(name) : '';
    return h('button', { type: 'button', class: `corner-node ${i % 2 ? 'white' : 'black'}${on ? ' on' : ''}${here ? ' in-band' : ''}`, 'data-at': `${i}/${j}`, 'data-path': path.join(' '), 'data-here': here && on, tabindex: -1, 'aria-current': here && on ? 'step' : undefined, css: { left: `${x - wide / 2 + 2}px`, top: `${y - R - 4}px`, width: `${wide - 4}px` }, onclick: () => {
        this.focusOn = path.join(' ');
        this.go(path);
      } },
    h('span', { class: 'hidden' }, t('move', i + 1)), h('span', { class: 'point' }, path.at(-1)!), h('span', { class: 'share' }, h('b', {}, `${percent(share)} %`), words && (lang === 'ja' ? [h('br'), words] : ` ${words}`)), h('span', { class: 'hidden' }, t('of', count(of))));
  }

  /* Up and down among the moves of one column, left to what they follow, right to what follows. */
  private onKey(e: KeyboardEvent): void {
    const now = document.activeElement as HTMLElement, at = now?.dataset.at?.split('/').map(Number);
    const step = ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as Record<string, [number, number]>)[e.key];
    if (!step || !at || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    const [column, row] = [at[0] + step[0], at[1] + step[1]];
    const next = step[0] ? this.el.querySelector<HTMLElement>(`[data-at^="${column}/"].on`) ?? this.el.querySelector<HTMLElement>(`[data-at="${column}/0"]`) : this.el.querySelector<HTMLElement>(`[data-at="${column}/${row}"]`);
    if (!next) return;
    now.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

const NONE: CornerMove = { move: '', times: 0, share: 0, wins: 0, losses: 0, draws: 0, unknown: 0, score: null, low: null, high: null, decades: [] };

/* The commonest, and the one that was walked. */
function rowsOf(step: CornerStep, walked: string | undefined): CornerStep['moves'] {
  const rows = step.moves.filter((m) => m.share >= 0.01 || m.move === walked).slice(0, ROWS), own = step.moves.find((m) => m.move === walked) ?? (walked ? { ...NONE, move: walked } : undefined);
  if (own && !rows.includes(own)) rows[Math.min(rows.length, ROWS - 1)] = own;
  return rows;
}
