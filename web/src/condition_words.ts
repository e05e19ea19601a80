/* condition_words.ts: conditions of calibration in words, as far as there are words for them. */
import { count, kindName, lang, nameOf, pieceName, sideName, squareName, texts, titleOf } from './i18n';
import { site } from './site';

const t = texts({
  diffBy: 'danger to {0}’s king greater by {1} or more', attack: 'danger to {0}’s king', defence: 'defence of {0}’s king', progress: 'progress of the game', turn: '{0} to move', plies: 'moves {0} to {1}',
  pliesFrom: 'from move {0}', pliesTo: 'up to move {0}', of: '{0}: {1}', hand: '{0} has {1} × {2} or more in hand', on: '{0} on {1}', atLeast: '{0} ≥ {1}', atMost: '{0} ≤ {1}', less: '{0} < {1}', more: '{0} > {1}', and: '; ',
  danger: 'king in danger', by: 'by {0} more', inHand: '{1} {0} in hand', orMore: 'or more',
  whose: '{0}’s {1}', whoseHand: '{1} {0} in {2}’s hand', whoseDanger: '{0}’s king in danger', atName: 'Positions with {0}’s {1}', atHand: 'Positions with {1} {0} in {2}’s hand', atDanger: 'Positions with {0}’s king in danger', atTurn: 'Positions with {0}', where: 'Positions with “{0}”',
}, {
  diffBy: '{0}玉の危険度が {1} 以上大きい', attack: '{0}玉の危険度', defence: '{0}玉の守り', progress: '進行度', turn: '{0}番', plies: '{0}～{1} 手目',
  pliesFrom: '{0} 手目以降', pliesTo: '{0} 手目まで', of: '{0}の{1}', hand: '{0}の持駒に{1} {2} 枚以上', on: '{1}に{0}', atLeast: '{0} {1} 以上', atMost: '{0} {1} 以下', less: '{0} {1} 未満', more: '{0} {1} 超', and: '、',
  danger: '玉が危険', by: '{0} 以上の差', inHand: '持駒に{0} {1} 枚', orMore: '以上',
  whose: '{0}の{1}', whoseHand: '{2}の持駒に{0} {1} 枚以上', whoseDanger: '{0}玉が危険', atName: '{0}が{1}の局面', atHand: '{2}の持駒に{0}が {1} 枚以上ある局面', atDanger: '{0}玉が危険な局面', atTurn: '{0}の局面', where: '「{0}」の局面',
});

type Side = 's' | 'g';
const RULES: [RegExp, (m: string[]) => string | undefined][] = [
  [/^turn:([sg])$/, (m) => t('turn', sideName(m[1] as Side))],
  [/^progress\.diff>=([\d.]+)$/, (m) => t('diffBy', sideName('s'), m[1])],
  [/^progress\.diff<=-([\d.]+)$/, (m) => t('diffBy', sideName('g'), m[1])],
  [/^(attack|defence)\.([sg])([<>]=?)([\d.]+)$/, (m) => compare(t(m[1] as 'attack', sideName(m[2] as Side)), m[3], m[4])],
  [/^progress([<>]=?)([\d.]+)$/, (m) => compare(t('progress'), m[1], m[2])],
  [/^ply:(\d*)\.\.(\d*)$/, (m) => (m[1] && m[2] ? t('plies', m[1], m[2]) : m[1] ? t('pliesFrom', m[1]) : t('pliesTo', m[2]))],
  [/^([sg])\.hand\.([a-z]{2})>=(\d+)$/, (m) => t('hand', sideName(m[1] as Side), kindName(m[2]), count(Number(m[3])))],
  [/^([sg])([a-z]{2})(\d+)$/, (m) => t('hand', sideName(m[1] as Side), kindName(m[2]), count(Number(m[3])))],
  [/^([sg])([1-9][1-9])([a-z]{2})$/, (m) => t('on', pieceName(m[1] as Side, m[3]), squareName(m[2]))],
  [/^(?:([sg])\.)?(castle|opening|shape):(.+)$/, (m) => {
    const name = site.names.find((n) => n.group === m[2] && n.name === m[3]);
    return name && (m[1] ? t('of', sideName(m[1] as Side), nameOf(name)) : nameOf(name));
  }],
];

function compare(what: string, sign: string, than: string): string {
  return t(({ '>=': 'atLeast', '<=': 'atMost', '<': 'less', '>': 'more' } as const)[sign as '<'], what, than);
}

/* Words for a condition whose every part is known; undefined: better shown as it is. */
export function conditionWords(query: string): string | undefined {
  const parts = query.trim().split(/\s+/).map((word) => {
    for (const [pattern, say] of RULES) {
      const m = word.match(pattern);
      if (m) return say(m);
    }
    return undefined;
  });
  return parts.every((p) => p !== undefined) ? parts.join(t('and')) : undefined;
}

/* --- As a row, and in a sentence ------------------------------------------------------------------------ */

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const numberOf = (n: number): string => (lang === 'en' ? NUMBERS[n] : undefined) ?? count(n);
const kinds = (kind: string, n: number): string => kindName(kind) + (lang === 'en' && n !== 1 ? 's' : '');

/* side: whose it is; name, more: what a row says; thing: the whole in a sentence; positions: “Positions with Black’s king in
 * danger”; isQuery: there are no words for it. */
export interface Named { side?: Side; name: string; more: string; thing: string; positions: string; isQuery?: boolean }

export function nameOfCondition(query: string): Named {
  const q = query.trim(), danger = q.match(/^progress\.diff(?:>=|<=-)([\d.]+)$/), hand = q.match(/^([sg])\.hand\.([a-z]{2})>=(\d+)$/), named = q.match(/^([sg])\.(castle|opening|shape):([^\s()]+)$/);
  if (danger) {
    const side = q.includes('<=') ? 'g' : 's';
    return { side, name: t('danger'), more: t('by', danger[1]), thing: t('whoseDanger', sideName(side)), positions: t('atDanger', sideName(side)) };
  }
  if (hand) {
    const side = hand[1] as Side, n = Number(hand[3]), kind = kinds(hand[2], n);
    return { side, name: t('inHand', kind, numberOf(n)), more: t('orMore'), thing: t('whoseHand', kind, numberOf(n), sideName(side)), positions: t('atHand', kind, numberOf(n), sideName(side)) };
  }
  const known = named && site.names.find((n) => n.group === named[2] && n.name === named[3]);
  if (known) {
    const side = named[1] as Side;
    return { side, name: titleOf(known), more: lang === 'ja' ? '' : (known.labels[0] ?? ''), thing: t('whose', sideName(side), titleOf(known)), positions: t('atName', sideName(side), titleOf(known)) };
  }
  const words = conditionWords(q), thing = words ?? q;
  return { name: thing, more: '', thing, positions: t(/^turn:[sg]$/.test(q) ? 'atTurn' : 'where', thing), isQuery: !words };
}
