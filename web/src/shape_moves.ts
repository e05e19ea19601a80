/* shape_moves.ts: what was played next in a query's games, seen from its own side: where a query holds for either side (shogi),
 * moves of games that had it turned round are turned back, and are one row with the others. */
import { ask, type At, type MovesAnswer, type NextMove, type SearchAnswer, type SideScore } from './api';
import { wilson } from './bars';
import { changeSides, toQuery, type Dialect, type Mark, type Setup } from './setup';
import { fromSfen, squaresOf } from './setup_shogi';
import { isSided, joinUnits, unitsOf } from './units';
import { nameIn } from './unit_words';

const MOST = 60, MOST_TURNS = 1000; // of chaturanga, where each roll has its own

/* "6i7i" → "4a3a", "P*5e" stays a drop. */
export function turnedMove(usi: string): string {
  const square = (s: string): string => String(10 - Number(s[0])) + String.fromCharCode(202 - s.charCodeAt(1));
  return usi.replace(/[1-9][a-i]/g, square);
}

const OTHERS: Record<string, string> = { s: 'g', g: 's', b: 'w', w: 'b', sente: 'gote', gote: 'sente', black: 'white', white: 'black' };

/* A unit of one side said of the other; undefined: it is not known how. */
function turnedUnit(unit: string): string | undefined {
  if (!isSided(unit)) return unit;
  const m = unit.match(/^(not )?(s|g|sente|gote|black|white|b|w)\.([^\s()]+|[a-z]+:"[^"]*")$/) ?? undefined;
  if (m) return `${m[1] ?? ''}${OTHERS[m[2]]}.${m[3]}`;
  const result = unit.match(/^result:([sgbw])$/);
  return result ? `result:${OTHERS[result[1]]}` : undefined;
}

/* The query for one side, and for the other; undefined where it is for one side anyway. */
export function bothWays(d: Dialect, setup: Setup): [string, string] | undefined {
  if (setup.complex || setup.whole) return undefined;
  const units = unitsOf(setup.rest);
  let own: Setup;
  if (setup.symmetry === 'flip') own = { ...setup, symmetry: '' };
  else {
    const named = units.filter((u) => nameIn(u) && !isSided(u)), sided = units.some(isSided);
    if (setup.symmetry || named.length !== 1 || sided || setup.look.pieces.size || setup.either.pieces.size || setup.never.pieces.size || nameIn(named[0])!.name.group === 'opening') return undefined;
    own = { ...setup, rest: joinUnits(units.map((u) => (u === named[0] ? `s.${u.replace(/^game\./, '')}` : u))) };
  }
  const turned = unitsOf(own.rest).map(turnedUnit);
  if (turned.some((u) => u === undefined)) return undefined;
  return [toQuery(d, own), toQuery(d, { ...changeSides(d, own, false), rest: joinUnits(turned as string[]) })];
}

function sumScores(a: SideScore | undefined, b: SideScore | undefined): SideScore | undefined {
  if (!a || !b) return a ?? b;
  const wins = a.wins + b.wins, losses = a.losses + b.losses, draws = a.draws + b.draws;
  return { wins, losses, draws, unknown: a.unknown + b.unknown, both: a.both + b.both, ...wilson(wins + draws / 2, wins + losses + draws) };
}

function add(a: NextMove, b: NextMove): NextMove {
  const wins = a.wins.map((n, i) => n + b.wins[i]), draws = a.draws + b.draws, known = wins[0] + wins[1] + draws;
  return { ...a, games: a.games + b.games, wins, draws, unknown: a.unknown + b.unknown, ...wilson(wins[a.seat] + draws / 2, known), transposed: a.transposed + b.transposed,
    last: Math.max(a.last ?? 0, b.last ?? 0) || undefined, own: sumScores(a.own, b.own) };
}

/* Two answers as one; the second is of the query turned round. */
export function folded(straight: MovesAnswer, turned: MovesAnswer): MovesAnswer {
  const rows = new Map(straight.moves.map((m) => [m.move + m.seat, m]));
  for (const m of turned.moves) {
    const own = m.own && { ...m.own, wins: m.own.losses, losses: m.own.wins, ...wilson(m.own.losses + m.own.draws / 2, m.own.wins + m.own.losses + m.own.draws) }; // of Black, who plays the other part here
    const back: NextMove = { ...m, move: turnedMove(m.move), seat: 1 - m.seat, wins: [m.wins[1], m.wins[0]], own };
    const key = back.move + back.seat, there = rows.get(key);
    rows.set(key, there ? add(there, back) : back);
  }
  const moved = straight.moved + turned.moved;
  const moves = [...rows.values()].map((m) => ({ ...m, share: moved ? m.games / moved : 0 })).sort((a, b) => b.games - a.games);
  return { ...straight, games: straight.games + turned.games, moved, moves, total: moves.length, whole: straight.whole && turned.whole, looked_at: straight.looked_at ?? turned.looked_at,
    seconds: straight.seconds + turned.seconds };
}

export async function askMoves(d: Dialect, setup: Setup | undefined, query: string, args: { ms?: number; at?: At }, signal: AbortSignal): Promise<MovesAnswer> {
  const both = setup && d.turnWord('s') === 'turn:s' ? bothWays(d, setup) : undefined;
  if (!both) return ask<MovesAnswer>('moves', { query, limit: setup ? MOST : MOST_TURNS, ...args }, signal);
  const [straight, turned] = await Promise.all(both.map((q) => ask<MovesAnswer>('moves', { query: q, limit: 4 * MOST, ...args }, signal)));
  return folded(straight, turned);
}

const SAMPLE = 5; // games that are looked at for what moves

/* Of a shape the board does not say what moves: it is what most often stood there in a few of its games, right before the
 * move where it came as soon as the shape stood, else right after it.  undefined: not known. */
export async function moverOf(d: Dialect, setup: Setup | undefined, query: string, m: NextMove, signal: AbortSignal): Promise<Mark | undefined> {
  for (const [nth, text] of ((setup && bothWays(d, setup)) ?? [query]).entries()) {
    const usi = nth ? turnedMove(m.move) : m.move, color = m.seat === nth ? 's' : 'g', [from, to] = squaresOf(usi), promotes = usi.endsWith('+');
    const move = `move:${color}${from}${to}??${promotes ? '+' : ''}`;
    for (const [joined, at] of [[' then<=1 ', from], [' ', to]]) {
      const found = await ask<SearchAnswer>('search', { query: `(${text})${joined}${move}`, limit: SAMPLE, boards: true }, signal);
      const kinds = found.hits.map((hit) => fromSfen(hit.sfen ?? '')?.look.pieces.get(at)).filter((p) => p?.color === color).map((p) => p!.kind);
      const often = (kind: string): number => kinds.filter((k) => k === kind).length, kind = kinds.sort((x, y) => often(y) - often(x))[0];
      if (kind) return { color: m.seat === 0 ? 's' : 'g', kind: at === to && promotes ? UNPROMOTED[kind] ?? kind : kind };
    }
  }
  return undefined;
}

const UNPROMOTED: Record<string, string> = { to: 'fu', ny: 'ky', nk: 'ke', ng: 'gi', um: 'ka', ry: 'hi' };
