/* calibrate_forest.ts: the signed effects of conditions, a row each, on one axis for each class of games: the effect in games
 * of a hundred with its 95 % interval; filled where the interval leaves 0 out. */
import { className, effectOf, intervalText, rowOf, signedSize, whyNot, type ClassAnswer, type CurveJson, type Effect } from './calibrate_effects';
import { nameOfCondition } from './condition_words';
import { h, replace, svg } from './dom';
import { texts } from './i18n';
import { icon, sideSign } from './parts';

const t = texts({
  of: '{0}: {1} of 100 {2}, sure', unsure: '{0}: {1} of 100 {2}, not sure', none: '{0}: {1}', unit: 'of 100 games', remove: 'Remove {0}', list: 'Where it is wrong',
}, {
  of: '{0}: 100 局あたり {1} 局 {2}、確か', unsure: '{0}: 100 局あたり {1} 局 {2}、確かではない', none: '{0}: {1}', unit: '100 局あたり', remove: '{0}を除く', list: '評価の誤り',
});

export const ROW = 33;
const NUMBERS = 122, EDGE = 8; // room for figures at the right; beside the axis

/* How far the axis goes on both sides, and its steps: so that all points are on it, if need be beyond. */
function reachOf(answers: ClassAnswer[]): { reach: number; step: number } {
  const most = Math.max(...answers.flatMap((a) => a.rows.map((r) => Math.abs(effectOf(r.curve)?.value ?? 0))), 0);
  return most > 27 ? { reach: 60, step: 20 } : most > 5 ? { reach: 30, step: 10 } : { reach: 15, step: 5 };
}

export interface ForestOptions { answers: ClassAnswer[]; order: string[]; chosen: string; choose: (condition: string) => void; remove: (condition: string) => void }

export class Forest {
  readonly el = h('div', { class: 'forest', role: 'list', 'aria-label': t('list') });
  private readonly sizes: ResizeObserver;
  private options: ForestOptions | undefined;
  private width = 0;

  /* heads: of the columns, where the axis is written. */
  constructor(private readonly heads: (name: string) => HTMLElement | null) {
    this.sizes = new ResizeObserver(() => this.cellWidth() !== this.width && this.draw());
    this.sizes.observe(this.el);
    this.el.addEventListener('keydown', (e) => this.onKey(e));
  }

  destroy(): void {
    this.sizes.disconnect();
  }

  show(options: ForestOptions): void {
    const focused = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('.forest .fr')?.dataset.condition;
    this.options = options;
    replace(this.el, options.order.map((condition) => this.row(condition, options)));
    this.width = 0;
    this.draw();
    if (focused !== undefined) this.focus(options.order.includes(focused) ? focused : options.chosen);
  }

  focus(condition: string): void {
    [...this.el.querySelectorAll<HTMLElement>('.fr')].find((row) => row.dataset.condition === condition)?.querySelector('button')?.focus();
  }

  private row(condition: string, { answers, chosen, choose, remove }: ForestOptions): HTMLElement {
    const { side, name, more, isQuery } = nameOfCondition(condition), isChosen = condition === chosen;
    return h('div', { class: `fr${isChosen ? ' on' : ''}`, role: 'listitem', 'data-condition': condition, onclick: () => choose(condition) },
      h('div', { class: 'nm' }, h('button', { type: 'button', 'aria-pressed': String(isChosen), title: condition }, side ? sideSign(side) : h('span', { class: 'no-side' }), isQuery ? h('code', {}, name) : h('span', { class: 'name' }, name), more && h('span', { class: 't1 soft' }, more)),
        h('button', { type: 'button', class: 'x', 'aria-label': t('remove', name), title: t('remove', name), onclick: (e: Event) => {
          e.stopPropagation();
          remove(condition);
        } }, icon('x'))),
      answers.map((a) => h('div', { class: 'cell-of-forest', 'data-class': a.name }, h('span', { class: 'whose t1 soft' }, className(a.name)))));
  }

  private cellWidth(): number {
    return Math.floor(this.el.querySelector('.cell-of-forest')?.clientWidth ?? 0);
  }

  private draw(): void {
    const o = this.options, width = this.cellWidth();
    if (!o) return;
    this.width = width;
    for (const a of o.answers) {
      const head = this.heads(a.name);
      if (head) replace(head, width > 0 && axisOf(a, width, reachOf(o.answers)));
    }
    if (width < 150) return;
    for (const row of this.el.querySelectorAll<HTMLElement>('.fr'))
      o.answers.forEach((a, i) => {
        const cell = row.querySelectorAll<HTMLElement>('.cell-of-forest')[i], c = rowOf(a, row.dataset.condition!)?.curve;
        cell.querySelector('svg')?.remove();
        if (c) cell.append(effectDrawing(c, width, reachOf(o.answers), className(a.name)));
      });
  }

