/* api.ts: asking the server; docs/api.md describes the answers. */
import { lang, t } from './i18n';

export interface Hit {
  db: string; game: number; from: number; to: number; plies: number; first: number;
  own?: 'black' | 'white' | 'both'; // who plays the part of the query
  black: string; white: string; result: string; date: string; event: string; length: number; place?: string; sfen?: string;
  red?: string; green?: string; yellow?: string; points?: number[]; // chaturanga
}
/* whole: all games were looked at.  looked_at: time was too short, and this is the share of the games that were; asked
 * again without a time, the answer is of all that can be searched.  Processes that are missing are the strip's (shards.ts). */
export interface Looked { whole: boolean; looked_at?: number }
export function isSample(answer: Looked): boolean {
  return answer.looked_at !== undefined;
}
/* Games of one side; both: those where both sides play the part, which count for neither.  score is null where no
 * result is known. */
export interface SideScore { wins: number; losses: number; draws: number; unknown: number; both: number; score: number | null; low: number | null; high: number | null }
export interface SearchAnswer extends Looked {
  games: number; spans: number; positions: number; more: boolean; seconds: number; hits: Hit[];
  black?: number; white?: number; draws?: number; unknown?: number; // games by result
  own?: SideScore; player?: SideScore; // the side that plays the part of the query; the player that it names
}
export interface NextMove {
  move: string; seat: number; games: number; share: number; wins: number[]; draws: number; unknown: number;
  score: number | null; low: number | null; high: number | null; transposed: number; last?: number; year?: number;
  own?: SideScore; // of the side that plays the part of the query; score is the mover's
  player?: SideScore; // of the player that the query names
  /* Of a shape: whether the move is in or next to it; if not, where it was played, and what followed at the shape later. */
  near?: boolean; places?: { move: string; games: number }[]; later?: { move: string; games: number; plies: number }[];
}
export type At = 'first' | 'every' | 'last'; // the plies of a partial position whose moves are counted
export interface MovesAnswer extends Looked {
  games: number; moved: number; moves: NextMove[]; total: number; seconds: number;
  periods?: { year: number; games: number; moved: number }[];
}
export interface ParseAnswer { ok: boolean; query?: string; error?: { code: string; message: string; byte?: number } }
export interface Info {
  version: string; game: string; games: number; plies: number; databases: Database[]; missing?: string[];
  import: { file: number; total: number; samples?: number; samples_of?: Record<string, number>; make?: boolean } | null; // bytes that may be sent; games for an empty database; new databases
}
export interface Database { name: string; game: string; games: number; plies: number; bytes?: Record<string, number>; fault?: string | null }
export interface Name { group: string; name: string; labels: string[]; query: string; games?: number | null; mirrored?: boolean }
/* A name that fits what was typed; word is what to write into a query. */
export interface Suggested { name: string; kind: string; titles: { en: string; ja: string }; query: string; games?: number | null; word: string }
export interface GamePosition {
  ply: number; sfen: string; turn: number; move?: string; ja?: string; en?: string; ms?: number; comment?: string;
  value?: { centipawns?: number; mate?: number };
}
export interface Tag { group: string; name: string; labels: string[]; seat: number; from: number; to: number }
export interface Game {
  db: string; game: number; black?: string; white?: string; red?: string; green?: string; yellow?: string; event?: string; site?: string; date?: string;
  headers: { key: string; value: string }[]; result: string; end: string; plies: number; nodes: number;
  summary: { en: string; ja: string }; positions: GamePosition[]; tags: Tag[];
  labels?: string[]; edited?: string[]; // its tags in the database; headers that were changed there
  variations: { line: number; ply: number; positions: GamePosition[] }[];
}

/* What the server, or the way to it, said no with; byte is the place in a query. */
export class ApiError extends Error {
  constructor(message: string, readonly code: string, readonly byte?: number) {
    super(message);
  }

  static of(text: string, status: number): ApiError {
    try {
      return errorOf(JSON.parse(text), status);
    } catch {
      return errorOf(undefined, status);
    }
  }
}

export const messageOf = (e: unknown): string => (e instanceof Error ? e.message : String(e));

