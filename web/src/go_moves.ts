/* go_moves.ts: moves at a shape of Go: their names, where the shape and the move are one that has a name in any corner and in
 * either colour, and their shares through the years. */
import { ask, type At, type MovesAnswer, type NextMove } from './api';
import { cornerNames, type CornerName } from './corner_names';
import { h, replace } from './dom';
import { lang } from './i18n';
import { type Mark, type Setup } from './setup';
import { fromDiagram, pointOf, pointOfMove } from './setup_go';
import { periodsOf, spark } from './trends';

const LAST = 18; // the other edge of a board of 19 lines

/* The same for all orientations of the board and both colours: the smallest of its sixteen texts. */
function canonical(stones: [number, number, boolean][]): string {
  const all: string[] = [];
  for (const turned of [false, true]) for (const [x, y] of [[false, false], [false, true], [true, false], [true, true]]) for (const other of [false, true])
    all.push(stones.map(([c, r, black]) => {
      const [a, b] = [x ? LAST - c : c, y ? LAST - r : r];
      return `${turned ? `${b},${a}` : `${a},${b}`}${black !== other ? 'b' : 'w'}`;
    }).sort().join(' '));
  return all.sort()[0];
}

let byShape: Map<string, CornerName> | undefined;

function names(): Map<string, CornerName> {
  byShape ??= new Map([...cornerNames()].map(([path, name]) => [canonical(path.split(' ').map((p, i): [number, number, boolean] => [...pointOf(p), i % 2 === 0])), name]));
  return byShape;
}

const stoneOf = ([at, mark]: [string, Mark]): [number, number, boolean] => [...pointOf(at), mark.color === 's'];

/* Words for the moves of a shape that has names of its own; places by move. */
export function nameMoves(setup: Setup, moves: NextMove[], places: Map<string, HTMLElement>): void {
  const stones = [...setup.look.pieces].filter(([, m]) => m.kind === 'stone').map(stoneOf);
  if (setup.size !== LAST + 1 || stones.length === 0 || stones.length !== setup.look.pieces.size) return;
  for (const m of moves) {
    const point = pointOfMove(m.move), place = places.get(m.move + m.seat), name = point && names().get(canonical([...stones, [...pointOf(fromDiagram(setup, point)), m.seat === 0]]));
    if (place && name) replace(place, lang === 'ja' ? name.ja : [name.en, ' ', h('span', { lang: 'ja', class: 't1 faint' }, name.ja)]);
  }
}

/* Shares of the games of each period in which the shape arose; all on one scale.  Returns the years they are of. */
export async function showShapeTrends(query: string, at: At | undefined, moves: NextMove[], places: Map<string, HTMLElement>, words: (m: NextMove) => string, signal: AbortSignal): Promise<string> {
  const found = await ask<MovesAnswer>('moves', { query, limit: 10000, years: 1, at }, signal);
  const periods = periodsOf((found.periods ?? []).map((p) => ({ year: p.year, games: p.moved })));
  if (signal.aborted || periods.length < 2) return '';
  const key = (m: NextMove): string => m.move + m.seat, shares = new Map(moves.map((m) => [key(m), periods.map(() => 0)]));
  for (const m of found.moves) {
    const own = shares.get(key(m)), i = periods.findIndex((p) => m.year! >= p.from && m.year! <= p.to);
    if (own && i >= 0) own[i] += m.games / periods[i].games;
  }
  const top = Math.max(0.12, ...[...shares.values()].flat());
  for (const m of moves) {
    const place = places.get(key(m)), line = spark(periods, shares.get(key(m))!, top, words(m));
    if (place && line) replace(place, line);
  }
  return `${periods[0].from}–${Math.max(...found.periods!.map((p) => p.year))}`;
}
