/* condition_words.ts: conditions of calibration in words, as far as there are words for them, and those
 * that are ready to be chosen. */
import { count, kindName, nameOf, pieceName, sideName, squareName, texts } from './i18n';
import { site } from './site';

const t = texts({
  diffBy: 'danger to {0}’s king greater by {1} or more', attack: 'danger to {0}’s king', defence: 'defence of {0}’s king', progress: 'progress of the game', turn: '{0} to move', plies: 'moves {0} to {1}',
  pliesFrom: 'from move {0}', pliesTo: 'up to move {0}', of: '{0}: {1}', hand: '{0} has {1} × {2} or more in hand', on: '{0} on {1}', atLeast: '{0} ≥ {1}', atMost: '{0} ≤ {1}', less: '{0} < {1}', more: '{0} > {1}', and: '; ',
}, {
  diffBy: '{0}玉の危険度が {1} 以上大きい', attack: '{0}玉の危険度', defence: '{0}玉の守り', progress: '進行度', turn: '{0}番', plies: '{0}～{1} 手目',
  pliesFrom: '{0} 手目以降', pliesTo: '{0} 手目まで', of: '{0}の{1}', hand: '{0}の持駒に{1} {2} 枚以上', on: '{1}に{0}', atLeast: '{0} {1} 以上', atMost: '{0} {1} 以下', less: '{0} {1} 未満', more: '{0} {1} 超', and: '、',
});

/* Two of each: as Black has it, as White has it. */
export const READY: [string, string][] = [
  ['progress.diff>=0.25', 'progress.diff<=-0.25'], ['s.hand.hi>=2', 'g.hand.hi>=2'], ['s.hand.ka>=2', 'g.hand.ka>=2'], ['s.hand.ke>=3', 'g.hand.ke>=3'],
  ['turn:s', 'turn:g'],
];

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
