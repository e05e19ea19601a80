/* phrases.ts: what people type who do not know the query language: "since 2015", "1990s", "mino against anaguma", "Black
 * won", "under 80 moves".  Anything else is left to the server, which knows names. */
import { texts } from './i18n';
import { nameIn } from './unit_words';

const t = texts({ example: 'Add a castle, opening, player, year …', go: 'Add an opening, player, year …', chatur: 'Add dice (4-4), a move (c3), a player, a winner …' },
  { example: '囲い・戦法・対局者・年を加える …', go: '布石・対局者・年を加える …', chatur: '目 (4-4)、手 (c3)、対局者、勝者を加える …' });

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

const SEATS: [RegExp, string][] = [[/^(red|赤)/i, 'r'], [/^(green|緑)/i, 'g'], [/^(yellow|黄)/i, 'y'], [/^(black|黒)/i, 'b']];

/* Of chaturanga: "4-4", "c3", "b1-c3", "Red won", "Green’s raja taken". */
function ofChatur(text: string): string | undefined {
  const roll = text.match(/^([2-5])\s*[-–,・ ]?\s*([2-5])$/), move = text.match(/^([a-h][1-8])(?:\s*[-–]?\s*([a-h][1-8]))?$/i);
  if (roll) return `dice:${roll[1]}${roll[2]}`;
  if (move) return `move:${move[1]}${move[2] ?? ''}`.toLowerCase();
  const seat = SEATS.find(([pattern]) => pattern.test(text))?.[1];
  if (!seat) return undefined;
  if (/^\w+ (won|wins)$|^.の?勝ち?$/i.test(text)) return `result:${seat}`;
  return /^\w+(’s|'s)? (raja taken|frozen|without (its|a) raja)$|^.の?王(なし|が?取られた)$|^.の?凍結$/i.test(text) ? `${seat}.frozen` : undefined;
}

/* The words of the query language for it; undefined where there is no such phrase.  "X since 2015" is two. */
export function phrase(text: string, game: string): string | undefined {
  const plain = text.trim().replace(/\s+/g, ' ');
  const chatur = game === 'chaturanga' ? ofChatur(plain) : undefined;
  if (chatur) return chatur;
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
