/* player_profile.ts: a player's profile as the server tells it (/api/profile), and what is read off it: whom to call the player,
 * years joined to periods, how the player plays in one sentence. */
import type { SideScore } from './api';
import { count, lang, percent, texts, titleOf } from './i18n';
import { isToldApart } from './matrix_groups';
import type { Outcome } from './parts';
import { site } from './site';

const t = texts({
  static: 'A static rook player: ', ranging: 'A ranging rook player: ', both: 'Plays both, the ranging rook in {0} % of the games: ', mostly: 'Mostly ', two: '{0} {1}, {2} {3} of {4} games.', one: '{0} in {1} of {2} games.',
}, {
  static: '居飛車党。', ranging: '振り飛車党。', both: '居飛車・振り飛車の両刀（振り飛車 {0} %）。', mostly: '', two: '{4} 局中、{0} {1} 局、{2} {3} 局。', one: '{2} 局中、{0} {1} 局。',
});

export interface Part { games: number; player: SideScore; black?: SideScore; white?: SideScore }
export interface NamePart extends Part { name: string; group: string; titles: string[]; query: string }
export interface Spelling { name: string; plain?: string; games: number }
export interface Beginning extends Part { seat: 'black' | 'white'; moves: string[]; query: string }
export interface Profile extends Part {
  name: string; query: string; from?: number; to?: number; black: SideScore; white: SideScore;
  spellings: Spelling[]; persons: { name: string; games: number }[];
  openings: NamePart[]; castles: NamePart[]; shapes: NamePart[];
  opponents: (Part & { name: string })[]; years: (Part & { year: number | null })[];
  lengths: { games: number; least: number; most: number; median: number; won: { median: number }; lost: { median: number } };
  beginnings: Beginning[]; sequences: (Part & { moves: string[]; query: string })[];
}

export const known = ({ wins, losses, draws }: Outcome): number => wins + losses + draws;
export const gamesOf = (s: SideScore): number => known(s) + s.unknown + s.both;

/* --- Names --------------------------------------------------------------------------------------- */

const isJapanese = (name: string): boolean => /[\u3040-\u30ff\u3400-\u9fff]/.test(name);

/* The most frequent spellings without rank: in the reader's script, and in the other one. */
export function calledBy(spellings: Spelling[], name: string): { own: string; other?: string } {
  const totals = new Map<string, number>();
  for (const s of spellings) totals.set(s.plain ?? s.name, (totals.get(s.plain ?? s.name) ?? 0) + s.games);
  const all = [...totals].sort((a, b) => b[1] - a[1]).map(([text]) => text);
  const own = all.find((s) => isJapanese(s) === (lang === 'ja')) ?? name;
  return { own, other: all.find((s) => isJapanese(s) !== isJapanese(own)) };
}

/* --- Years ---------------------------------------------------------------------------------------- */

export interface Period { from: number; to: number; games: number; score: Outcome }

const FEW = 10, NEAR = 4; // games of a period of its own; years without games within a period

/* Years with few games are joined to their neighbours, until there are at most so many periods. */
export function periodsOf(p: Profile, most: number): Period[] {
  const all = p.years.filter((y) => y.year).map((y): Period => ({ from: y.year!, to: y.year!, games: y.games, score: y.player })).sort((a, b) => a.from - b.from);
  for (;;) {
    const pairs = all.slice(1).map((next, i) => ({ i, gap: next.from - all[i].to - 1, few: Math.min(next.games, all[i].games) < FEW, games: next.games + all[i].games }));
    const close = pairs.filter((x) => x.gap <= NEAR && (x.few || all.length > most)), fit = close.length || all.length <= most ? close : pairs;
    const best = fit.sort((a, b) => a.games - b.games)[0];
    if (!best) return all;
    const [a, b] = [all[best.i], all[best.i + 1]];
    const sum = (key: 'wins' | 'draws' | 'losses'): number => a.score[key] + b.score[key];
    all.splice(best.i, 2, { from: a.from, to: b.to, games: best.games, score: { wins: sum('wins'), draws: sum('draws'), losses: sum('losses') } });
  }
}

/* "’89–93"; with the century where it would not be clear. */
export function periodText({ from, to }: Period, clear: boolean): string {
  const short = clear && lang !== 'ja', begin = short ? `’${String(from).slice(2)}` : String(from);
  return from === to ? begin : `${begin}–${Math.floor(from / 100) === Math.floor(to / 100) || short ? String(to).slice(2) : to}`;
}

/* --- In one sentence --------------------------------------------------------------------------------- */

/* Openings and castles that players tell apart; the others are their stages, forms and plans. */
export function toldApart(parts: NamePart[]): { main: NamePart[]; others: NamePart[] } {
  const main = parts.filter((n) => isToldApart(n.group, n.name));
  return main.length ? { main, others: parts.filter((n) => !main.includes(n)) } : { main: parts, others: [] };
}

export function styleOf(p: Profile): string {
  const { main } = toldApart(p.openings), games = count(p.games);
  if (p.games < FEW || main.length === 0) return '';
  const ranging = (p.openings.find((n) => n.name === 'furi-bisha')?.games ?? 0) / p.games, [first, second] = main;
  const kind = site.game !== 'shogi' ? t('mostly') : ranging >= 2 / 3 ? t('ranging') : ranging <= 1 / 5 ? t('static') : t('both', percent(ranging));
  return kind + (second ? t('two', titleOf(label(first)), count(first.games), titleOf(label(second)), count(second.games), games) : t('one', titleOf(label(first)), count(first.games), games));
}

const label = (n: NamePart): { name: string; labels: string[] } => ({ name: n.name, labels: n.titles });
