/* phrases.ts: what people type who do not know the query language: "since 2015", "1990s", "mino against anaguma", "Black
 * won", "under 80 moves".  Anything else is left to the server, which knows names. */
import { texts } from './i18n';
import { nameIn } from './unit_words';

const t = texts({ example: 'Add a castle, opening, player, year …', go: 'Add an opening, player, year …', chatur: 'Add words: g.frozen dice:44 winner:red …' },
  { example: '囲い・戦法・対局者・年を加える …', go: '布石・対局者・年を加える …', chatur: '条件を加える: g.frozen dice:44 winner:red …' });

export const placeholder = (game: string): string => t(game === 'go' ? 'go' : game === 'chaturanga' ? 'chatur' : 'example');

const YEARS: [RegExp, (a: string, b: string) => string][] = [
  [/^(?:since|from|after)\s+(\d{4})$|^(\d{4})\s*(?:-|–|\.\.|年?以降|年?から)$/i, (a) => `date:${a}..`],
  [/^(?:until|before|to|up to)\s+(\d{4})$|^(?:-|–|\.\.)\s*(\d{4})$|^(\d{4})年?まで$/i, (a) => `date:..${a}`],
  [/^(\d{3}0)(?:s|’s|'s|年代)$/i, (a) => `date:${a}..${Number(a) + 9}`],
  [/^(?:between\s+)?(\d{4})\s*(?:-|–|to|and|～|\.\.)\s*(\d{4})年?$/i, (a, b) => `date:${a}..${b}`],
  [/^(?:in\s+)?(1[5-9]\d\d|20\d\d)年?$/i, (a) => `date:${a}`],
];

const RESULTS: [RegExp, string][] = [
  [/^(black|sente)\s+(won|wins)$|^(先手|黒)勝ち?$/i, 'result:b'], [/^(white|gote)\s+(won|wins)$|^(後手|白)勝ち?$/i, 'result:w'], [/^drawn?s?$|^引き?分け?$/i, 'result:d'],
];

function ofYears(text: string): string | undefined {
  for (const [pattern, word] of YEARS) {
    const m = text.match(pattern);
    if (m) return word(...(m.slice(1).filter(Boolean) as [string, string]));
  }
  return undefined;
}

/* "mino against anaguma": two names, of either side. */
function against(text: string): string | undefined {
  const m = text.match(/^(.+?)\s*(?:\bagainst\b|\bvs?\.?\s|対)\s*(.+)$/i);
  const own = m && nameIn(m[1].trim().replace(/\s+/g, '-')), theirs = m && nameIn(m[2].trim().replace(/\s+/g, '-'));
  return own && theirs ? `either(s.${own.name.group}:${own.name.name} g.${theirs.name.group}:${theirs.name.name})` : undefined;
}

/* The words of the query language for it; undefined where there is no such phrase.  "X since 2015" is two. */
export function phrase(text: string, game: string): string | undefined {
  const plain = text.trim().replace(/\s+/g, ' ');
  const whole = ofYears(plain) ?? (game === 'shogi' ? against(plain) : undefined);
  if (whole) return whole;
  const result = RESULTS.find(([pattern]) => pattern.test(plain));
  if (result) return game === 'shogi' ? result[1].replace('b', 's').replace('w', 'g') : result[1];
  const length = plain.match(/^(under|over|at most|at least|fewer than|more than)\s+(\d+)\s+moves$/i) ?? plain.match(/^(\d+)手(以上|以下)$/);
  if (length) {
    const [how, n] = /^\d/.test(length[1]) ? [length[2], length[1]] : [length[1].toLowerCase(), length[2]];
    return `moves${{ under: '<', 'fewer than': '<', over: '>', 'more than': '>', 'at most': '<=', 'at least': '>=', 以上: '>=', 以下: '<=' }[how]}${n}`;
  }
  const end = plain.match(/^(.+?) ((?:since|from|after|until|before|in|between) .+|\d{3}0s|\d{4}|\d{4}\s*[-–]\s*\d{0,4})$/i);
  const when = end && ofYears(end[2]);
  return when ? `${phrase(end[1], game) ?? end[1]} ${when}` : undefined;
}
