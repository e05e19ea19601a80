/* address.ts: addresses within the page: #/AREA/PART/PART?NAME=VALUE; of several databases with the one that is looked at. */
import { scopeOf } from './api';

type Args = Record<string, string | number | undefined>;

export function address(area: string, path: (string | number)[] = [], args: Args = {}): string {
  const query = Object.entries({ ...args, ...(area === 'game' ? {} : scopeOf()) }).filter(([, v]) => v !== undefined && v !== '')
    .map(([k, v]) => `${k}=${encodeURIComponent(String(v))}`).join('&');
  return `#/${[area, ...path].map((p) => encodeURIComponent(String(p))).join('/')}${query ? `?${query}` : ''}`;
}

/* Shows another address for what is on screen, without leaving it; step: the browser's "back" leads to the
 * one before. */
export function showAddress(hash: string, step = false): void {
  if (location.hash !== hash) history[step ? 'pushState' : 'replaceState'](null, '', hash);
}

export const searchAddress = (query: string, args: Args = {}): string => address('search', [], { q: query, ...args });

export const playerAddress = (name: string): string => address('player', [], { name });

/* hit: plies to be marked; line: a variation; tab: the part that is open. */
export function gameAddress(g: { db: string; game: number }, ply: number, hit?: [number, number], line = 0, tab?: string): string {
  return address('game', [g.db, g.game, ply], { hit: hit && `${hit[0]}-${hit[1]}`, line: line || undefined, tab });
}
