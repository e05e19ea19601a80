/* game_moves.ts: the moves of a game, two in a row with the value after each (of chaturanga a turn in a row, with its dice); a variation
 * is a block under its move. */
import { armySign, turnWords } from './board_chatur';
import { die } from './dice';
import { h, isNarrow, replace } from './dom';
import type { GamePosition } from './api';
import type { Lines } from './game_lines';
import { valueText, type Value } from './game_values';
import { lang, t as common, texts } from './i18n';
import { bareMove } from './notation';
import { icon } from './parts';
import { site } from './site';

const t = texts({
  moves: 'Moves', comment: 'Comment', hit: 'found here', variation: 'Variation from move {0}', own: 'your line', remove: 'Remove this line', value: 'value for Black',
}, {
  moves: '指し手', comment: 'コメント', hit: '該当', variation: '{0} 手目からの変化', own: '自分の変化', remove: 'この変化を消す', value: '先手から見た値',
});

export const moveOf = (p: GamePosition): string => (p.move ? bareMove(p[lang] ?? p.move) : common('startPosition'));

export interface MovesOptions {
  lines: Lines;
  hit?: [number, number];
  go: (line: number, ply: number) => void;
  remove: (line: number) => void;
}

export class MoveList {
  readonly el = h('ol', { class: 'move-list', 'aria-label': t('moves') });
  private values: (Value | undefined)[] = [];
  private readonly tried = new Map<string, Value>(); // of positions off the game, by their line and ply

  private readonly sized = new ResizeObserver(() => this.see());

  constructor(private readonly on: MovesOptions) {
    this.fill();
    this.sized.observe(this.el);
  }

  destroy(): void {
    this.sized.disconnect();
  }

  fill(): void {
    replace(this.el, this.items(0));
    this.showValues(this.values);
  }

  /* After each ply of the game. */
  showValues(values: (Value | undefined)[]): void {
    this.values = values;
    for (const button of this.el.querySelectorAll<HTMLElement>('[data-line="0"]')) {
      const value = values[Number(button.dataset.ply)], place = button.querySelector('.v');
      if (place) place.textContent = value ? valueText(value) : '';
    }
    for (const [key, value] of this.tried) this.showTried(key, value);
  }

  /* What the engine thinks of a position of another line. */
  showValue(line: number, ply: number, value: Value): void {
    const key = `${line}:${ply}`;
    this.tried.set(key, value);
    this.showTried(key, value);
  }

  private showTried(key: string, value: Value): void {
    const [line, ply] = key.split(':');
    const place = this.el.querySelector(`[data-line="${line}"][data-ply="${ply}"] .v`);
    if (place) place.textContent = valueText(value);
  }

  mark(line: number, ply: number): void {
    this.el.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const button = this.el.querySelector<HTMLElement>(`[data-line="${line}"][data-ply="${ply}"]`);
    button?.setAttribute('aria-current', 'true');
    this.see();
  }

  /* The present move within the list, which alone is scrolled, never the page; on a phone at its top, for the rest may be below
   * the screen. */
  private see(): void {
    const button = this.el.querySelector('[aria-current]');
    if (!button) return;
    const list = this.el.getBoundingClientRect(), item = button.getBoundingClientRect(), room = Math.min(60, list.height / 4);
    if (isNarrow()) this.el.scrollTop += item.top - list.top;
    else if (item.top < list.top + room) this.el.scrollTop -= list.top + room - item.top;
    else if (item.bottom > list.bottom - room) this.el.scrollTop += item.bottom - list.bottom + room;
  }

  /* Moves of a line, each with the variations that are played instead of it; at the end those that go on. */
  private items(line: number): HTMLElement[] {
    const { lines } = this.on, { positions } = lines.all[line], last = positions.at(-1)?.ply ?? 0;
    return [...positions.flatMap((p, i) => [this.item(p, line, positions[i - 1]), ...this.variations(line, p.ply - 1)]), ...this.variations(line, last)];
  }

  private variations(line: number, ply: number): HTMLElement[] {
    const { lines } = this.on;
    return lines.leaving(line, ply).map((n) => h('li', { class: lines.all[n].own ? 'variation own' : 'variation' },
      lines.all[n].own && h('div', { class: 'own-head' }, t('own'), h('button', { type: 'button', class: 'x', 'aria-label': t('remove'), title: t('remove'), onclick: () => this.on.remove(n) }, icon('x'))),
      h('ol', { 'aria-label': t('variation', ply + 1), start: ply + 1 }, this.items(n))));
  }

  /* Whose turn it was, what was rolled, what was moved. */
  private turn(p: GamePosition, before: GamePosition | undefined): (Node | string | false)[] {
    return [before !== undefined && armySign(before.turn, false, true), h('span', { class: 'small-dice' }, [...p.move!.slice(0, 2)].map((n) => die(n))), turnWords(moveOf(p))];
  }

  private item(p: GamePosition, line: number, before?: GamePosition): HTMLElement {
    const four = site.game === 'chaturanga';
    const held = line === 0 && this.on.hit && p.ply >= this.on.hit[0] && p.ply <= this.on.hit[1];
    const place = line > 0 ? '' : p.ply === 0 || four ? 'begin' : p.ply % 2 ? 'first' : 'second';
    return h('li', { class: `${place}${held ? ' of-hit' : ''}` },
      h('button', { type: 'button', 'data-ply': p.ply, 'data-line': line, onclick: () => this.on.go(line, p.ply) },
        h('span', { class: 'n' }, String(p.ply)), h('span', { class: 'm' }, four && p.move ? this.turn(p, before) : moveOf(p)),
        p.comment !== undefined && h('span', { class: 'has-comment', title: t('comment') }, icon('edit')),
        held && h('span', { class: 'hidden' }, t('hit')), h('span', { class: 'v' })));
  }
}
