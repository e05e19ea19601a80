/* player_people.ts: what players are called in the reader's script, whatever the spelling in a game: those with most games, asked
 * for once (/api/players). */
import { ask } from './api';
import { site } from './site';
import { calledBy } from './player_profile';

export interface Person { name: string; spellings?: string[]; names?: string[]; games: number; from?: string | null; to?: string | null }
export interface People { total: number; players: Person[] }
export interface Called { own: string; other?: string }

export const MOST = 1000;

let known: Promise<Map<string, Called>> | undefined;
let games = -1;

/* Somebody decided who is who. */
export const forgetPeople = (): void => void (known = undefined);

export const calledPerson = (p: Person): Called => calledBy((p.names ?? [p.name]).map((name, i, all) => ({ name, games: all.length - i })), p.name);

/* By usual names and by spellings as games have them. */
async function look(): Promise<Map<string, Called>> {
  const { players } = await ask<People>('players', { limit: MOST }), by = new Map<string, Called>();
  for (const p of [...players].reverse()) for (const text of [...(p.spellings ?? []), p.name]) by.set(text, calledPerson(p));
  return by;
}

/* Without an answer names stay as they are. */
export async function callPlayers(): Promise<(name: string) => string> {
  if (games !== site.games) forgetPeople();
  games = site.games;
  known ??= look().catch(() => new Map<string, Called>());
  const by = await known;
  return (name) => by.get(name)?.own ?? name;
}
