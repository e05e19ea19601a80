/* joseki_data.ts: mined sequences as the server tells them (docs/api.md); which of them are wanted, in
 * which order, and which are parts of others. */

export interface Counted { move: string; count: number }
export interface Sequence {
  rank: number; score: number; frequency: number; symbols: number[]; moves: string[]; games: number;
  first_year?: number; last_year?: number; decades?: [number, number][];
  wins: number; losses: number; draws: number; rate: number | null; low: number | null; high: number | null;
  players: { name: string; games: number }[];
  placed: number; placements: number; unbroken: number; next: Counted[]; at_once: number; ended: number; query: string;
  examples: { db: string; game: number; ply: number; black: string; white: string; date: string; result: string }[];
  // Go
  surroundings?: { count: number; black: string[]; white: string[] }[]; around?: number; opening?: number;
  usual?: { black: string[]; white: string[] };
  // shogi: the positions before, between and after its moves, and the moves in words
  sfens?: string[]; ja?: string[]; en?: string[];
  family?: Sequence[]; // those that were folded into it
}
export interface Head { games: number; encoding: string; method: string; size: number; sequences: number }

export const SORTS = ['rank', 'games', 'newest', 'oldest', 'high', 'low', 'length'] as const;
export type Sort = (typeof SORTS)[number];
export const RATES = ['', '>55', '>50', '<50', '<45'];
export const CORNERS = [404, 304, 303, 405, 305];

/* What is wanted of all that was found; as it stands in the address, so all are texts. */
export interface Wanted {
  corner: string; // 404: 4-4, …; -1: other
  least: string; most: string; // moves
  games: string;
  from: string; to: string; // years
  player: string;
  rate: string;
  sort: string;
  fold: string; // 1: parts of others are not shown, 0: they are
}
export const NOTHING_WANTED: Wanted = { corner: '', least: '', most: '', games: '', from: '', to: '', player: '', rate: '', sort: '', fold: '' };

function inYears(s: Sequence, from: number, to: number): boolean {
  return !!s.decades?.some(([decade, n]) => n > 0 && decade + 9 >= from && decade <= to)
    && (s.first_year ?? 0) <= to && (s.last_year ?? 0) >= from;
}

function isWanted(s: Sequence, w: Wanted): boolean {
  const corner = Number(w.corner), bound = Number(w.rate.slice(1)) / 100;
  if (corner > 0 && s.opening !== corner) return false;
  if (corner < 0 && CORNERS.includes(s.opening ?? 0)) return false;
  if (s.moves.length < Number(w.least) || (w.most && s.moves.length > Number(w.most)) || s.games < Number(w.games)) return false;
  if ((w.from || w.to) && !inYears(s, Number(w.from), Number(w.to) || 9999)) return false;
  if (w.rate && (s.rate === null || (w.rate[0] === '>' ? s.rate < bound : s.rate > bound))) return false;
  return !w.player || s.players.some((p) => p.name.toLowerCase().includes(w.player.toLowerCase()));
}

const ORDERS: Record<Sort, (a: Sequence, b: Sequence) => number> = {
  rank: () => 0,
  games: (a, b) => b.games - a.games,
  newest: (a, b) => (b.last_year ?? 0) - (a.last_year ?? 0),
  oldest: (a, b) => (a.first_year ?? 9999) - (b.first_year ?? 9999),
  high: (a, b) => (b.low ?? -1) - (a.low ?? -1), // what is surely high, not what happened twice
  low: (a, b) => (a.high ?? 2) - (b.high ?? 2),
  length: (a, b) => b.moves.length - a.moves.length,
};

/* Those that are wanted; of two of which one holds the other, only the better one, if that is wanted.
 * Parts are looked up among all runs of symbols of those that were kept, and the other way round. */
export function choose(all: Sequence[], w: Wanted, folds: boolean): Sequence[] {
  const found = all.filter((s) => isWanted(s, w)).map((s) => ({ ...s, family: [] as Sequence[] }));
  const kept = folds ? fold(found) : found;
  return kept.sort((a, b) => (ORDERS[w.sort as Sort] ?? ORDERS.rank)(a, b) || a.rank - b.rank);
}

function runs(symbols: number[]): string[] {
  const all: string[] = [];
  for (let from = 0; from < symbols.length; from++)
    for (let to = from + 1; to <= symbols.length; to++) all.push(symbols.slice(from, to).join());
  return all;
}

function fold(found: (Sequence & { family: Sequence[] })[]): (Sequence & { family: Sequence[] })[] {
  const parts = new Map<string, Sequence>(), heads = new Map<string, Sequence>();
  return found.filter((s) => {
    const own = runs(s.symbols);
    const head = parts.get(s.symbols.join()) ?? own.map((run) => heads.get(run)).find(Boolean);
    if (head) {
      head.family!.push(s);
      return false;
    }
    heads.set(s.symbols.join(), s);
    for (const run of own) if (!parts.has(run)) parts.set(run, s);
    return true;
  });
}
