/* nothing.ts: what an address shows that does not exist: that, and where to go. */
import { h } from './dom';
import { texts } from './i18n';

const t = texts({ nothing: 'There is nothing here', why: 'The address may be mistyped, or what it led to may be gone.', go: 'Go to:' },
  { nothing: 'ここには何もありません', why: 'アドレスの打ち間違いか、なくなったもののアドレスかもしれません。', go: '移動:' });

/* areas: their addresses and titles. */
export function nothingHere(areas: [string, string][]): HTMLElement {
  return h('main', { class: 'sorry nothing' }, h('h1', { class: 'title' }, t('nothing')), h('p', { class: 'soft' }, t('why')), h('p', {}, t('go')),
    h('ul', { class: 'list' }, areas.map(([href, title]) => h('li', {}, h('a', { href }, title)))));
}
