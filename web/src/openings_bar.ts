/* openings_bar.ts: what is beside each other in Openings: the board, the matrix, players, comparisons. */
import { address } from './address';
import { h } from './dom';
import { texts } from './i18n';

const t = texts({ label: 'Views of openings', explore: 'Board', matrix: 'Matrix', player: 'Players', compare: 'Compare' }, { label: '表示', explore: '盤', matrix: '対照表', player: '対局者', compare: '比較' });

const VIEWS = ['explore', 'matrix', 'player', 'compare'] as const;

export const openingsViews = (now: (typeof VIEWS)[number]): HTMLElement =>
  h('nav', { class: 'seg', 'aria-label': t('label') }, VIEWS.map((view) => h('a', { href: address(view), 'aria-current': view === now ? 'page' : undefined }, t(view))));
