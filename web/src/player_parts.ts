/* player_parts.ts: the parts of a player's profile: openings with either colour, castles, opponents, years, how games began,
 * the newest games.  Every row leads to its games. */
import { gameAddress, playerAddress, searchAddress } from './address';
import type { Hit, SideScore } from './api';
import { h, svg } from './dom';
import { count, dateText, gamesText, lang, sideName, t as common, texts, titleOf } from './i18n';
import { diagram } from './joseki_board';
import type { Sequence } from './joseki_data';
import { afterMoves, movesInWords } from './long_answer';
import { scoreWords, sideSign, wdl } from './parts';
import { shogiStamp } from './piece_set';
import { gamesOf, known, periodsOf, periodText, toldApart, type NamePart, type Part, type Profile } from './player_profile';
import { site } from './site';
import { quoted } from './suggest';

const t = texts({
  openings: 'Openings', fuseki: 'Openings', openingsHow: 'games, score; click searches', as: 'as {0}', castles: 'Castles', shapes: 'Shapes', corners: 'Corners', either: 'either colour', opponents: 'Opponents', most: 'most games first',
  years: 'Years', yearsHow: 'games, blue: won', noYear: '{0} without a year', won: 'won {0}', none: 'no result', of: '{0} of {1}', beginnings: 'Favourite sequences', six: 'first six moves', inCorner: 'in a corner',
  newest: 'Newest games', all: 'all {0}', beat: 'beat {0}', lost: 'lost to {0}', drew: 'drew with {0}', met: 'met {0}', more: 'Show all {0}', between: '{0}: games together', wonIs: 'won',
  lengths: '{0} to {1} moves, half of them {2} or fewer; won games {3}, lost games {4} (medians).',
}, {
  openings: '戦型', fuseki: '布石', openingsHow: '局数と勝率・押すと検索', as: '{0}番', castles: '囲い', shapes: '形', corners: '隅', either: '先後を問わない', opponents: '対戦相手', most: '対局の多い順',
  years: '年ごと', yearsHow: '局数、青は勝ち', noYear: '年不明 {0} 局', won: '{0}', none: '結果不明', of: '{1} 局 {0} 勝', beginnings: 'よく指す手順', six: '最初の六手', inCorner: '隅の手順',
  newest: '新しい対局', all: '全 {0} 局', beat: '{0}に勝ち', lost: '{0}に負け', drew: '{0}と引き分け', met: '{0}と対戦', more: '全 {0} 件を表示', between: '{0}: 対戦した対局', wonIs: '勝ち',
  lengths: '{0}～{1} 手、中央値 {2} 手（勝局 {3} 手、敗局 {4} 手）。',
});

const FEW = 5, SHOWN = { opening: 8, castle: 6, shape: 6, opponent: 8, each: 2 }, PERIODS = 7, LISTED = 200;

/* A heading on its rule, with a remark at its end. */
const heading = (id: string, words: string, ...end: (Node | string | false)[]): HTMLElement => h('div', { class: 'h2' }, h('h2', { id }, words), h('span', { class: 't1 faint end' }, ...end));

/* Rows of which the first are shown, and the others on demand. */
function rows(all: HTMLElement[], shown: number, others: HTMLElement[] = []): (HTMLElement | false)[] {
  const first = all.slice(0, shown), rest = [...all.slice(shown), ...others];
  const list = h('ul', { class: 'list' }, first);
  const more = rest.length > 0 && h('button', { type: 'button', class: 'btn bare small more-rows', onclick: (e: Event) => {
    list.append(...rest);
    (e.target as HTMLElement).remove();
    (rest[0].querySelector('a') ?? list).focus();
  } }, t('more', count(all.length + others.length)));
  return [list, more];
}

/* "57 % [49–64]" in two weights. */
function rateOf(score: SideScore): HTMLElement {
  const { rate, interval } = scoreWords(score, FEW);
  return h('span', { class: 't1 num rate' }, h('b', {}, rate), ' ', h('span', { class: 'soft' }, interval));
}

/* A bar with its figures; counts where games are few. */
const barOf = (score: SideScore): HTMLElement[] => (known(score) >= FEW ? [wdl(score, { height: 6, whisker: 7 }), rateOf(score)]
  : [h('span', { class: 't1 faint counts' }, known(score) ? t('won', scoreWords(score, FEW).rate) : t('none'))]);

/* One colour of an opening: its games, as a link to them. */
function cell(score: SideScore | undefined, label: string, href: string): HTMLElement {
  const n = score ? gamesOf(score) : 0;
  if (!score || n === 0) return h('span', { class: 'op-cell none faint' }, h('span', { class: 'num' }, '–'));
  return h('a', { class: 'op-cell', href }, h('span', { class: 'hidden' }, `${label}: `), h('span', { class: 'num' }, count(n)), ...barOf(score));
}

