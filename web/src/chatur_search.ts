/* chatur_search.ts: what a search of chaturanga has that others have not; fetched for databases of it alone. */
import { chaturWords, ON_THRONE, TWO_LOST } from './chatur_chips';
import { h } from './dom';
import { texts } from './i18n';
import { unitsOf } from './units';

export { chaturChips, withoutChip } from './chatur_chips';
export { askQuarters, chaturHeadline, chaturVerdict } from './chatur_verdict';
export { showTurns } from './chatur_turns';
export { ChaturEditor } from './editor_chatur';

const t = texts({ add: 'Add', adds: 'click adds', fours: 'two fours rolled', short: '30 turns at most', long: 'more than 60 turns' }, { add: '加える', adds: 'クリックで加える', fours: '四のぞろ目', short: '30 手以内', long: '60 手より長い' });

/* Conditions that are often of use. */
export function chaturAdds(query: string, add: (word: string, ever: boolean) => void): HTMLElement {
  const there = unitsOf(query).join(' ');
  const all: [string, string, boolean][] = [[chaturWords(TWO_LOST)!.words, TWO_LOST, true], [t('fours'), 'dice:44', true], [chaturWords(ON_THRONE)!.words, ON_THRONE, true],
    [t('short'), 'moves<=30', false], [t('long'), 'moves>60', false]];
  return h('section', { class: 'adds', 'aria-label': t('add') }, h('div', { class: 'h2' }, h('h2', {}, t('add')), h('span', { class: 'end t1 faint' }, t('adds'))),
    h('div', { class: 'square-list' }, all.filter(([, word]) => !there.includes(word)).map(([words, word, ever]) =>
      h('button', { type: 'button', class: 'to', 'data-word': word, onclick: () => add(word, ever && !!query) }, words))));
}
