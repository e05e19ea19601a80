/* units.ts: what a query says beside its boards, as units: words that come and go together ("not castle:yagura",
 * "ever opening:shiken-bisha"), and which of them speak of a side, so that they turn round with the board. */
import { inside, JOINS, splitWords } from './setup';

const OPENS = /^(not|sfen|board|like|pattern)$/; // and a word more

/* One after the other; what stands to the right of "ever" stays together. */
export function unitsOf(text: string): string[] {
  const units: string[] = [];
  let open = '', ever = false;
  for (const word of splitWords(text)) {
    if (word === 'ever') {
      ever = true;
      units.push('ever');
    } else if (OPENS.test(word)) open += `${word} `;
    else {
      const unit = open + word;
      open = '';
      if (ever) units.push(`${units.pop()} ${unit}`);
      else units.push(unit);
    }
  }
  return open ? [...units, open.trim()] : units;
}

/* "ever" is about all that stands before it, so it comes last. */
export const joinUnits = (units: string[]): string =>
  [...units.filter((u) => !u.startsWith('ever ')), ...units.filter((u) => u.startsWith('ever '))].join(' ');

/* Black's or White's, as the boards draw it. */
export const isSided = (unit: string): boolean =>
  /(^|[\s({,])((s|g|b|w|sente|gote|black|white)[.:]|(any:)?[sg][1-9]{2}|[bw][A-T]\d|result:[sgbw]|turn:)/.test(unit.replace(/"[^"]*"/g, '""'));

/* Words that stand beside others, without what would reach over them. */
export const isPlain = (unit: string): boolean => !JOINS.test(unit) && !unit.startsWith('ever');

/* The members of "(a or b)" and of "{a,b}"; undefined if it is neither. */
export function alternativesOf(unit: string): string[] | undefined {
  const round = inside(unit, ''), curly = unit.match(/^\{([^{}()"\s]+)\}$/)?.[1];
  if (curly) return curly.split(',');
  if (round === undefined) return undefined;
  const words = splitWords(round);
  return words.length > 2 && words.every((w, i) => (i % 2 === 1) === (w === 'or')) ? words.filter((_, i) => i % 2 === 0) : undefined;
}

export const asAlternatives = (all: string[]): string => (all.length > 1 ? `(${all.join(' or ')})` : all[0] ?? '');