  private onKey(e: KeyboardEvent): void {
    const at = (e.target as HTMLElement).closest<HTMLElement>('.fr'), o = this.options, step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!at || !o || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === 'Delete') o.remove(at.dataset.condition!);
    else if (step) {
      const next = o.order[o.order.indexOf(at.dataset.condition!) + step];
      if (next !== undefined) o.choose(next);
      if (next !== undefined) this.focus(next);
    } else return;
    e.preventDefault();
  }
}

type Reach = { reach: number; step: number };
const scaleOf = (width: number, { reach }: Reach) => (n: number): number => EDGE + ((width - NUMBERS - EDGE) * (n + reach)) / (2 * reach);
const ticksOf = ({ reach, step }: Reach): number[] => Array.from({ length: 2 * Math.ceil(reach / step) - 1 }, (_, i) => (i + 1 - Math.ceil(reach / step)) * step);

/* About as wide as a heading is. */
const headWidth = (text: string): number => [...text].reduce((w, c) => w + (c > '\u2e80' ? 14 : 8), 0);

/* The figures of the axis, with the class in front where there is room. */
export function axisOf(a: ClassAnswer, width: number, reach: Reach = reachOf([a])): SVGElement {
  const x = scaleOf(width, reach), room = x(-reach.step * 2) - 15 > headWidth(className(a.name));
  return svg('svg', { width, height: ROW - 1, 'aria-hidden': 'true', fill: 'var(--ink3)' }, svg('text', { x: 0, y: 20, class: 'head', 'font-weight': 700, 'font-size': 14, fill: 'var(--ink)' }, className(a.name)),
    ticksOf(reach).filter((n) => room || n > -reach.step * 2).map((n) => svg('text', { x: x(n), y: 20, 'text-anchor': 'middle' }, n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')), svg('text', { x: width, y: 20, 'text-anchor': 'end' }, t('unit')));
}

export const axesOf = (answers: ClassAnswer[]): Reach => reachOf(answers);

/* The effect of a row in one class. */
export function effectDrawing(c: CurveJson, width: number, reach: Reach, whose: string): SVGElement {
  const e = effectOf(c), x = scaleOf(width, reach), zero = svg('path', { d: `M${x(0)} 0V${ROW}`, stroke: 'var(--edge)' });
  const label = e ? t(e.sure ? 'of' : 'unsure', whose, signedSize(e.value), intervalText(e)) : t('none', whose, whyNot(c));
  const picture = (...children: (SVGElement | SVGElement[])[]): SVGElement => svg('svg', { width, height: ROW, role: 'img', 'aria-label': label, class: e?.sure ? 'sure' : e ? 'unsure' : 'few' }, ...children);
  if (!e) return picture(zero, svg('text', { x: x(0) + 12, y: 21, fill: 'var(--ink3)' }, whyNot(c)));
  return picture(ticksOf(reach).filter((n) => n).map((n) => svg('path', { d: `M${x(n)} 0V${ROW}`, stroke: 'var(--rule)' })), zero, whisker(e, x, reach.reach),
    svg('text', { x: width - 82, y: 21, 'text-anchor': 'end', 'font-size': 14, 'font-weight': e.sure ? 700 : 400, fill: e.sure ? 'var(--ink)' : 'var(--ink2)' }, signedSize(e.value)),
    svg('text', { x: width - 74, y: 21, fill: 'var(--ink2)' }, intervalText(e)));
}

function whisker(e: Effect, x: (n: number) => number, reach: number): SVGElement[] {
  const colour = e.sure ? 'var(--ink)' : 'var(--ink3)', clip = (n: number): number => Math.max(-reach, Math.min(reach, n)), [low, value, high] = [e.low, e.value, e.high].map((n) => x(clip(n)));
  const end = (at: number, n: number): string => (Math.abs(n) <= reach ? `M${at} 11v11` : n > 0 ? `M${at - 5} 12l5 4.5l-5 4.5` : `M${at + 5} 12l-5 4.5l5 4.5`);
  return [svg('path', { class: 'whisker', d: `M${low} 16.5H${high}${end(low, e.low)}${end(high, e.high)}`, stroke: colour, 'stroke-width': 1.8, fill: 'none' }),
    Math.abs(e.value) > reach ? svg('path', { d: '' })
      : e.sure ? svg('rect', { x: value - 3.5, y: 13, width: 7, height: 7, fill: 'var(--ai)' }) : svg('circle', { cx: value, cy: 16.5, r: 4.5, fill: 'var(--paper)', stroke: 'var(--ink3)', 'stroke-width': 1.8 })];
}
