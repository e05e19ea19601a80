/* openings_names.ts: what a position is called, or what the games from it become. */
import { ask } from './api';
import { count, percent, titleOf, lang, texts } from './i18n';
import { h } from './dom';
import { site } from './site';

const t = texts({
  start: 'The start of the game', own: 'A new position', unnamed: 'A position without a name', onTheWay: 'On the way to the {0}', onTheWayBare: 'On the way to {0}', noName: 'No name of its own.', become: '{0} % of these games become one', others: '; others a {0}', or: ' or a ', all: 'All {0} games are this opening.', most: '{0} % of these games are this opening.',
  various: 'Games go many ways from here: {0}.', share: '{0} {1}\u00a0%', nobody: 'No game that is served came here.', few: 'Too few games for a name.',
}, {
  start: '開始局面', own: '前例のない局面', unnamed: '名前のない局面', onTheWay: '{0}への途中', onTheWayBare: '{0}への途中', noName: '固有の名前はありません。', become: '{0} % が進む', others: '。ほかに {0}', or: '・', all: '{0} 局すべてがこの戦型です。', most: '{0} % がこの戦型です。',
  various: 'ここから先は様々です: {0}。', share: '{0} {1}\u00a0%', nobody: 'この局面になった対局はありません。', few: '名前を付けるには対局が少なすぎます。',
});

export interface Becomes { name: string; labels: string[]; games: number }

/* Which openings the games that match a query become. */
export async function becomes(query: string, signal: AbortSignal): Promise<{ games: number; names: Becomes[] }> {
  const found = await ask<{ games: number; by?: { group: string; label: string; games: number }[] }>('facets', { query, by: 'opening', limit: 100 }, signal);
  const names = (found.by ?? []).filter((g) => g.group && g.games).map((g) => ({ name: g.group, games: g.games, labels: site.names.find((n) => n.group === 'opening' && n.name === g.group)?.labels ?? [] }));
  return { games: found.games, names };
}

/* Openings of which a game has one; the others are forms of them, plans or pairs.  All of Go count. */
const FAMILIES = ['furi-bisha', 'ai-gakari', 'yokofu-dori', 'kaku-gawari', 'yagura', 'gangi', 'migi-shiken'];
const PLANS = ['taikoukei', 'hayakuri-gin', 'bou-gin', 'suzume-zashi', 'chikatetsu', 'kakukoukan-furibisha'];
const SURE = 0.9, FEW = 5;

const isFamily = (n: Becomes): boolean => site.game !== 'shogi' || FAMILIES.includes(n.name);

/* The closest name that nearly all of them have: the one with the fewest games of all. */
function closest(games: number, names: Becomes[], everywhere: Map<string, number>): Becomes | undefined {
  const fit = names.filter((n) => n.games >= SURE * games && !PLANS.includes(n.name) && (games >= 2 * FEW || isFamily(n)));
  const rare = (n: Becomes): number => everywhere.get(n.name) ?? n.games;
  return fit.sort((a, b) => rare(a) - rare(b))[0];
}

const words = (n: Becomes, games: number): string => t('share', titleOf(n), percent(n.games / games));

/* For a row: "ranging rook 61 %, gangi 9 %".  here: what all games from the position before it have, which no move leads to. */
export function leadsTo({ games, names: all }: { games: number; names: Becomes[] }, everywhere: Map<string, number>, here: Set<string>): string {
  if (games < FEW) return '';
  const names = all.filter((n) => !here.has(n.name)), one = closest(games, names, everywhere);
  if (one) return one.games === games ? titleOf(one) : words(one, games);
  return names.filter((n) => isFamily(n) && n.games >= 0.05 * games).slice(0, 2).map((n) => words(n, games)).join(lang === 'ja' ? '、' : ', ');
}

/* The names that all games from a position have. */
export const heldBy = ({ games, names }: { games: number; names: Becomes[] }): Set<string> => new Set(names.filter((n) => n.games === games).map((n) => n.name));

export interface Title { title: (Node | string)[]; plain: string; under: string }

function named(n: Becomes, around = '{0}'): Pick<Title, 'title' | 'plain'> {
  const [before, after] = around.split('{0}'), own = titleOf(n), first = before ? own : own[0].toUpperCase() + own.slice(1);
  const japanese = lang !== 'ja' && n.labels[0];
  return { title: [before, h('b', {}, first), after, japanese ? h('span', { class: 'ci', lang: 'ja' }, ` ${japanese}`) : ''], plain: before + first + after };
}

/* Of the position on screen. */
export function titleWords({ games, names }: { games: number; names: Becomes[] }, everywhere: Map<string, number>, moves: number): Title {
  const plain = (title: string, under: string): Title => ({ title: [title], plain: title, under });
  const families = names.filter((n) => isFamily(n) && n.games >= 0.08 * games);
  if (games === 0) return plain(t('own'), t('nobody'));
  if (moves === 0) return plain(t('start'), families.length ? t('various', families.slice(0, 4).map((n) => words(n, games)).join(', ')) : '');
  const one = closest(games, names, everywhere);
  if (one) return { ...named(one), under: one.games === games ? t('all', count(games)) : t('most', percent(one.games / games)) };
  if (games < FEW || !families.length) return plain(t('unnamed'), games < FEW ? t('few') : '');
  const [first, ...rest] = families, others = rest.slice(0, 2).map((n) => `${titleOf(n)} (${percent(n.games / games)} %)`).join(t('or'));
  return { ...named(first, t(/^[A-Z]/.test(titleOf(first)) ? 'onTheWayBare' : 'onTheWay', '{0}')),
    under: `${t('become', percent(first.games / games))}${others ? t('others', others) : ''}${lang === 'ja' ? '。' : '. '}${t('noName')}` };
}
