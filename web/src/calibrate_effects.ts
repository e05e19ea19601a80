/* calibrate_effects.ts: effects of conditions, in games of a hundred: their order, and what is said of them. */
import type { ClassName } from './calibrate_asked';
import { nameOfCondition } from './condition_words';
import type { Bin } from './curve_chart';
import { h } from './dom';
import { count, lang, sideName, texts } from './i18n';

const t = texts({
  people: 'People', engines: 'Engines', inPeople: 'In people’s games', inEngines: 'In engines’ games', less: '{0} of 100 less often', more: '{0} of 100 more often',
  won: '{0} are won ', than: ' than their value says ', wonBy: '{0} are won by {1} ', unsure: '{0} are not surely won more or less often than their value says ', tooFew: 'Too few games to judge: {0} in {1} games', noValue: '{0}: not to be judged', both: '{0}: the same for both sides, so nothing is to be judged', nothing: 'No condition is compared',
  sure: '.', unsureThere: '{0} it is not sure: {1} {2}.', fewThere: '{0} there are too few: {1} games.', notThere: '{0} nothing is to be judged.', blind: 'Sure in both, so it is likely the evaluation that is blind, not the players.', apart: 'The two differ surely.', opposite: 'Sure in both, but not the same way.',
  largest: 'The largest sure effect is {0}, {1} {2}.', isLargest: 'No sure effect is larger.', noneSure: 'No effect is sure.', few: 'too few: {0} games', fewOne: 'too few: 1 game', fewNone: 'no games', same: 'the same for both sides', open: 'not determined', rising: '{0} of 100 more often', falling: '{0} of 100 less often',
}, {
  people: '人間', engines: 'エンジン', inPeople: '人間の対局では', inEngines: 'エンジンの対局では', less: '100 局あたり {0} 局少ない', more: '100 局あたり {0} 局多い',
  won: '{0}の{1}の勝ちは、評価値の示すより ', than: ' ', wonBy: '{0}の{1}の勝ちは、評価値の示すより ', unsure: '{0}の勝率と評価値に、確かな差はありません ', tooFew: '対局が少なく判断できません: {0}（{1} 局）', noValue: '{0}: 判断できません', both: '{0}: 先後に共通の条件なので判断できません', nothing: '比べる条件がありません',
  sure: '。', unsureThere: '{0}確かではありません（{1} {2}）。', fewThere: '{0}対局が足りません（{1} 局）。', notThere: '{0}判断できません。', blind: '両方で確かなので、評価関数の見落としと思われます。', apart: '両者の差は確かです。', opposite: '両方で確かですが、向きが逆です。',
  largest: '最大の確かな差は「{0}」の {1} {2}。', isLargest: 'これより大きい確かな差はありません。', noneSure: '確かな差はありません。', few: '対局不足: {0} 局', fewOne: '対局不足: 1 局', fewNone: '対局なし', same: '先後に共通', open: '求められません', rising: '{0} 局多い', falling: '{0} 局少ない',
});

const LEAST = 30; // games of an effect, as EFFECT_LEAST_GAMES of the server

export interface CurveJson {
  condition: string; positions: number; games: number; distortion: number | null; low: number | null; high: number | null; bins: Bin[];
  rate: number | null; mean_value: number | null; mates: number; shift: number | null; shift_low: number | null; shift_high: number | null;
  effect?: number | null; effect_error?: number | null; effect_z?: number | null; effect_p?: number | null; effect_positions?: number; effect_games?: number;
  effect_share?: number | null; effect_share_low?: number | null; effect_share_high?: number | null; class?: string;
}
export interface Judged { positions: number; games: number; twins: number; min_positions: number }
export interface ConditionCurve { curve: CurveJson; opposite?: CurveJson }
/* All that is known of one class. */
export interface ClassAnswer { name: ClassName; judged: Judged; all?: CurveJson; rows: ConditionCurve[] }

/* Games of a hundred. */
export interface Effect { value: number; low: number; high: number; sure: boolean }

export function effectOf(c: CurveJson | undefined): Effect | undefined {
  if (!c || c.effect_share == null || c.effect_share_low == null || c.effect_share_high == null) return undefined;
  const [value, low, high] = [c.effect_share, c.effect_share_low, c.effect_share_high].map((x) => 100 * x);
  return { value, low, high, sure: low > 0 || high < 0 };
}

/* Why there is no effect. */
export function whyNot(c: CurveJson): string {
  const games = c.effect_games ?? 0;
  if (!c.effect_positions && c.positions > 0) return t('same');
  if (games === 0) return t('fewNone');
  return games < LEAST ? t(games === 1 ? 'fewOne' : 'few', count(games)) : t('open');
}

export const className = (c: ClassName): string => t(c);

/* --- Figures ---------------------------------------------------------------------------------------------- */

