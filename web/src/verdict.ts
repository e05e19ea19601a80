/* verdict.ts: who won the games that were found: the side that plays the part of the query, a player who is
 * named in it, or else Black. */
import type { SearchAnswer, SideScore } from './api';
import { wilson } from './bars';
import { h, svg } from './dom';
import { count, percent, sideName, texts } from './i18n';
import { barKey, wdl, whole } from './parts';
import { splitWords } from './setup';
import { site } from './site';
import { titleOfName } from './unit_words';

const t = texts({
  nameSide: 'the {0} side', against: 'the side against {0}', part: 'the side drawn as {0}', won: '{0} won', rate: '{0} %', ofKnown: '{0} of {1}', drawnToo: ', {0} drawn',
  wins: '{0} won {1}', lost: 'lost {0}', drawn: 'drawn {0}', unknown: '{0} without a result',
  both: 'In {0} of these games both sides play the part at the same time; they count for neither.',
  bracket: 'brackets: the true rate lies there 19 times in 20', bar: '{0} won {1}, drew {2}, lost {3}', anything: 'could be anything from {0} to {1} %',
}, {
  nameSide: '{0}側', against: '{0}の相手側', part: '{0}で描いた側', won: '{0}の勝率', rate: '{0} %', ofKnown: '{1} 局中 {0} 勝', drawnToo: '、{0} 引き分け',
  wins: '{0} {1} 勝', lost: '{0} 敗', drawn: '{0} 引き分け', unknown: '結果不明 {0}',
  both: 'このうち {0} 局では両者が同時に条件の側になるため、数えません。',
  bracket: '［ ］は 20 回に 19 回、真の勝率がある範囲', bar: '{0} {1} 勝 {2} 分 {3} 敗', anything: '真の勝率は {0}～{1} % のどこか',
});

const FEW = 10; // below, a headline has counts and no rate

/* Whose part a query is about, in words.  Without words that hold for either player it is Black's. */
export function sideOfQuery(query: string): string {
  const groups = [...new Set(site.names.map((n) => n.group).filter(Boolean))].join('|') || 'castle';
  const named = new RegExp(`(^|[\\s(])(?:game\\.)?((?:[sb]|black|sente)\\.)?(${groups}):("[^"]*"|[^\\s(){},"]+)`, 'g');
  const words = [...query.matchAll(named)];
  const bare = splitWords(query).map((w) => w.replace(/^"|"$/g, '')).map((w) => site.names.find((n) => n.name === w || n.labels.includes(w))).find((n) => n);
  if (bare && words.length === 0) return t('nameSide', titleOfName(bare));
  const floats = words.some((m) => !m[2]) || /\beither\s*\(/.test(query) || (site.game === 'shogi' && /\bsym\s*\(/.test(query));
  if (!floats) return sideName('s');
  const word = words[0]?.[4].replace(/^[="]+|["~]+$/g, '');
  const name = site.names.find((n) => n.group === words[0]?.[3] && (n.name === word || n.labels.includes(word)));
  if (!word) return otherName(query) ? t('against', otherName(query)!) : t('part', sideName('s'));
  return t('nameSide', name ? titleOfName(name) : word);
}

/* Whether that side has a name of its own, which can stand beside a player. */
export const isNamedSide = (query: string): boolean => ![sideName('s'), t('part', sideName('s')), t('against', otherName(query) ?? '')].includes(sideOfQuery(query));

interface Told { whose: string; score: SideScore }

/* The query's side, then the player; Black where there is neither. */
function told(found: SearchAnswer, query: string): Told[] {
  const all: Told[] = [];
  if (found.own) all.push({ whose: sideOfQuery(query), score: found.own });
  if (found.player) all.push({ whose: playerOf(query), score: found.player });
  if (all.length === 0 && found.black !== undefined) {
    const { black, white = 0, draws = 0, unknown = 0 } = found;
    all.push({ whose: sideName('s'), score: { wins: black, losses: white, draws, unknown, both: 0, ...wilson(black + draws / 2, black + white + draws) } });
  }
  return all.filter(({ score }) => score.score !== null);
}

function playerOf(query: string): string {
  const m = query.match(/\bplayer:=?("((?:[^"\\]|\\.)*)"|[^\s(){},"]+)/);
  return m ? m[2]?.replace(/\\(.)/g, '$1') ?? m[1] : '';
}

/* As a heading: without the article. */
export const shortly = (whose: string): string => whose.replace(/^the /, '');

/* Whose scores rows of an answer have, in words. */
export const whoseScores = (found: SearchAnswer, query: string): string => told(found, query)[0]?.whose ?? '';

