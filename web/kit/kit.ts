/* kit.ts: every shared part of the page in every state, on one sheet (`make page-kit`); components of several parts are in
 * components.ts.  tests/web/kit.sh compares pictures of the cells with those that were looked at last. */
import { COMPONENTS, type State } from './components';
import { h, replace } from '../src/dom';
import { barKey, button, chip, icon, letterDisc, meter, segmented, sideSign, tabs, wdl } from '../src/parts';

const args = new URLSearchParams(location.search);
document.documentElement.dataset.theme = args.get('theme') ?? 'light';
document.documentElement.lang = args.get('lang') ?? 'en';
try {
  localStorage.setItem('lang', document.documentElement.lang);
} catch {
  // a file has no storage in some browsers
}

const nothing = (): void => {};
const marked = (el: HTMLElement, mark: string): HTMLElement => {
  el.dataset[mark] = '';
  return el;
};
const off = (el: HTMLButtonElement): HTMLElement => {
  el.disabled = true;
  return el;
};
const tabbed = (keys: [string, string], chosen: number): HTMLElement => {
  const panels = keys.map((key) => h('div', { class: 'soft t1' }, `what is under ${key}`));
  return h('div', {}, tabs('Parts', [{ key: keys[0], words: 'Moves', panel: panels[0] }, { key: keys[1], words: 'Analysis', more: '5', panel: panels[1] }], keys[chosen]), panels);
};

const PARTS: [string, State[]][] = [
  ['button', [
    ['plain', () => button('Save search', nothing)], ['with an icon', () => button('Save search', nothing, { icon: 'save' })],
    ['hovered', () => marked(button('Save search', nothing, { icon: 'save' }), 'hover')], ['focused', () => marked(button('Save search', nothing), 'focus')],
    ['off', () => off(button('Save search', nothing, { icon: 'save' }))], ['bare', () => button('Edit as text', nothing, { icon: 'text', bare: true })],
    ['icon alone', () => button('Copy link', nothing, { name: 'link' })], ['main', () => h('button', { class: 'btn main' }, 'Start the game')],
    ['small', () => h('button', { class: 'btn small' }, 'Show board')], ['dangerous', () => h('button', { class: 'btn danger' }, 'Resign')],
    ['of the system', () => h('button', {}, 'Compare')], ['a link', () => h('button', { class: 'link' }, 'KIF')],
  ]],
  ['chip', [
    ['must be there', () => chip('mino', [sideSign('s', 'shogi'), 'mino'], '', nothing)],
    ['or', () => chip('R 6h or R 7h', [sideSign('s', 'shogi'), 'R 6h', h('i', {}, 'or'), sideSign('s', 'shogi'), 'R 7h'], 'or', nothing)],
    ['must not', () => chip('not P 8d', ['not', sideSign('g', 'shogi'), 'P 8d'], 'not', nothing)],
    ['modifier', () => chip('either side', [icon('swap'), 'either side'], 'mod', nothing)],
    ['fixed', () => chip('mino', ['mino'], '')], ['focused', () => marked(chip('mino', ['mino'], '', nothing), 'focus')],
    ['to blame', () => {
      const el = chip('since 2020', ['since 2020'], '', nothing);
      el.classList.add('blamed');
      return el;
    }],
  ]],
  ['sides', [
    ['shogi', () => h('span', {}, sideSign('s', 'shogi'), ' Black ', sideSign('g', 'shogi'), ' White')],
    ['Go', () => h('span', {}, sideSign('s', 'go'), ' Black ', sideSign('g', 'go'), ' White')],
  ]],
  ['one of a few', [
    ['first', () => segmented('Layer', [['must', 'Must be there'], ['or', 'Or', '2'], ['not', 'Must not', '1']], 'must', nothing)],
    ['last', () => segmented('Layer', [['must', 'Must be there'], ['or', 'Or', '2'], ['not', 'Must not', '1']], 'not', nothing)],
  ]],
  ['tabs', [
    ['first', () => tabbed(['moves', 'analysis'], 0), 'wide'], ['second', () => tabbed(['games', 'years'], 1), 'wide'],
  ]],
  ['outcome bar', [
    ['many games', () => wdl({ wins: 641, draws: 12, losses: 679 }), 'wide'],
    ['the headline’s', () => wdl({ wins: 8, draws: 0, losses: 18 }, { height: 22, whisker: 12, words: ['31 %', '69 %'] }), 'wide'],
    ['with draws', () => wdl({ wins: 30, draws: 25, losses: 20 }, { height: 22, whisker: 12 }), 'wide'],
    ['all won', () => wdl({ wins: 9, draws: 0, losses: 0 }), 'wide'], ['too few', () => wdl({ wins: 2, draws: 0, losses: 1 }), 'wide'],
    ['its key', () => h('span', { class: 'row' }, barKey('w', 'mino side won 8'), barKey('d', 'drawn 0'), barKey('l', 'anaguma side won 18')), 'wide'],
  ]],
  ['letter', [['often', () => letterDisc('a')], ['rare', () => letterDisc('d', true)]]],
  ['meter', [['of all', () => meter(0.7), 'wide'], ['of what is asked', () => meter(0.3, true), 'wide'], ['none', () => meter(0), 'wide']]],
  ['heading', [['with what it counts', () => h('div', { class: 'h2' }, h('h2', {}, 'Games'), h('span', { class: 'soft t1' }, '26 of 2,445'), h('span', { class: 'end' }, button('newest', nothing, { bare: true }))), 'wide']]],
  ['field', [
    ['text', () => h('input', { type: 'text', value: 'name', 'aria-label': 'Name' })], ['number', () => h('input', { type: 'number', value: 5, 'aria-label': 'Number' })],
    ['choice', () => h('select', { 'aria-label': 'Order' }, h('option', {}, 'newest'), h('option', {}, 'oldest'))],
  ]],
];

replace(document.body, h('main', { class: 'kit' }, h('h1', { class: 'title' }, 'Parts of the page'),
  [...PARTS, ...COMPONENTS].map(([part, states]) => h('section', {}, h('div', { class: 'h2' }, h('h2', {}, part)), h('div', { class: 'states' },
    states.map(([name, el, look]) => h('div', { class: `part ${look ?? ''}`.trim(), 'data-state': `${part}: ${name}` }, h('span', { class: 'state' }, name), el())))))));