/* "8"; what would be 0 with a decimal, so that what is sure is not 0. */
const size = (x: number): string => (Math.round(Math.abs(x)) === 0 ? Math.abs(x).toFixed(1).replace(/^0\.0$/, '0') : String(Math.round(Math.abs(x))));
export const signedSize = (x: number): string => `${size(x) === '0' ? '' : x < 0 ? '−' : '+'}${size(x)}`;
/* "[+6, +15]" */
export const intervalText = (e: Effect): string => `[${signedSize(e.low)}, ${signedSize(e.high)}]`;
/* Of a size without its sign: "[6–15]" */
const rangeText = (e: Effect): string => `[${[e.low, e.high].map(Math.abs).sort((a, b) => a - b).map(size).join('–')}]`;

/* --- Order ------------------------------------------------------------------------------------------------ */

/* The sure before the unsure, each by size, the first class before the others; what is not known comes last. */
export function inOrder(conditions: string[], answers: ClassAnswer[]): string[] {
  const rank = (condition: string): [number, number] => {
    const effects = answers.map((a) => effectOf(rowOf(a, condition)?.curve));
    const sure = effects.findIndex((e) => e?.sure), known = effects.findIndex((e) => e);
    return sure >= 0 ? [sure, -Math.abs(effects[sure]!.value)] : known >= 0 ? [10 + known, -Math.abs(effects[known]!.value)] : [20, 0];
  };
  const ranks = new Map(conditions.map((c) => [c, rank(c)]));
  return [...conditions].sort((a, b) => ranks.get(a)![0] - ranks.get(b)![0] || ranks.get(a)![1] - ranks.get(b)![1]);
}

export const rowOf = (a: ClassAnswer | undefined, condition: string): ConditionCurve | undefined => a?.rows.find((r) => r.curve.condition === condition);

/* --- Sentences -------------------------------------------------------------------------------------------- */

/* "Positions with Black’s king in danger are won 8 of 100 less often than their value says [7–10]" */
export function headline(condition: string | undefined, first: ClassAnswer): (Node | string)[] {
  const c = condition === undefined ? undefined : rowOf(first, condition)?.curve;
  if (!c || condition === undefined) return [t('nothing')];
  const e = effectOf(c), { positions, side } = nameOfCondition(condition), games = c.effect_games ?? 0;
  if (!e) return [!c.effect_positions && c.positions > 0 ? t('both', positions) : games < LEAST ? t('tooFew', lang === 'en' ? positions[0].toLowerCase() + positions.slice(1) : positions, count(games)) : t('noValue', positions)];
  const ci = (text: string): HTMLElement => h('span', { class: 'ci' }, text);
  if (!e.sure) return [t('unsure', positions), ci(intervalText(e))];
  return [t(side === 's' || condition.trim() === 'turn:s' ? 'won' : 'wonBy', positions, sideName('s')), h('b', {}, t(e.value < 0 ? 'less' : 'more', size(e.value))), t('than'), ci(rangeText(e))];
}

/* The other class, what follows from both, and the largest effect. */
export function underHeadline(condition: string | undefined, answers: ClassAnswer[], isApart: boolean): (Node | string)[] {
  const gap = lang === 'ja' ? '' : ' ', parts: (Node | string)[] = [], [first, second] = answers, mine = condition === undefined ? undefined : effectOf(rowOf(first, condition)?.curve);
  if (second && condition !== undefined) {
    const c = rowOf(second, condition)?.curve, e = effectOf(c), where = t(second.name === 'people' ? 'inPeople' : 'inEngines');
    if (e?.sure) parts.push(`${where} `, h('b', {}, mine?.sure && mine.value < 0 === e.value < 0 && lang === 'en' ? `${size(e.value)} of 100` : t(e.value < 0 ? 'falling' : 'rising', size(e.value))), ` ${rangeText(e)}${t('sure')}`);
    else if (e) parts.push(t('unsureThere', where, signedSize(e.value), intervalText(e)));
    else if (c) parts.push((c.effect_games ?? 0) < LEAST && c.effect_positions ? t('fewThere', where, count(c.effect_games ?? 0)) : t('notThere', where));
    if (mine?.sure && e?.sure) parts.push(gap, t(mine.value < 0 === e.value < 0 ? 'blind' : 'opposite'));
    else if (mine && e && isApart) parts.push(gap, t('apart'));
  }
  const sure = first.rows.map((r) => ({ condition: r.curve.condition, effect: effectOf(r.curve) })).filter((r) => r.effect?.sure).sort((a, b) => Math.abs(b.effect!.value) - Math.abs(a.effect!.value));
  if (first.rows.length > 1) parts.push(parts.length ? gap : '', sure.length === 0 ? t('noneSure') : sure[0].condition === condition ? t('isLargest') : t('largest', nameOfCondition(sure[0].condition).thing, signedSize(sure[0].effect!.value), intervalText(sure[0].effect!)));
  return parts;
}
