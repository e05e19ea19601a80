/* matrix_groups.ts: what the matrix asks for and what of it is drawn: of castles and openings those that players tell apart, not
 * their stages and plans; of other kinds those with most games. */
import { lang, titleOf } from './i18n';
import { site } from './site';

export interface Group { name: string; label?: string; games: number }
export interface Cell { row: string; column: string; games: number; wins: number; losses: number; draws: number; score: number | null; low: number | null; high: number | null; query: string }
export interface MatrixAnswer { rows: Group[]; columns: Group[]; cells: Cell[] }

const CASTLES = ['ibisha-anaguma', 'hidari-mino', 'funa-gakoi', 'elmo', 'millennium', 'mino', 'kata-mino', 'taka-mino', 'furibisha-anaguma', 'ginkan', 'yagura', 'nakazumai', 'migi-gyoku', 'shin-gangi'];
const OPENINGS = ['shiken-bisha', 'sanken-bisha', 'naka-bisha', 'gokigen', 'mukai-bisha', 'ishida', 'migi-shiken', 'ai-gakari', 'yokofu-dori', 'kaku-gawari', 'yagura', 'gangi'];
const TOLD_APART: Record<string, string[]> = { castle: CASTLES, opening: OPENINGS };

/* Whether it is one of these; in Go all are. */
export const isToldApart = (kind: string, name: string): boolean => site.game !== 'shogi' || !!TOLD_APART[kind]?.includes(name);

const FEW = 5, MANY = 10; // games with a result: for a rate, and to be sure of it

export const known = (c: Cell): number => c.wins + c.losses + c.draws;
export const hasRate = (c: Cell): boolean => known(c) >= FEW;
export const isMany = (c: Cell): boolean => known(c) >= MANY;
/* What the headline counts and strong colours show. */
export const isSure = (c: Cell): boolean => isMany(c) && (c.low! > 0.5 || c.high! < 0.5);

/* Names of people are as they are; castles and openings are called by their titles. */
export function labelOf(kind: string, g: Group): string {
  const named = site.names.some((n) => n.group === kind && n.name === g.name);
  if (kind === 'decade' && lang === 'ja') return g.name.replace(/^(\d+)s$/, '$1年代');
  return named ? titleOf({ name: g.name, labels: g.label ? [g.label] : [] }) : g.label || g.name;
}
/* The Japanese name beside an English one. */
export const besideOf = (kind: string, g: Group): string =>
  (lang !== 'ja' && g.label && g.label !== g.name && site.names.some((n) => n.group === kind && n.name === g.name) ? g.label : '');

/* The groups that are drawn, in their order. */
export function shownOf(kind: string, groups: Group[], most: number): Group[] {
  const order = site.game === 'shogi' ? TOLD_APART[kind] : undefined;
  if (!order) return kind === 'year' || kind === 'decade' ? groups.slice(-most) : groups.slice(0, most);
  const there = order.map((name) => groups.find((g) => g.name === name)).filter((g) => g !== undefined), least = [...there].sort((a, b) => b.games - a.games)[most]?.games ?? -1;
  return there.filter((g) => g.games > least);
}

/* -3 … 3: how far from even, and strong only where that is sure. */
export function stepOf(c: Cell): number {
  const off = (c.score ?? 0.5) - 0.5, sign = Math.sign(off);
  return isSure(c) ? sign * (Math.abs(off) >= 0.1 ? 3 : 2) : Math.abs(off) < 0.03 ? 0 : sign;
}
