/* found_games.ts: the search that led to a game: its games in their order, the hits in them, and the names it asks for. */
import { ask, scopeOf, type Hit, type SearchAnswer, type Tag } from './api';
import { keep, kept } from './i18n';

const FIRST = 500, MOST = 8000; // hits that are looked through for the game on screen
const KEY = 'back';

/* The address of the last search, which survives a reload of this tab. */
export const setBack = (hash: string): void => keep(KEY, hash);
export const backAddress = (): string => kept<string>(KEY) ?? '#/search';

export class FoundGames {
  readonly query: string;
  private readonly sort: string | undefined;
  private readonly elsewhere: boolean; // it was in another database
  private hits: Hit[] = [];
  private at = -1; // the first hit in the game on screen
  games = 0;
  known = false;

  constructor(back: string, private readonly db: string, private readonly id: number) {
    const args = new URLSearchParams(back.replace(/^[^?]*\??/, ''));
    const { db: of, rules } = scopeOf();
    this.elsewhere = (args.get('db') ?? undefined) !== of || (args.get('rules') ?? undefined) !== rules;
    this.query = this.elsewhere ? '' : args.get('q') ?? '';
    this.sort = args.get('sort') || undefined;
  }

  async load(signal: AbortSignal): Promise<void> {
    if (this.elsewhere) return;
    for (let limit = FIRST; limit <= MOST; limit *= 4) {
      const answer = await ask<SearchAnswer>('search', { query: this.query, limit, sort: this.sort }, signal);
      this.hits = answer.hits;
      this.games = answer.games;
      this.at = this.hits.findIndex((x) => this.isHere(x));
      if (this.at >= 0 || !answer.more) break;
    }
    this.known = this.at >= 0;
  }

  private isHere(hit: Hit): boolean {
    return hit.game === this.id && hit.db === this.db;
  }

  /* Which game of them this is; 0 if it is none. */
  get nth(): number {
    if (this.at < 0) return 0;
    return 1 + new Set(this.hits.slice(0, this.at).map((x) => `${x.db} ${x.game}`)).size;
  }

  /* The first hit in the next game, or in the one before. */
  game(by: number): Hit | undefined {
    if (this.at < 0) return undefined;
    for (let i = this.at + by; i >= 0 && i < this.hits.length; i += by) {
      const hit = this.hits[i];
      if (!this.isHere(hit)) return by > 0 ? hit : this.hits.find((x) => x.game === hit.game && x.db === hit.db);
    }
    return undefined;
  }

  /* The hit after a ply, or before it, which may be in another game. */
  hit(by: number, ply: number): Hit | undefined {
    const here = this.hits.filter((x) => this.isHere(x));
    const next = by > 0 ? here.find((x) => x.first > ply) : here.findLast((x) => x.first < ply);
    if (next || this.at < 0) return next;
    const at = by > 0 ? this.hits.findLastIndex((x) => this.isHere(x)) : this.at;
    return this.hits[at + by];
  }

  /* First and last ply of each hit in this game; none where every game is found. */
  get spans(): [number, number][] {
    return this.query.trim() ? this.hits.filter((x) => this.isHere(x)).map((x) => [x.from, x.to - 1]) : [];
  }

  /* Does the query ask for a castle or an opening? */
  asksFor({ group, name, labels }: Tag): boolean {
    return new RegExp(`(^|[^\\w-])(${group}:)?${name}($|[^\\w-])`).test(this.query) || labels.some((label) => this.query.includes(label));
  }
}
