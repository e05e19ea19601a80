/* joseki_names.ts: what a mined sequence is called: a joseki of the table of corners, from whichever corner and side it is drawn,
 * or its first moves. */
import { cornerNames, pathTitle, type CornerName } from './corner_names';
import { lang } from './i18n';
import { isShogi, moveNames } from './joseki_board';
import { bareMove } from './notation';
import { sideSign } from './parts';
import type { Sequence } from './joseki_data';
import { pointName, pointOf, pointOfMove } from './setup_go';

const SIZE = 19; // of the table
const WORDS = 4; // moves of a sequence without a name

type Turn = (x: number, y: number) => [number, number];
const away = SIZE - 1;
const MIRRORS: Turn[] = [(x, y) => [x, y], (x, y) => [away - x, y], (x, y) => [x, away - y], (x, y) => [away - x, away - y]];
const TURNS: Turn[] = MIRRORS.flatMap((turn): Turn[] => [turn, (x, y) => turn(y, x)]);

let names: Map<string, CornerName> | undefined;

/* The image that the table says most of. */
function josekiOf(moves: string[]): { main?: CornerName; part?: CornerName } {
  names ??= cornerNames();
  const points = moves.map((m) => pointOf(pointOfMove(m) ?? 'A1'));
  let best: { main?: CornerName; part?: CornerName } = {}, depth = 0;
  for (const turn of TURNS) {
    const path = points.map(([x, y]) => pointName(...turn(x, y)));
    let n = 0;
    while (n < path.length && names.has(path.slice(0, n + 1).join(' '))) n++;
    if (n > depth) [best, depth] = [pathTitle(names, path.slice(0, n)), n];
  }
  return best;
}

const joined = (own: (string | undefined)[], between: string): string => own.filter(Boolean).join(between);

export function sequenceName(s: Sequence): { title: string; other: string } {
  const { main, part } = isShogi() ? {} as ReturnType<typeof josekiOf> : josekiOf(s.moves), all = moveNames(s);
  if (!main) return { title: all.slice(0, WORDS).map(bareMove).join(' ') + (all.length > WORDS ? ' …' : ''), other: '' };
  const english = joined([main.en, part?.en], ', '), japanese = joined([main.ja, part?.ja], '・');
  return lang === 'ja' ? { title: japanese, other: '' } : { title: english.charAt(0).toUpperCase() + english.slice(1), other: japanese };
}

/* Its moves, with the mark of each side as a picture. */
export const movesLine = (s: Sequence): (Node | string)[] => moveNames(s).flatMap((move) => (/^[☗☖]/.test(move) ? [sideSign(move[0] === '☗' ? 's' : 'g'), `${bareMove(move)} `] : `${move} `));