const barWords = (score: SideScore): string => {
  const { rate, interval } = scoreWords(score, FEW);
  return known(score) ? `${t('won', rate)} ${interval}` : t('none');
};

const labelled = (n: NamePart): { name: string; labels: string[] } => ({ name: n.name, labels: n.titles });
const inJapanese = (n: NamePart): string => (lang === 'ja' ? '' : n.titles[0] ?? '');
const two = (n: NamePart): (Node | string | false)[] => [titleOf(labelled(n)), !!inJapanese(n) && h('span', { class: 'other', lang: 'ja' }, inJapanese(n))];

/* The player's own name or castle, with either colour or with one. */
function ownWord(p: Profile, n: NamePart, color?: 'black' | 'white'): string {
  const who = p.query.replace(/^player:/, ''), word = `${n.group}:${n.name}`;
  return color ? `${color}:${who} ${color}.${word}` : `either(black:${who} black.${word})`;
}

export function openings(p: Profile): HTMLElement | false {
  const { main, others } = toldApart(p.openings);
  if (main.length === 0) return false;
  const row = (n: NamePart): HTMLElement => h('li', { class: 'op' }, h('a', { class: 'op-name', href: searchAddress(ownWord(p, n)) }, two(n)),
    cell(n.black, `${titleOf(labelled(n))}, ${sideName('s')}`, searchAddress(ownWord(p, n, 'black'))), cell(n.white, `${titleOf(labelled(n))}, ${sideName('g')}`, searchAddress(ownWord(p, n, 'white'))));
  const as = (color: 's' | 'g', score: SideScore): HTMLElement => h('span', { class: 'lbl' }, sideSign(color), t('as', sideName(color)), h('b', {}, count(gamesOf(score))));
  return h('section', { 'aria-labelledby': 'openings' }, heading('openings', t(site.game === 'go' ? 'fuseki' : 'openings'), t('openingsHow')),
    h('div', { class: 'op head t1 faint' }, h('span', {}), as('s', p.black), as('g', p.white)), rows(main.map(row), SHOWN.opening, others.map(row)));
}

/* Rows of a score for either colour. */
function scoreRow(label: (Node | string | false)[], href: string, part: Part, count_: Node | string = count(part.games)): HTMLElement {
  return h('li', { class: 'score-row' }, h('a', { class: 'names-of-row', href }, label.map((part) => (typeof part === 'string' ? h('span', { class: 'cut' }, part) : part))), h('span', { class: 'num soft' }, count_), ...barOf(part.player));
}

export function castles(p: Profile): HTMLElement | false {
  const { main, others } = toldApart(p.castles);
  const row = (n: NamePart): HTMLElement => scoreRow(two(n), searchAddress(ownWord(p, n)), n);
  return main.length > 0 && h('section', { 'aria-labelledby': 'castles' }, heading('castles', t('castles'), t('either')), rows(main.map(row), SHOWN.castle, others.map(row)));
}

export function shapes(p: Profile): HTMLElement | false {
  return p.shapes.length > 0 && h('section', { 'aria-labelledby': 'shapes' }, heading('shapes', t(site.game === 'go' ? 'corners' : 'shapes'), t('either')),
    rows(p.shapes.map((n) => scoreRow(two(n), searchAddress(ownWord(p, n)), n)), SHOWN.shape));
}

/* The name leads to the opponent, the number to their games together. */
export function opponents(p: Profile, call: (name: string) => string): HTMLElement | false {
  const row = (o: Profile['opponents'][number]): HTMLElement => scoreRow([call(o.name)], playerAddress(o.name), o,
    h('a', { href: searchAddress(`${p.query} player:==${quoted(o.name)}`), 'aria-label': `${t('between', o.name)} ${count(o.games)}` }, count(o.games)));
  return p.opponents.length > 0 && h('section', { 'aria-labelledby': 'opponents' }, heading('opponents', t('opponents'), t('most')), rows(p.opponents.slice(0, LISTED).map(row), SHOWN.opponent));
}

const gapSign = (): SVGElement => svg('svg', { class: 'year-gap', viewBox: '0 0 12 14', 'aria-hidden': 'true' }, svg('path', { d: 'M6 1l-5 12M11 1l-5 12' }));

