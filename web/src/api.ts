/* api.ts: asking the server; docs/api.md describes the answers. */
import { lang, t } from './i18n';

export interface Hit {
  db: string; game: number; from: number; to: number; plies: number; first: number;
  black: string; white: string; result: string; date: string; event: string; length: number; place?: string;
}
export interface SearchAnswer { games: number; spans: number; positions: number; more: boolean; seconds: number; hits: Hit[] }
export interface NextMove {
  move: string; seat: number; games: number; share: number; wins: number[]; draws: number;
  score: number | null; low: number | null; high: number | null; transposed: number; last?: number;
}
export interface MovesAnswer { games: number; moves: NextMove[]; total: number; seconds: number }
export interface ParseAnswer { ok: boolean; query?: string; error?: { code: string; message: string; byte?: number } }
export interface Info { version: string; game: string; games: number; plies: number; databases: { name: string; games: number }[] }
export interface Name { group: string; name: string; labels: string[]; query: string }
export interface GamePosition {
  ply: number; sfen: string; turn: number; move?: string; ja?: string; en?: string; ms?: number; comment?: string;
}
export interface Tag { group: string; name: string; labels: string[]; seat: number; from: number; to: number }
export interface Game {
  db: string; game: number; black?: string; white?: string; event?: string; site?: string; date?: string;
  headers: { key: string; value: string }[]; result: string; end: string; plies: number;
  summary: { en: string; ja: string }; positions: GamePosition[]; tags: Tag[];
}

/* What the server, or the way to it, said no with; byte is the place in a query. */
export class ApiError extends Error {
  constructor(message: string, readonly code: string, readonly byte?: number) {
    super(message);
  }
}

type Args = Record<string, string | number | boolean>;

async function answer<T>(response: Response): Promise<T> {
  const body = await response.json().catch(() => undefined);
  if (response.ok && body) return body as T;
  const error = body?.error;
  throw new ApiError(error?.message ?? `HTTP ${response.status}`, error?.code ?? 'http', error?.byte);
}

/* A query may be longer than an address may be, so questions are posted. */
export async function ask<T>(path: string, args: Args = {}, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ lang, ...args }),
      signal,
    });
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new ApiError(t('offline'), 'offline');
  }
  return answer<T>(response);
}
