/* hands.ts: pieces in hand, to look at. */
import { h, replace } from './dom';
import { kindName, sideMark, sideName, t } from './i18n';
import { pieceIcon } from './piece_set';
import { HAND_KINDS } from './setup_shogi';
import type { Color, Setup } from './setup';

export function showHand(el: HTMLElement, color: Color, setup: Setup): void {
  const hand = setup.look.hands[color];
  const held = HAND_KINDS.filter((kind) => hand.has(kind));
  const words = held.map((kind) => `${kindName(kind)} ${hand.get(kind)!.n}`).join(', ');
  replace(el,
    h('span', { class: 'hand-name', 'aria-hidden': 'true' }, sideMark(color)),
    h('span', { class: 'hidden' }, `${t('hand', sideName(color))}: ${words || '–'}`),
    held.map((kind) => h('span', { class: 'hand-cell set', 'aria-hidden': 'true' }, pieceIcon({ color: 's', kind }),
      h('span', { class: 'number' }, hand.get(kind)!.n > 1 ? String(hand.get(kind)!.n) : ''))));
}
