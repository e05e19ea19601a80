/* hand_slots.ts: pieces in hand as they are asked for: only what is set, and a quiet slot for more. */
import { h, replace } from './dom';
import { kindName, sideName, t as common, texts } from './i18n';
import { icon, sideSign } from './parts';
import { pieceIcon } from './piece_set';
import type { Color, HandCondition, Op } from './setup';
import { HAND_KINDS, HAND_MAX } from './setup_shogi';

const t = texts({
  any: 'hand: any', more: 'piece', none: 'nothing in hand', fewer: 'One {0} fewer', another: 'One {0} more', how: '{0}: at least, exactly or at most',
}, {
  any: '持駒: 任意', more: '駒', none: '持駒なし', fewer: '{0}を一枚減らす', another: '{0}を一枚増やす', how: '{0}: 以上・ちょうど・以下',
});

const NEXT_OP: Record<Op, Op> = { '>=': '=', '=': '<=', '<=': '>=' };
const SIGN: Record<Op, string> = { '>=': '≥', '=': '=', '<=': '≤' };

type Hand = Map<string, HandCondition>;

export const isBareHand = (hand: Hand): boolean => HAND_KINDS.every((kind) => hand.get(kind)?.op === '=' && hand.get(kind)?.n === 0);

export interface HandOptions {
  hand: () => Hand;
  whole: () => boolean; // exact numbers, none where nothing is set
  set: (kind: string, to: HandCondition | undefined) => void;
  bare: (on: boolean) => void; // nothing at all in hand
  tool: () => string | undefined; // a piece is held over it
}

export class HandSlots {
  readonly el: HTMLElement;
  private readonly menu = h('div', { class: 'pop hand-menu', hidden: true });
  private readonly slots = h('div', { class: 'slots' });

  constructor(private readonly color: Color, private readonly options: HandOptions) {
    this.el = h('div', { class: 'hand-row', 'data-hand': color, role: 'group', 'aria-label': common('hand', sideName(color)) }, sideSign(color), this.slots, this.menu);
    this.el.addEventListener('keydown', (e) => e.key === 'Escape' && this.close(true));
    this.el.addEventListener('focusout', (e) => !this.el.contains(e.relatedTarget as Node | null) && this.close(false));
  }

  private close(focus: boolean): void {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    if (focus) this.slots.querySelector<HTMLElement>('.slot')?.focus();
  }

  show(): void {
    const hand = this.options.hand(), focused = this.slots.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.of : undefined;
    const bare = isBareHand(hand) && !this.options.whole();
    replace(this.slots, bare ? h('span', { class: 'held' }, t('none'), h('button', { type: 'button', class: 'step', 'aria-label': t('any'), onclick: () => this.options.bare(false) }, icon('x')))
      : HAND_KINDS.filter((kind) => hand.has(kind)).map((kind) => this.held(kind, hand.get(kind)!)),
      h('button', { type: 'button', class: 'slot', 'data-of': 'slot', 'aria-expanded': 'false', onclick: () => this.offer() }, hand.size ? [h('span', {}, '+'), h('span', { class: 'more-words' }, ` ${t('more')}`)] : t('any')));
    if (focused) (this.slots.querySelector<HTMLElement>(`[data-of="${focused}"]`) ?? this.slots.querySelector<HTMLElement>('.slot'))?.focus();
  }

  private held(kind: string, { op, n }: HandCondition): HTMLElement {
    const name = kindName(kind), to = (more: number): void => this.options.set(kind, n + more < (op === '>=' ? 1 : 0) ? undefined : { op, n: n + more });
    const step = (sign: 'minus' | 'plus', more: number, words: string, off = false): HTMLElement =>
      h('button', { type: 'button', class: 'step', 'data-of': kind + sign, 'aria-label': words, disabled: off, onclick: () => to(more) }, icon(sign));
    return h('span', { class: 'held', 'data-kind': kind }, step('minus', -1, t('fewer', name)),
      h('button', { type: 'button', class: 'op', 'data-of': `${kind}op`, disabled: this.options.whole(), 'aria-label': `${t('how', name)}: ${SIGN[op]} ${n}`, onclick: () => this.options.set(kind, { op: NEXT_OP[op], n }) }, `${this.options.whole() ? '' : SIGN[op]} ${n}`),
      pieceIcon({ color: this.color, kind }), step('plus', 1, t('another', name), n >= HAND_MAX[kind]));
  }

  /* A piece that lies ready is put there; else they are offered. */
  private offer(): void {
    const held = this.options.tool();
    if (held && HAND_MAX[held]) return this.add(held);
    const slot = this.slots.querySelector('.slot')!;
    this.menu.hidden = !this.menu.hidden;
    slot.setAttribute('aria-expanded', String(!this.menu.hidden));
    if (this.menu.hidden) return;
    replace(this.menu, HAND_KINDS.map((kind) => h('button', { type: 'button', class: 'tool', 'data-add': kind, 'aria-label': kindName(kind), title: kindName(kind), onclick: () => this.add(kind) }, pieceIcon({ color: this.color, kind }))),
      !this.options.whole() && h('button', { type: 'button', class: 'btn small', onclick: () => this.options.bare(true) }, t('none')));
    this.menu.querySelector<HTMLElement>('button')!.focus();
  }

  private add(kind: string): void {
    const now = this.options.hand().get(kind);
    this.menu.hidden = true;
    if ((now?.n ?? 0) < HAND_MAX[kind]) this.options.set(kind, { op: this.options.whole() ? '=' : now?.op ?? '>=', n: (now?.n ?? 0) + 1 });
    this.slots.querySelector<HTMLElement>('.slot')?.focus();
  }
}
