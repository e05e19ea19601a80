/* chatur_rules.ts: how the rules of chaturanga are read (docs/chaturanga.md), as far as players at one
 * screen will want to choose: a small form, remembered, for the next game. */
import { h } from './dom';
import { recall, remember, texts } from './i18n';

const t = texts({
  title: 'Rules of the next game', order: 'Two dice', 'order-any': 'in any order', 'order-asc': 'the lower first', 'order-rolled': 'as they fell',
  doubles: 'Equal dice', 'doubles-samepiece': 'the same piece twice', 'doubles-samekind': 'any two of the kind', pass: 'Passing', 'pass-free': 'always', 'pass-forced': 'only who can’t move',
  bare: 'A bare raja draws', 'bare-any': 'always', 'bare-all': 'if all are bare', 'bare-final': 'in the last fight', 'bare-never': 'never', partners: 'The winning pair', 'partners-fight': 'fights it out', 'partners-share': 'has won',
  exchange: 'Rajas come back', triumph: 'Boat triumph', sum: 'Move by the sum', yes: 'yes', no: 'no',
}, {
  title: '次の対局のルール', order: '二つの目', 'order-any': '順序自由', 'order-asc': '小さい目から', 'order-rolled': '出た順', doubles: 'ゾロ目', 'doubles-samepiece': '同じ駒で二手', 'doubles-samekind': '同じ種類なら可',
  pass: 'パス', 'pass-free': 'いつでも', 'pass-forced': '動けないときだけ', bare: '裸の王で引き分け', 'bare-any': '一人でも', 'bare-all': '全員が裸なら', 'bare-final': '最終戦だけ', 'bare-never': 'なし',
  partners: '勝った二人', 'partners-fight': '決着まで戦う', 'partners-share': '共に勝ち', exchange: '王の復帰', triumph: '舟の総取り', sum: '目の和で一手', yes: 'あり', no: 'なし',
});

const YES_NO = ['yes', 'no'];
/* The first is what is usual on this page. */
const READINGS = {
  order: ['any', 'asc', 'rolled'], doubles: ['samepiece', 'samekind'], pass: ['free', 'forced'], bare: ['any', 'all', 'final', 'never'], partners: ['fight', 'share'],
  exchange: YES_NO, triumph: YES_NO, sum: YES_NO,
};
type Reading = keyof typeof READINGS;
const NAMES = Object.keys(READINGS) as Reading[];

const chosen = (name: Reading): string => READINGS[name].find((v) => v === recall(`rule-${name}`)) ?? READINGS[name][0];

/* "startpos order=any pass=forced": where a game under these rules begins. */
export const startPosition = (): string => ['startpos', ...NAMES.map((name) => `${name}=${chosen(name)}`)].join(' ');

export function rulesForm(): HTMLElement {
  const row = (name: Reading): HTMLElement[] => {
    const text = (value: string): string => t((READINGS[name] === YES_NO ? value : `${name}-${value}`) as 'yes');
    const select = h('select', { id: `rule-${name}`, onchange: () => remember(`rule-${name}`, select.value) },
      READINGS[name].map((value) => h('option', { value, selected: value === chosen(name) }, text(value))));
    return [h('label', { for: select.id }, t(name)), select];
  };
  return h('details', { class: 'rules' }, h('summary', {}, t('title')), h('div', { class: 'form' }, NAMES.map(row).flat()));
}
