/* dice.ts: dice of four faces, 2 to 5: pips, never only a figure. */
import { svg } from './dom';
import { texts } from './i18n';

const t = texts({ die: 'die: {0}', used: 'die: {0}, used', pair: 'two {0}s', both: 'a {0} and a {1}' }, { die: '目 {0}', used: '目 {0}（使用済み）', pair: '{0} のぞろ目', both: '{0} と {1}' });

const PIPS: Record<string, [number, number][]> = {
  2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
};

export const die = (n: string, used = false): SVGElement =>
  svg('svg', { class: used ? 'die used' : 'die', viewBox: '-22 -22 44 44', role: 'img', 'aria-label': t(used ? 'used' : 'die', n) },
    svg('rect', { x: -20.5, y: -20.5, width: 41, height: 41, rx: 8 }), (PIPS[n] ?? []).map(([x, y]) => svg('circle', { cx: 10 * x, cy: 10 * y, r: 4 })));

/* "a 3 and a 4", "two 4s" */
export const rollWords = (roll: string): string => (roll[0] === roll[1] ? t('pair', roll[0]) : t('both', roll[0], roll[1]));