/* "42 % [28–58]"; "4 of 9" where they are few. */
export function rateWords({ wins, losses, draws, score, low, high }: SideScore, few = FEW): { rate: string; interval: string } {
  const known = wins + losses + draws;
  if (known < few) return { rate: t('ofKnown', count(wins), count(known)) + (draws ? t('drawnToo', count(draws)) : ''), interval: '' };
  return { rate: t('rate', percent(score!)), interval: ` [${whole(low!)}–${whole(high!)}]` };
}

/* For the headline: " · the mino side won 42 % [28–58]". */
export function verdictWords(found: SearchAnswer, query: string): (Node | string | false)[] {
  const first = told(found, query)[0];
  if (!first) return [];
  const { rate, interval } = rateWords(first.score);
  const won = t('won', first.whose), short = shortly(won);
  return [' · ', won !== short && h('span', { class: 'article' }, 'the '), `${short} `, h('b', {}, rate), h('span', { class: 'ci' }, interval)];
}

/* Won, drawn and lost along one bar; the interval below, half of the points marked. */
export function outcomeBar({ wins, losses, draws, score, low, high }: SideScore, label: string): SVGElement {
  const all = wins + losses + draws || 1;
  const [a, b] = [(100 * wins) / all, (100 * (wins + draws)) / all];
  const part = (name: string, from: number, to: number): SVGElement => svg('rect', { class: name, x: from, y: 0, width: Math.max(0, to - from), height: 10 });
  const sure = low !== null && high !== null && [
    svg('rect', { class: 'whisker', x: 100 * low, y: 13.2, width: 100 * (high - low), height: .8 }),
    svg('rect', { class: 'whisker', x: 100 * low, y: 11.6, width: .3, height: 4 }), svg('rect', { class: 'whisker', x: 100 * high - .3, y: 11.6, width: .3, height: 4 }),
    svg('rect', { class: 'whisker', x: 100 * score! - .4, y: 12, width: .8, height: 3.2 })];
  return svg('svg', { class: 'outcome-bar', viewBox: '0 0 100 16', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    part('mine', 0, a), part('drawn', a, b), part('theirs', b, 100), svg('rect', { class: 'half', x: 49.85, y: 0, width: .3, height: 16 }), sure || false);
}

/* The name of the other side, where the query has one. */
function otherName(query: string): string | undefined {
  const sided = [...query.matchAll(/(?:^|[\s(])(?:g|w|white|gote)\.([a-z]+):([^\s(){},"]+)/g)];
  const name = sided.length === 1 && site.names.find((n) => n.group === sided[0][1] && n.name === sided[0][2]);
  return name ? titleOfName(name) : undefined;
}

/* The bar with a key to its parts; words: of the sides, where there is room. */
function scoreRow({ whose, score }: Told, first: boolean, other: string | undefined): HTMLElement {
  const { wins, losses, draws, unknown, both, low, high } = score, all = wins + losses + draws;
  const { rate, interval } = rateWords(score);
  const lost = other ? t('wins', shortly(t('nameSide', other)), count(losses)) : t('lost', count(losses));
  const drawn = barKey('d', t('drawn', count(draws)));
  drawn.classList.toggle('none-drawn', draws === 0);
  return h('div', { class: 'verdict-row' },
    !first && h('p', { class: 'who-else' }, `${t('won', whose)} `, h('b', {}, rate), h('span', { class: 'ci' }, interval)),
    h('div', { class: 'keys' }, barKey('w', t('wins', shortly(whose), count(wins))), drawn, barKey('l', lost),
      unknown > 0 && h('span', { class: 'soft' }, t('unknown', count(unknown))), first && all > 0 && h('span', { class: 'end t1 soft' }, all >= FEW ? t('bracket') : t('anything', whole(low!), whole(high!)))),
    wdl(score, { height: first ? 22 : 12, whisker: first ? 13 : 9, few: 1, words: all >= FEW && first ? [wordsOf(wins / all), wordsOf(losses / all)] : undefined }),
    first && all > 0 && h('div', { class: 'axis t1 faint', 'aria-hidden': 'true' }, h('span', {}, '0'), h('span', {}, '50 %'), h('span', {}, '100')),
    !first && all > 0 && all < FEW && h('p', { class: 'tips anything' }, t('anything', whole(low!), whole(high!))),
    both > 0 && h('p', { class: 'tips' }, t('both', count(both))));
}

const wordsOf = (share: number): string => (share > 0.06 ? `${percent(share)} %` : '');

/* A bar for the query's side and one for the player; nothing where no result is known. */
export function verdict(found: SearchAnswer, query: string): HTMLElement[] {
  return told(found, query).map((row, i) => scoreRow(row, i === 0, i === 0 && found.own ? otherName(query) : undefined));
}