/* A column for each period, as high as its games; what was won is dark. */
export function years(p: Profile): HTMLElement | false {
  const all = periodsOf(p, PERIODS), most = Math.max(...all.map((x) => x.games)), none = p.years.find((y) => !y.year)?.games ?? 0;
  if (all.length === 0) return false;
  const part = (name: string, n: number): HTMLElement | false => n > 0 && h('i', { class: name, css: { height: `${(58 * n) / most}px` } });
  return h('section', { 'aria-labelledby': 'years' }, heading('years', t('years'), [t('yearsHow'), none ? t('noYear', count(none)) : ''].filter(Boolean).join(' · ')),
    h('ol', { class: 'years-of-player' }, all.map((x, i) => {
      const { wins, draws, losses } = x.score, n = known(x.score), text = periodText(x, all[0].from >= 1950);
      return h('li', {}, i > 0 && x.from > all[i - 1].to + 1 && gapSign(),
        h('a', { href: searchAddress(`${p.query} date:${x.from === x.to ? x.from : `${x.from}..${x.to}`}`), 'data-games': x.games },
          h('span', { class: 't1 soft' }, h('span', { class: 'hidden' }, `${t('wonIs')} `), t('of', count(wins), count(n))), h('span', { class: 'pile' }, part('none', x.games - n), part('l', losses), part('d', draws), part('w', wins)), h('span', { class: 't1 faint year' }, text)));
    })), p.lengths.games > 0 && h('p', { class: 't1 soft lengths' }, t('lengths', count(p.lengths.least), count(p.lengths.most), count(p.lengths.median), count(p.lengths.won.median), count(p.lengths.lost.median))));
}

/* Shogi: how games began, for each colour; Go: what was played in corners. */
export function sequences(p: Profile): HTMLElement | false {
  const who = p.query.replace(/^player:/, ''), row = (picture: SVGElement, href: string, title: (Node | string)[], words: string, part: Part): HTMLElement =>
    h('li', {}, h('a', { class: 'begun', href }, picture, h('span', { class: 'told' }, h('span', {}, ...title), h('span', { class: 't1 soft' }, words)), known(part.player) >= FEW ? rateOf(part.player) : h('span', { class: 't1 faint rate' }, barWords(part.player))));
  const begun = (seat: 'black' | 'white'): HTMLElement[] => p.beginnings.filter((b) => b.seat === seat && b.games > 1).map((b) =>
    row(shogiStamp(afterMoves(b.moves), [], 7.8), searchAddress(`${seat}:${who} ${b.query}`), [sideSign(seat === 'black' ? 's' : 'g'), ' ', h('b', {}, gamesText(b.games))], movesInWords(b.moves), b));
  const black = begun('black'), white = begun('white'), corners = p.sequences.map((s, i) => row(diagram({ rank: i + 1, moves: s.moves, next: [] } as unknown as Sequence, 19), searchAddress(`${s.query} ${p.query}`), [h('b', {}, gamesText(s.games))], movesInWords(s.moves), s));
  const shogi = site.game === 'shogi', all = shogi ? [...black.slice(0, SHOWN.each), ...white.slice(0, SHOWN.each)] : corners.slice(0, 2 * SHOWN.each);
  return all.length > 0 && h('section', { 'aria-labelledby': 'sequences', class: 'sequences-of-player' }, heading('sequences', t('beginnings'), t(shogi ? 'six' : 'inCorner')),
    rows(all, all.length, shogi ? [...black.slice(SHOWN.each, 10), ...white.slice(SHOWN.each, 10)] : corners.slice(2 * SHOWN.each)));
}

/* Whose side the player has, whatever the spelling; call: what people are called who are written so. */
export function newest(p: Profile, hits: Hit[], call: (name: string) => string): HTMLElement | false {
  const own = new Set(p.spellings.map((s) => s.name));
  const row = (hit: Hit): HTMLElement => {
    const black = own.has(hit.black), written = black ? hit.white : hit.black, other = written ? call(written) : common('unknownPlayer'), mine = black ? 'b' : 'w';
    const how = hit.result === 'd' ? 'drew' : hit.result !== 'b' && hit.result !== 'w' ? 'met' : hit.result === mine ? 'beat' : 'lost';
    return h('li', {}, h('a', { class: 'met', href: gameAddress(hit, 0) }, sideSign(black ? 's' : 'g'), h('span', { class: `key ${{ drew: 'd', met: 'none', beat: 'w', lost: 'l' }[how]}` }), h('span', { class: 'cut' }, t(how, other)), h('span', { class: 't1 soft' }, dateText(hit.date))));
  };
  return hits.length > 0 && h('section', { 'aria-labelledby': 'newest' }, h('div', { class: 'h2' }, h('h2', { id: 'newest' }, t('newest')), h('a', { class: 't1 end', href: searchAddress(p.query, { sort: '-date' }) }, t('all', count(p.games)))),
    h('ul', { class: 'list' }, hits.map(row)));
}
