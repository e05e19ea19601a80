/* hands.ts: pieces in hand, to look at. */
import { h, replace } from './dom';
import { kindName, sideMark, sideName, t } from './i18n';
import { pieceIcon } from './piece_set';
import { HAND_KINDS } from './setup_shogi';
import type { Color, Setup } from './setup';

/* choose: its pieces can be chosen; chosen: the one that is. */
export function showHand(el: HTMLElement, color: Color, setup: Setup, choose?: (kind: string) => void, chosen?: string): void {
  const hand = setup.look.hands[color];
  const held = HAND_KINDS.filter((kind) => hand.has(kind));
  const words = held.map((kind) => `${kindName(kind)} ${hand.get(kind)!.n}`).join(', ');
  replace(el,
    h('span', { class: 'hand-name', 'aria-hidden': 'true' }, sideMark(color)),
    h('span', { class: 'hidden' }, `${t('hand', sideName(color))}: ${words || '–'}`),
    held.map((kind) => {
      const shown = [pieceIcon({ color: 's', kind }), h('span', { class: 'number' }, hand.get(kind)!.n > 1 ? String(hand.get(kind)!.n) : '')];
      if (!choose) return h('span', { class: 'hand-cell set', 'aria-hidden': 'true' }, shown);
      const button = h('button', { type: 'button', class: 'hand-cell set', 'data-kind': kind, 'aria-label': `${kindName(kind)} ${hand.get(kind)!.n}`, 'aria-pressed': String(kind === chosen), onclick: () => {
        choose(kind);
        el.querySelector<HTMLElement>(`[data-kind="${kind}"]`)?.focus(); // it was drawn anew
      } }, shown);
      return button;
    }));
}
