/* suggest.ts: what somebody may have meant who typed a word that is none of the query language: a castle
 * or an opening by any of its names, or a player. */
import { ask, type Name } from './api';
import { nameOf, texts } from './i18n';
import { site } from './site';

const t = texts({ player: 'player “{0}”' }, { player: '対局者「{0}」' });

const MOST = 6;

/* Persons whose name begins so, in any spelling; none where the server does not know. */
export async function playersLike(text: string): Promise<Suggestion[]> {
  const typed = text.match(/^[^\s():"]+/u)?.[0] ?? '';
  if (!typed || /^[a-z]\.?[a-z]?\d/i.test(typed)) return [];
  const found = await ask<{ players: { name: string }[] }>('players', { name: typed, limit: MOST }).catch(() => ({ players: [] }));
  return found.players.map(({ name }) => ({ label: t('player', name), word: `player:${quoted(name)}`, length: typed.length }));
}

/* To be put in the place of the first `length` characters of what was typed. */
export interface Suggestion { label: string; word: string; length: number }

/* A text as one word of the query language. */
export const quoted = (text: string): string => (/^[^\s(){},"]+$/.test(text) ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`);

/* A name that was asked for by name. */
export const wordOf = (n: Name): string => (n.group ? `${n.group}:${n.name}` : `@${n.name}`);

/* Names that have all these words; the one that was typed before those that have it within, then the shorter. */
function namesWith(words: string[]): Name[] {
  const all = (n: Name): string => `${n.group} ${n.name.replace(/-/g, ' ')} ${n.labels.join(' ')}`.toLowerCase();
  const later = (n: Name): number => 100 * Number(![n.name, ...n.labels].some((label) => label.startsWith(words[0]))) + nameOf(n).length;
  return site.names.filter((n) => words.every((word) => all(n).includes(word))).sort((a, b) => later(a) - later(b)).slice(0, MOST);
}

/* Changes of a letter between two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) next.push(Math.min(row[j] + Number(a[i] !== b[j]), row[j + 1] + 1, next[j] + 1));
    row = next;
  }
  return row[b.length];
}

const NEAR = 3;

/* Names of one kind that have the word, or are nearly it; to be put in its place. */
export function namesNear(word: string, kind: string): Suggestion[] {
  const typed = word.toLowerCase(), within = namesWith([typed]).filter((n) => n.group === kind);
  const off = (n: Name): number => Math.min(...[n.name, ...n.name.split('-'), ...n.labels].map((label) => distance(typed, label.toLowerCase()) + (label === n.name ? 0 : .5)));
  const near = site.names.filter((n) => n.group === kind && !within.includes(n) && off(n) <= 1 + typed.length / 4).sort((a, b) => off(a) - off(b));
  return [...within, ...near].slice(0, NEAR).map((n) => ({ label: nameOf(n), word: n.name, length: word.length }));
}

/* For a text that begins with words that mean nothing: as many of them as are a name together, or all as a
 * player, in whatever order the records have them. */
export function suggestions(text: string): Suggestion[] {
  const plain = text.match(/^[^\s():"]+(\s+[^\s():"\d]+(?![^\s)]))*/u)?.[0] ?? '';
  const words = [...plain.matchAll(/\S+/gu)].map((m) => ({ word: m[0], end: m.index + m[0].length }));
  const found: Suggestion[] = [];
  for (let n = words.length; n > 0 && !found.length; n--)
    for (const name of namesWith(words.slice(0, n).map((w) => w.word.toLowerCase()))) found.push({ label: nameOf(name), word: wordOf(name), length: words[n - 1].end });
  if (plain && !/^[a-z]\.?[a-z]?\d/i.test(plain)) // that is a square
    found.push({ label: t('player', plain), word: words.map((w) => `player:${quoted(w.word)}`).join(' '), length: plain.length });
  return found;
}
