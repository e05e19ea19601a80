/* labels.ts: what games were tagged with: how many of those found have each tag of the database. */
import { ask, type SearchAnswer } from './api';

export interface Label { tag: string; games: number; query: string }

/* Tags that the query does not name already, those with most of its games first; none where the server cannot count them. */
export async function labelsOf(query: string, most: number, signal: AbortSignal): Promise<Label[]> {
  const { tags } = await ask<{ tags: Label[] }>('tags', { limit: most }, signal).catch(() => ({ tags: [] as Label[] }));
  const counted: Label[] = [];
  for (const label of tags.filter((x) => !query.includes(x.query))) {
    const found = query ? await ask<SearchAnswer>('search', { query: `(${query}) ${label.query}`, limit: 0, ms: 1000 }, signal).catch(() => undefined) : label;
    if (signal.aborted) return [];
    if (found?.games && ('tag' in found || found.whole)) counted.push({ ...label, games: found.games });
  }
  return counted.sort((a, b) => b.games - a.games);
}
