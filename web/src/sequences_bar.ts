/* sequences_bar.ts: the two views of recurring sequences: the tree to walk and the gallery.  The tree of shogi is Openings. */
import { address } from './address';
import { h } from './dom';
import { count, texts } from './i18n';
import { icon } from './parts';
import { site } from './site';

const t = texts({ label: 'Views of sequences', tree: 'Tree', gallery: 'Gallery' }, { label: '表示', tree: '木', gallery: '一覧' });

export function sequencesViews(now: 'tree' | 'gallery', found?: number): HTMLElement {
  const link = (view: 'tree' | 'gallery', href: string, before: Node | false, after: Node | false): HTMLElement => h('a', { href, 'aria-current': view === now ? 'page' : undefined }, before, t(view), after);
  return h('nav', { class: 'seg', 'aria-label': t('label') }, link('tree', site.game === 'go' ? address('joseki') : address('explore'), icon('tree'), false),
    link('gallery', address('joseki', [], { view: 'gallery' }), false, found !== undefined && h('span', { class: 'n' }, count(found))));
}