export type Args = Record<string, string | number | boolean | undefined>;

function errorOf(body: { error?: { message?: string; code?: string; byte?: number } } | undefined, status: number): ApiError {
  const error = body?.error;
  return new ApiError(error?.message ?? `HTTP ${status}`, error?.code ?? 'http', error?.byte);
}

/* Of several databases the one that is looked at, or all of a game (rules); with one there is nothing to choose. */
export interface Scope { db?: string; rules?: string }
let scope: Scope = {};
/* Without keys that say nothing: in an address they would be the word "undefined". */
export const setScope = ({ db, rules }: Scope): void => void (scope = { ...(db !== undefined && { db }), ...(rules !== undefined && { rules }) });
export const scopeOf = (): Scope => scope;

/* Games are played and saved whatever is looked at. */
function within(path: string, args: Args): Args {
  return args.db !== undefined || path.startsWith('play/') ? args : { ...args, db: undefined, ...scope };
}

/* Whoever shows whether the server answers. */
let tellServer: (there: boolean) => void = () => {};
export const watchServer = (tell: (there: boolean) => void): void => void (tellServer = tell);

/* A query may be longer than an address may be, so questions are posted. */
async function post(path: string, args: Args, signal?: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(`api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ lang, ...within(path, args) }),
      signal,
    });
    tellServer(true);
    return response;
  } catch (e) {
    if (signal?.aborted) throw e;
    tellServer(false);
    throw new ApiError(t('offline'), 'offline');
  }
}

/* Of an answer that is not from all processes that search: how many it is from. */
export interface Shards { answered: number; of: number; games_missed: number }
const SEARCHED = ['info', 'search', 'moves', 'facets', 'facets/names'];
let told: (path: string, shards?: Shards) => void = () => {};
export function watchShards(tell: (path: string, shards?: Shards) => void): void {
  told = tell;
}

export async function ask<T>(path: string, args: Args = {}, signal?: AbortSignal): Promise<T> {
  const response = await post(path, args, signal);
  const body = await response.json().catch(() => undefined);
  if (response.ok && body && SEARCHED.includes(path)) told(path, (body as { shards?: Shards }).shards);
  if (response.ok && body) return body as T;
  throw errorOf(body, response.status);
}

/* What is no JSON: a record. */
export async function askText(path: string, args: Args): Promise<string> {
  const response = await post(path, args);
  if (response.ok) return response.text();
  throw errorOf(await response.json().catch(() => undefined), response.status);
}

/* Long work: calls back for each event (server-sent events, read by fetch so that it can be posted and
 * ended) until there are no more.  Ending the signal ends the work at the server. */
export async function events(path: string, args: Args, on: (name: string, data: any) => void, signal: AbortSignal): Promise<void> {
  const response = await post(path, args, signal);
  if (!response.ok || !response.body) throw errorOf(await response.json().catch(() => undefined), response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let done = false; !done;) {
    const piece = await reader.read();
    done = piece.done;
    text += piece.value ?? '';
    text = text.slice(eventsIn(text, 0, (name, data) => (name === 'done' ? void (done = true) : on(name, data))));
  }
}

/* Calls back for each whole event of the text from there on; returns where the rest begins. */
export function eventsIn(text: string, from: number, on: (name: string, data: any) => void): number {
  for (let end = text.indexOf('\n\n', from); end >= 0; end = text.indexOf('\n\n', from)) {
    const event = text.slice(from, end);
    const name = event.match(/^event: (.*)$/m)?.[1] ?? 'message';
    const data = JSON.parse(event.match(/^data: (.*)$/m)?.[1] ?? '{}');
    from = end + 2;
    if (name === 'error') throw errorOf(data, 200);
    on(name, data);
  }
  return from;
}

/* One question at a time: asking anew ends the one before, whose answer nobody needs any more. */
export class Asking {
  private now: AbortController | undefined;

  begin(): AbortSignal {
    this.now?.abort();
    this.now = new AbortController();
    return this.now.signal;
  }

  end(): void {
    this.now?.abort();
    this.now = undefined;
  }
}
